// filter: dehaze
// title: Dehaze
// group: Light
// summary: Takes haze and fog out of a landscape, or below 0 adds some, most where it is already.
// makes: color
// parameter: amount "Amount" number -1..1 default=0.4 identity=0 step=0.01
// parameter: haze "Haze color" color default=#ffffff
#include "include/local.glsl"

// Koschmieder's law as in He, Sun and Tang, “Single image haze removal using dark channel prior” (2009): what is seen
// is J × t + haze × (1 - t), and 1 - t is at most the darkest channel. Its smooth part is taken for the veil, less its
// local deviation, as in Tarel and Hautière, “Fast visibility restoration” (2009). Solved for J; with an amount below
// 0 the same formula thickens the veil. values[0]: the haze's color, the amount.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    vec4 line = load1(p);
    float darkest = measure(color.rgb);
    float veil = clamp(min(base(darkest, line) - line.z, darkest), 0.0, 1.0);
    float part = values[0].w * veil;
    store(p, vec4((color.rgb - part * values[0].rgb) / (1.0 - part), color.a));
}
