// filter: defringe
// title: Defringe
// group: Detail
// summary: Removes purple and green fringes along edges of high contrast.
// space: srgb
// words: purple fringing, chromatic aberration, color fringe, lens, axial
// parameter: radius "Radius" number 1..20 default=4 step=0.5 unit=px
// parameter: threshold "Edge Contrast" number 0..1 default=0.2 step=0.01 help="The contrast of brightness within the radius from which on fringes are removed."
// section: Purple
// parameter: purpleAmount "Purple Amount" number 0..1 default=0.8 identity=0 step=0.01
// parameter: purpleFrom "Purple From" number 180..360 default=240 step=1 unit=°
// parameter: purpleTo "Purple To" number 180..360 default=330 step=1 unit=°
// section: Green
// parameter: greenAmount "Green Amount" number 0..1 default=0.5 identity=0 step=0.01
// parameter: greenFrom "Green From" number 0..240 default=80 step=1 unit=°
// parameter: greenTo "Green To" number 0..240 default=170 step=1 unit=°
// sample: purpleAmount=1 greenAmount=1 threshold=0.1
// pass: lumas = pairs(entering)
// pass: range = extremes(lumas) along xy reach radius
// pass: rest = unfringed(entering, range)
// pass: around = filter gaussian-blur(rest, radius=2 × radius)
// pass: result = cleaned(entering, rest, around) when max(purpleAmount, greenAmount) > 0
#include "include/color.glsl"
#include "include/hue.glsl"

vec4 pairs(ivec2 p) { return vec4(vec2(luma(entering(p).rgb)), 0.0, 1.0); }

// The smallest and the largest luma.
vec4 extremes(ivec2 p) {
    vec2 found = from(p).xy;
    for (int i = -reach; i <= reach; i++) {
        vec2 pair = from(p + i * step).xy;
        found = vec2(min(found.x, pair.x), max(found.y, pair.y));
    }
    return vec4(found, 0.0, 1.0);
}

// 1 for hues between two angles in degrees, with soft ends of 15° outside.
float within(float hue, float low, float high) {
    return smoothstep(low - 15.0, low, hue) * (1.0 - smoothstep(high, high + 15.0, hue));
}

// How much of a pixel is a fringe: by its hue and chroma, and by the contrast around it, from half of the
// threshold to the threshold.
float fringe(vec3 color, vec2 lumas) {
    float chroma = max(color.r, max(color.g, color.b)) - min(color.r, min(color.g, color.b));
    float hue = 60.0 * hueOf(color, chroma);
    float hues = max(purpleAmount * within(hue, purpleFrom, purpleTo),
        greenAmount * within(hue, greenFrom, greenTo));
    float edge = smoothstep(0.5 * threshold, max(threshold, 0.001), lumas.y - lumas.x);
    return hues * smoothstep(0.02, 0.1, chroma) * edge;
}

// The pixels with the share that is not fringe as their alpha, by which the blur weighs them.
vec4 unfringed(ivec2 p) {
    vec4 color = entering(p);
    return vec4(color.rgb, color.a * (1.0 - fringe(color.rgb, range(p).xy)));
}

// Replaces the chroma of fringes by that of their surroundings without fringes; the luma remains.
vec4 cleaned(ivec2 p) {
    vec4 color = entering(p);
    if (!(color.a > 0.0)) return color;
    float part = 1.0 - rest(p).a / color.a;
    vec4 mean = around(p);
    vec3 chroma = mean.a > 0.001 ? mean.rgb - luma(mean.rgb) : vec3(0.0);
    return vec4(mix(color.rgb, luma(color.rgb) + chroma, part), color.a);
}
