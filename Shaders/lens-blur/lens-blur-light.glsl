// Raises colors to a power, so that bright ones weigh more in a mean, or takes it back. BACK
// says that premultiplied comes straight again, else straight becomes premultiplied.
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
