// When neighbors are mixed, they are weighted by alpha, so that hidden colors do not bleed.
vec4 premultiplied(vec4 color) {
    return vec4(color.rgb * color.a, color.a);
}

// A smaller alpha is 0 even in 16 bits, and its color consists only of rounding errors.
vec4 straight(vec4 color) {
    return color.a > 4e-6 ? vec4(color.rgb / color.a, color.a) : vec4(0.0);
}
