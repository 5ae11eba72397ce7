// Raises colors to a power, so that bright ones have more weight in a mean, or reverses that. With BACK, the
// input is premultiplied and the output has straight alpha; otherwise it is the other way around.
#include "include/alpha.glsl"

vec3 raised(vec3 color) { return sign(color) * pow(abs(color), vec3(power)); }

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
#if BACK
    color = straight(color);
#endif
    color.rgb = raised(color.rgb);
#if !BACK
    color = premultiplied(color);
#endif
    store(p, color);
}
