// filter: shadows
// title: Shadows
// group: Light
// summary: Brightens shadows to reveal detail, or darkens them.
// words: brighten, dark parts, lift, fill light, backlight
// parameter: amount "Amount" number -1..1 default=0 identity=0 step=0.01
// sample: amount=0.8
#include "include/color.glsl"

// Multiplies encoded values, to preserve hues and black: by up to 2 at lumas near 0, and by less up to a luma
// of 0.7. The tone curve is monotonic.
vec4 shadows(vec4 color, float amount) {
    return vec4(color.rgb * exp2(amount * (1.0 - smoothstep(0.0, 0.7, luma(color.rgb)))), color.a);
}
