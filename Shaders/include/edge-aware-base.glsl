// A self-guided filter: a smooth base of the picture that keeps strong edges, so that adjustments based on it leave no
// halos (He, Sun and Tang, “Guided image filtering”, 2010, with gaussian windows). A filter declares four passes for it:
//   moments     baseMoments of what the base smooths, such as luma
//   means       filter gaussian-blur of these, with the windows' radius
//   lines       baseLine of the means
//   baseLines   filter gaussian-blur of these, with the same radius
// and has the base of a value by edgeAwareBase.

// A value and its square; half of white is taken away so that half floats keep the variance.
vec4 baseMoments(float value, float alpha) {
    value -= 0.5;
    return vec4(value, value * value, 0.0, alpha);
}

// The line of a filter that guides itself: a = variance / (variance + epsilon), b = mean × (1 - a), and the standard
// deviation. From a variance of epsilon on an edge is kept.
vec4 baseLine(vec4 means, float epsilon) {
    float variance = max(means.y - means.x * means.x, 0.0);
    float slope = variance / (variance + epsilon);
    return vec4(slope, means.x * (1.0 - slope), sqrt(variance), means.a);
}

float edgeAwareBase(float value, vec4 line) {
    return line.x * (value - 0.5) + line.y + 0.5;
}
