// filter: fade
// title: Fade
// group: Effects
// summary: Lifts the blacks and mutes the colors, as in a matte print.
// space: srgb
// words: matte, faded, film, washed out, vintage
// parameter: amount "Amount" number 0..1 default=0.5 identity=0 step=0.01
#include "include/color.glsl"

// At 1, saturation is reduced by a third, and on encoded values black becomes 0.2 and white 0.95.
vec4 fade(vec4 color, float amount) {
    vec3 pale = mix(color.rgb, vec3(luma(color.rgb)), amount / 3.0);
    return vec4(mix(pale, 0.2 + 0.75 * pale, amount), color.a);
}
