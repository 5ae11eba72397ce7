// filter: bulge
// title: Bulge
// group: Distort
// summary: Magnifies the picture around a point as a lens does, or below 0 pinches it.
// parameter: amount "Amount" number -1..1 default=0.5 identity=0 step=0.01
// parameter: radius "Radius" number 0.05..1 default=0.4 step=0.01
// parameter: center "Center" point default=0.5,0.5
#include "include/sampling.glsl"

// Within the radius, a part of the picture's longer side, a place comes from 1 - amount × (1 - ρ²)² times its distance
// from the center, where ρ is that distance over the radius: the picture goes on smoothly at the rim. values[0]: the
// center and the radius in picture pixels, the amount.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 place = (vec2(p) + 0.5) * picture.zw - values[0].xy;
    float inside = 1.0 - dot(place, place) / (values[0].z * values[0].z);
    if (inside <= 0.0) {
        store(p, load(p));
        return;
    }
    vec2 from = place * (1.0 - values[0].w * inside * inside);
    store(p, cubicSample((values[0].xy + from) / picture.zw - 0.5));
}
