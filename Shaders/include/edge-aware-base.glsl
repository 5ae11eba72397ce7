// A self-guided filter: a smooth base of the picture that keeps strong edges, so that adjustments based on it
// leave no halos (He, Sun and Tang, “Guided image filtering”, 2010, with gaussian windows). A filter declares
// four passes for it:
//     moments     baseMoments of the values to smooth, such as luma
//     means       filter gaussian-blur of these, with the windows' radius
//     lines       baseLine of the means
//     baseLines   filter gaussian-blur of these, with the same radius
// and gets the base of a value from edgeAwareBase.

// A value and its square, after subtracting 0.5 so that half floats preserve the variance.
vec4 baseMoments(float value, float alpha) {
    value -= 0.5;
    return vec4(value, value * value, 0.0, alpha);
}

// The line of a self-guided filter: a = variance / (variance + epsilon), b = mean × (1 - a), and the standard
// deviation. Edges with a variance of epsilon or more are kept.
vec4 baseLine(vec4 means, float epsilon) {
    float variance = max(means.y - means.x * means.x, 0.0);
    float slope = variance / (variance + epsilon);
    return vec4(slope, means.x * (1.0 - slope), sqrt(variance), means.a);
}

float edgeAwareBase(float value, vec4 line) {
    return line.x * (value - 0.5) + line.y + 0.5;
}
