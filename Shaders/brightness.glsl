// filter: brightness
// title: Brightness
// group: Light
// summary: Brightens or darkens the midtones and keeps black and white unchanged.
// words: lighten, darken, lightness, offset
// parameter: amount "Amount" number -1..1 default=0 identity=0 step=0.01
// sample: amount=0.4
#include "include/bias.glsl"

// Schlick's bias on encoded values: at 1, dark tones become four times as bright, and middle gray becomes
// 0.8.
vec4 brightness(vec4 color, float amount) {
    return vec4(bias(color.rgb, exp2(2.0 * amount)), color.a);
}
