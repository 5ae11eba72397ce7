// filter: halftone
// title: Halftone
// group: Stylize
// summary: Prints the picture in dots, black alone or in the four inks of a press.
// words: newspaper, comic, print, dots, pop art, cmyk
// parameter: size "Dot spacing" number 3..60 default=12 step=0.5 unit=px curve=square
// parameter: angle "Angle" number -90..90 default=45 step=1 unit=°
// parameter: inks "Inks" choice black="Black" process="Cyan, magenta, yellow, black" default=black
#include "include/color.glsl"

// Amplitude-modulated screens: ink is printed where its coverage exceeds a threshold that follows cos x + cos
// y across the cells (Ulichney, “Digital Halftoning”, 1987, chapter 5). data(i) linearizes the thresholds, so
// that the inked area equals the coverage. A pixel is the mean of 3×3 samples. The picture has been blurred,
// so that each dot has a uniform tone. INKS is the index of the choice. screens contains three vectors for
// each of black, cyan, magenta and yellow: first the cosine and sine of its angle, 2π / the spacing in
// picture pixels, and the fraction of the pattern that is still visible; then the cosines and sines of the
// change of x from one sample to the next along a row and along a column; then the same for y.
#define STEPS 255

// The threshold of cos x + cos y for a given coverage: the inverse of the table.
float leastSum(float share) {
    int low = 0;
    int high = STEPS;
    for (int i = 0; i < 8; i++) {
        int middle = (low + high) / 2;
        if (data(middle) < share) low = middle; else high = middle;
    }
    float index = float(low) + (share - data(low)) / max(data(low + 1) - data(low), 1e-6);
    return 2.0 - 4.0 * index / float(STEPS);
}

// The fraction of a pixel that is inked.
float ink(float share, int screen, ivec2 p) {
    vec4 first = screens[3 * screen];
    vec4 x = screens[3 * screen + 1];
    vec4 y = screens[3 * screen + 2];
    vec2 position = (vec2(p) + 0.5) * picture.zw;
    vec2 angles = vec2(dot(position, first.xy), dot(position, vec2(-first.y, first.x))) * first.z;
    vec2 c = cos(angles);
    vec2 s = sin(angles);
    // The three samples of the middle row, from which those of the rows above and below are derived.
    vec3 cosX = c.x * vec3(x.x, 1.0, x.x) + s.x * x.y * vec3(1.0, 0.0, -1.0);
    vec3 sinX = s.x * vec3(x.x, 1.0, x.x) - c.x * x.y * vec3(1.0, 0.0, -1.0);
    vec3 cosY = c.y * vec3(y.x, 1.0, y.x) + s.y * y.y * vec3(1.0, 0.0, -1.0);
    vec3 sinY = s.y * vec3(y.x, 1.0, y.x) - c.y * y.y * vec3(1.0, 0.0, -1.0);
    vec3 even = cosX * x.z + cosY * y.z;
    vec3 odd = sinX * x.w + sinY * y.w;
    vec3 least = vec3(leastSum(share));
    vec3 covered = vec3(greaterThan(cosX + cosY, least)) + vec3(greaterThan(even + odd, least))
        + vec3(greaterThan(even - odd, least));
    return mix(clamp(share, 0.0, 1.0), dot(covered, vec3(1.0 / 9.0)), first.w);
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
#if INKS == 0
    vec3 printed = vec3(1.0 - ink(1.0 - luma(color.rgb), 0, p));
#else
    // Black replaces the gray component that the three inks have in common.
    float black = 1.0 - clamp(max(max(color.r, color.g), color.b), 0.0, 1.0);
    vec3 inks = (1.0 - black - color.rgb) / max(1.0 - black, 1e-4);
    vec3 printed = (1.0 - ink(black, 0, p))
        * vec3(1.0 - ink(inks.r, 1, p), 1.0 - ink(inks.g, 2, p), 1.0 - ink(inks.b, 3, p));
#endif
    store(p, vec4(printed, color.a));
}
