// The color of a mask that is displayed over the picture; its opacity is the mask's value at the pixel.
vec4 glintRegionMask(vec4 color) {
    return vec4(1.0, 0.12, 0.16, 1.0);
}

vec4 glintRegionMaskSrgb(vec4 color) {
    return glintRegionMask(color);
}
