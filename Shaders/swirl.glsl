// filter: swirl
// title: Swirl
// group: Distort
// summary: Winds the picture around a point, most in the middle.
// parameter: angle "Angle" number -360..360 default=120 identity=0 step=1 unit=°
// parameter: radius "Radius" number 0.05..1 default=0.4 step=0.01
// parameter: center "Center" point default=0.5,0.5
#include "include/sampling.glsl"

// Within the radius, a part of the picture's longer side, a place is turned by the angle × (1 - ρ²)² where ρ is its
// distance from the center over the radius: the picture goes on smoothly at the rim. values[0]: the center and the
// radius in picture pixels, the angle.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 place = (vec2(p) + 0.5) * picture.zw - values[0].xy;
    float inside = 1.0 - dot(place, place) / (values[0].z * values[0].z);
    if (inside <= 0.0) {
        store(p, load(p));
        return;
    }
    float angle = values[0].w * inside * inside;
    vec2 turn = vec2(cos(angle), sin(angle));
    vec2 from = vec2(turn.x * place.x - turn.y * place.y, turn.y * place.x + turn.x * place.y);
    store(p, cubicSample((values[0].xy + from) / picture.zw - 0.5));
}
