// filter: tint
// title: Tint
// group: Color
// summary: Removes a green cast by adding magenta, or vice versa.
// space: srgb
// words: white balance, wb, green, magenta, cast
// makes: color
// parameter: amount "Amount" number -30..30 default=0 identity=0 step=0.5 unit=CC
// sample: amount=20
#include "include/transfer.glsl"

// A gain of 10^(-amount / 100) on green in linear light: the density of color compensating filters, where 30
// is CC30M and -30 is CC30G. The luminance of grays is preserved (BT.709).
vec4 tint(vec4 color, float amount) {
    float green = exp2(-0.0332192809 * amount);
    return vec4(scaleLight(color.rgb, vec3(1.0, green, 1.0) / (0.2848 + 0.7152 * green)), color.a);
}
