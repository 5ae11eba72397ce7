// filter: clarity
// title: Clarity
// group: Detail
// summary: Strengthens or softens local contrast in the midtones, without halos along edges.
// parameter: amount "Amount" number -1..1 default=0.4 identity=0 step=0.01
// parameter: radius "Radius" number 5..200 default=50 step=1 unit=px curve=square
#include "include/local.glsl"

// Adds the difference of the luma from its edge-aware base (EdgeAwareBase.swift), most where the luma is in the middle
// between black and white and not at all at either. values[0].x: the amount, at whose ends the difference becomes
// 2.5 times what it was, or a quarter.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    float value = luma(color.rgb);
    float distance = 2.0 * value - 1.0;
    float midtones = max(1.0 - distance * distance, 0.0);
    float detail = value - base(value, load1(p));
    store(p, vec4(color.rgb + values[0].x * midtones * detail, color.a));
}
