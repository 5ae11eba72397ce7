// filter: halftone
// title: Halftone
// group: Stylize
// summary: Prints the picture in dots, black alone or in the four inks of a press.
// parameter: size "Dot spacing" number 3..60 default=12 step=0.5 unit=px curve=square
// parameter: angle "Angle" number -90..90 default=45 step=1 unit=°
// parameter: inks "Inks" choice black="Black" process="Cyan, magenta, yellow, black" default=black
#include "include/color.glsl"

// Amplitude-modulated screens: ink lies where its share exceeds a threshold that follows cos x + cos y across the cells
// (Ulichney, “Digital Halftoning”, 1987, chapter 5); data(i) evens the thresholds out, so that the ink covers the
// share of the paper it stands for. A pixel is the mean of 3×3 places in it. The picture is softened before, so that
// each dot is one in tone. values[0]: the cosine and sine of the angle, 2π / the spacing in picture pixels, the part
// of the screen that is still to be seen. INKS is the choice.
#define STEPS 255

float covered(float share, vec2 direction, vec2 place) {
    vec2 turned = vec2(dot(place, direction), dot(place, vec2(-direction.y, direction.x))) * values[0].z;
    float spot = 0.25 * (cos(turned.x) + cos(turned.y)) + 0.5;
    float index = (1.0 - spot) * float(STEPS);
    int i = clamp(int(index), 0, STEPS - 1);
    float threshold = mix(data(i), data(i + 1), clamp(index - float(i), 0.0, 1.0));
    return share > threshold ? 1.0 : 0.0;
}

// How much of a pixel is under ink.
float ink(float share, vec2 direction, ivec2 p) {
    float sum = 0.0;
    for (int i = 0; i < 9; i++) {
        vec2 place = vec2(p) + (vec2(i % 3, i / 3) + 0.5) / 3.0;
        sum += covered(share, direction, place * picture.zw);
    }
    return mix(clamp(share, 0.0, 1.0), sum / 9.0, values[0].w);
}

vec2 turned(vec2 direction, vec2 by) {
    return vec2(direction.x * by.x - direction.y * by.y, direction.x * by.y + direction.y * by.x);
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    vec2 direction = values[0].xy;
#if INKS == 0
    vec3 printed = vec3(1.0 - ink(1.0 - luma(color.rgb), direction, p));
#else
    // Black takes what the three inks have in common; the screens of cyan, magenta and yellow are 30° and 45° from its.
    float black = 1.0 - clamp(max(max(color.r, color.g), color.b), 0.0, 1.0);
    vec3 inks = (1.0 - black - color.rgb) / max(1.0 - black, 1e-4);
    vec3 printed = (1.0 - ink(black, direction, p)) * vec3(
        1.0 - ink(inks.r, turned(direction, vec2(0.8660254, -0.5)), p),
        1.0 - ink(inks.g, turned(direction, vec2(0.8660254, 0.5)), p),
        1.0 - ink(inks.b, turned(direction, vec2(0.70710678, -0.70710678)), p));
#endif
    store(p, vec4(printed, color.a));
}
