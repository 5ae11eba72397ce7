// Neighbors are mixed by their weight in alpha, so that hidden colors do not bleed.
vec4 premultiplied(vec4 color) {
    return vec4(color.rgb * color.a, color.a);
}

// Less alpha than this is none in 16 bits either, and its color only rounding.
vec4 straight(vec4 color) {
    return color.a > 4e-6 ? vec4(color.rgb / color.a, color.a) : vec4(0.0);
}
