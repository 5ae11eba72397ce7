#include "include/transfer.glsl"

// To other primaries, in linear light and without clipping: the matrix by its rows.
vec4 glintToSrgb(vec4 color, vec3 red, vec3 green, vec3 blue) {
    vec3 light = toLinear(color.rgb);
    return vec4(toEncoded(vec3(dot(red, light), dot(green, light), dot(blue, light))), color.a);
}

vec4 glintFromSrgb(vec4 color, vec3 red, vec3 green, vec3 blue) {
    return glintToSrgb(color, red, green, blue);
}
