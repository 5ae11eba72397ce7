// A self-guided filter: a smooth base of the picture that preserves strong edges, so that adjustments based
// on it cause no halos (He, Sun and Tang, “Guided image filtering”, 2010, with Gaussian windows). A filter
// that uses it declares four passes:
//     moments     baseMoments of the values to smooth, such as luma
//     means       filter gaussian-blur of the moments, with the windows' radius
//     lines       baseLine of the means
//     baseLines   filter gaussian-blur of the lines, with the same radius
// edgeAwareBase then returns the base of a value.

// A value and its square, after subtracting 0.5 so that half floats preserve the variance.
vec4 baseMoments(float value, float alpha) {
    value -= 0.5;
    return vec4(value, value * value, 0.0, alpha);
}

// The linear function of a self-guided filter: a = variance / (variance + epsilon), b = mean × (1 - a); and
// the standard deviation. Edges with a variance of epsilon or more are preserved.
vec4 baseLine(vec4 means, float epsilon) {
    float variance = max(means.y - means.x * means.x, 0.0);
    float slope = variance / (variance + epsilon);
    return vec4(slope, means.x * (1.0 - slope), sqrt(variance), means.a);
}

float edgeAwareBase(float value, vec4 line) {
    return line.x * (value - 0.5) + line.y + 0.5;
}
