// The first input laid over the second by the blend mode MODE; values[0].x is the opacity.
#include "include/blend.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    store(p, blended(MODE, fetch1(p), fetch0(p), values[0].x));
}
