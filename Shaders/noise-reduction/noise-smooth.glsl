// Smooths along one axis (AXIS 0 or 1) with five pixels spaced apart, that weigh by their alpha; straight in and out.
// values[0]: the spacing in pixels, the weights of the middle, of the two at one spacing and of the two at two.
#include "include/alpha.glsl"

const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);

vec4 read(ivec2 p) { return premultiplied(load(p)); }

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    ivec2 spacing = int(values[0].x) * step;
    store(p, straight(values[0].y * read(p) + values[0].z * (read(p - spacing) + read(p + spacing))
        + values[0].w * (read(p - 2 * spacing) + read(p + 2 * spacing))));
}
