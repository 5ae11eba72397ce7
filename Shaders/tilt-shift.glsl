// filter: tilt-shift
// title: Tilt-Shift
// group: Blur
// summary: Keeps a band sharp and blurs what is beyond, so that the scene looks like a miniature.
// parameter: radius "Radius" number 0..100 default=24 identity=0 step=1 unit=px curve=square
// parameter: center "Center" point default=0.5,0.5
// parameter: angle "Angle" number -90..90 default=0 step=1 unit=°
// parameter: width "Sharp band" number 0..1 default=0.15 step=0.01
// parameter: feather "Transition" number 0.01..1 default=0.3 step=0.01
#include "include/alpha.glsl"

// The inputs: the picture, and blurs of it with a quarter, a half and all of the radius; between neighbors of these
// the result is mixed so that the variance of the blur rises evenly from one to the next. values[0]: the center, the
// direction across the band; values[1]: half the band's width and the transition's; lengths in picture pixels.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 place = (vec2(p) + 0.5) * picture.zw - values[0].xy;
    float distance = abs(dot(place, values[0].zw)) - values[1].x;
    float part = smoothstep(0.0, 1.0, distance / values[1].y);
    vec4 color = load(p);
    if (part > 0.0) {
        float variance = part * part;
        vec4 quarter = load1(p);
        vec4 halved = load2(p);
        vec4 below = variance < 1.0 / 16.0 ? color : variance < 1.0 / 4.0 ? quarter : halved;
        vec4 above = variance < 1.0 / 16.0 ? quarter : variance < 1.0 / 4.0 ? halved : load3(p);
        float t = variance < 1.0 / 16.0 ? variance * 16.0
            : variance < 1.0 / 4.0 ? (variance - 1.0 / 16.0) * (16.0 / 3.0) : (variance - 1.0 / 4.0) * (4.0 / 3.0);
        color = straight(mix(premultiplied(below), premultiplied(above), t));
    }
    store(p, color);
}
