// The color of a mask displayed over the picture; the mask value of a pixel becomes its opacity.
vec4 glintRegionMask(vec4 color) {
    return vec4(1.0, 0.12, 0.16, 1.0);
}

vec4 glintRegionMaskSrgb(vec4 color) {
    return glintRegionMask(color);
}
