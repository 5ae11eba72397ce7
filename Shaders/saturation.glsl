// filter: saturation
// title: Saturation
// group: Color
// summary: Strengthens or fades colors without changing their brightness.
// space: srgb
// words: vivid, colorful, vivid colors, desaturate, grayscale, colour
// sample: amount=1.6
// parameter: amount "Amount" number 0..2 default=1 identity=1 step=0.01
#include "include/color.glsl"

// Mixes the color with the gray of the same luma (BT.601, on encoded values); amounts above 1 extrapolate.
vec4 saturation(vec4 color, float amount) {
    return vec4(mix(vec3(luma(color.rgb)), color.rgb, amount), color.a);
}
