// Fills in the rows of the missing field with the mean of the rows above and below; PARITY is the parity of
// the field that is present.
#include "include/alpha.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    int last = rowCount - 1;
    vec4 color = load(p);
    if ((p.y & 1) != PARITY) {
        if (p.y > 0 && p.y < last) {
            color.rgb = 0.5 * (load(p - ivec2(0, 1)).rgb + load(p + ivec2(0, 1)).rgb);
        } else {
            color.rgb = load(ivec2(p.x, last > 0 ? (p.y > 0 ? p.y - 1 : p.y + 1) : 0)).rgb;
        }
    }
#if UNPREMULTIPLY
    color = straight(color);
#endif
    store(p, color);
}
