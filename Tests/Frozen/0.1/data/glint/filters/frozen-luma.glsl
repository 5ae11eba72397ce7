// filter: frozen-luma
// title: Frozen Luma
// group: Stylize
// summary: Leaves a few steps of brightness, and keeps the colors.
// sample: steps=4
// parameter: steps "Steps" integer 2..32 default=6
// parameter: strength "Strength" number 0..1 default=1 identity=0 step=0.01
#include "include/color.glsl"

vec4 frozenLuma(vec4 color, int steps, float strength) {
    float before = luma(color.rgb);
    float after = round(before * float(steps - 1)) / float(steps - 1);
    return vec4(color.rgb + strength * (after - before), color.a);
}
