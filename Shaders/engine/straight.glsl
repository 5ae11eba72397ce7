// Converts premultiplied colors to straight alpha.
#include "include/alpha.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    store(p, straight(load(p)));
}
