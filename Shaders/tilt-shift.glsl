// filter: tilt-shift
// title: Tilt-Shift
// group: Blur
// summary: Keeps a band sharp and blurs the rest, so that the scene looks like a miniature.
// words: miniature, bokeh, depth of field, toy, focus
// parameter: radius "Radius" number 0..100 default=24 identity=0 step=1 unit=px curve=square
// parameter: center "Center" point default=0.5,0.5
// parameter: angle "Angle" number -90..90 default=0 step=1 unit=°
// parameter: width "Sharp band" number 0..1 default=0.15 step=0.01
// parameter: feather "Transition" number 0.01..1 default=0.3 step=0.01
// pass: quarter = filter gaussian-blur(entering, radius=0.25 × radius)
// pass: halved = filter gaussian-blur(entering, radius=0.5 × radius)
// pass: whole = filter gaussian-blur(entering, radius=radius)
// pass: result = shifted(entering, quarter, halved, whole) when radius > 0
#include "include/alpha.glsl"

// Interpolates between the picture and its three blurs, always two adjacent ones, so that the variance of the
// blur increases evenly.
vec4 shifted(ivec2 p) {
    // Angles are counterclockwise, and y points down.
    vec2 across = vec2(sin(radians(angle)), cos(radians(angle)));
    vec2 position = (vec2(p) + 0.5) * picture.zw - center * picture.xy;
    float distance = abs(dot(position, across)) - 0.5 * width * picture.y;
    float part = smoothstep(0.0, 1.0, distance / (feather * picture.y));
    vec4 color = entering(p);
    if (part <= 0.0) return color;
    float variance = part * part;
    vec4 quarterBlur = quarter(p);
    vec4 halfBlur = halved(p);
    vec4 below = variance < 1.0 / 16.0 ? color : variance < 1.0 / 4.0 ? quarterBlur : halfBlur;
    vec4 above = variance < 1.0 / 16.0 ? quarterBlur : variance < 1.0 / 4.0 ? halfBlur : whole(p);
    float t = variance < 1.0 / 16.0 ? variance * 16.0
        : variance < 1.0 / 4.0 ? (variance - 1.0 / 16.0) * (16.0 / 3.0)
        : (variance - 1.0 / 4.0) * (4.0 / 3.0);
    return straight(mix(premultiplied(below), premultiplied(above), t));
}
