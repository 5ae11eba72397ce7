// filter: vibrance
// title: Vibrance
// group: Color
// summary: Strengthens pale colors more than strong ones, or fades the pale ones first.
// space: srgb
// words: vivid, colorful, natural saturation, colour
// parameter: amount "Amount" number -1..1 default=0 identity=0 step=0.01
// sample: amount=0.8
#include "include/color.glsl"

// Changes the saturation depending on how far a color is from a pure one: the factor is 1 + amount (1 - s),
// where s = max - min. Colors in 0…1 never get an s above 1. BT.601 luma is preserved.
vec4 vibrance(vec4 color, float amount) {
    float s = max(color.r, max(color.g, color.b)) - min(color.r, min(color.g, color.b));
    float factor = 1.0 + amount * (1.0 - min(s, 1.0));
    return vec4(mix(vec3(luma(color.rgb)), color.rgb, factor), color.a);
}
