#include "include/transfer.glsl"

// Colors outside sRGB can have negative linear values. The mirrored transfer curve is steep at 0, so
// luminance weights would make a vivid color dark. Therefore negative values are not encoded.
vec3 wideLight(vec3 value) {
    return mix(toLinear(value), value, lessThan(value, vec3(0.0)));
}

vec3 wideValue(vec3 light) {
    return mix(toEncoded(light), light, lessThan(light, vec3(0.0)));
}

// Converts to other primaries, in linear light and without clipping; the uniforms are the rows of the matrix.
vec4 glintToSrgb(vec4 color, vec3 red, vec3 green, vec3 blue) {
    vec3 light = wideLight(color.rgb);
    return vec4(wideValue(vec3(dot(red, light), dot(green, light), dot(blue, light))), color.a);
}

vec4 glintFromSrgb(vec4 color, vec3 red, vec3 green, vec3 blue) {
    return glintToSrgb(color, red, green, blue);
}
