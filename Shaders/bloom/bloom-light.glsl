// What glows: the colors of pixels whose luma is above a threshold, the more the further it is. values[0].x: the
// threshold.
#include "include/color.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    float excess = luma(color.rgb) - values[0].x;
    float part = clamp(excess / max(1.0 - values[0].x, 0.01), 0.0, 1.0);
    store(p, vec4(part * max(color.rgb, 0.0), color.a));
}
