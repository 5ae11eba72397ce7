// filter: highlights
// title: Highlights
// group: Light
// summary: Brightens highlights, or darkens them to recover detail.
// words: recover, bright parts, sky, blown out
// parameter: amount "Amount" number -1..1 default=0 identity=0 step=0.01
// sample: amount=-0.8
#include "include/color.glsl"

// Multiplies encoded values, to preserve hues: by up to 2^0.35 at lumas of 1 and above, and by less down to a
// luma of 0.3. The tone curve is monotonic.
vec4 highlights(vec4 color, float amount) {
    return vec4(color.rgb * exp2(0.35 * amount * smoothstep(0.3, 1.0, luma(color.rgb))), color.a);
}
