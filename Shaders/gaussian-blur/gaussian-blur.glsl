// filter: gaussian-blur
// title: Gaussian Blur
// group: Blur
// summary: Softens the picture evenly; the standard deviation is half the radius.
// words: soften, smooth, hide, censor, anonymize, license plate, number plate, face, out of focus
// parameter: radius "Radius" number 0..200 default=10 identity=0 step=1 unit=px curve=square
#include "include/alpha.glsl"
#include "include/repeat.glsl"

// A symmetric kernel along one axis (AXIS 0 or 1) that reaches REACH pixels to each side; data(k) is the weight at
// distance k. An invocation makes OUTPUTS pixels along the axis from one window of pixels, each read once.
// PREMULTIPLY says that the input is straight, UNPREMULTIPLY that the result is to be.
#define WINDOW (OUTPUTS + 2 * REACH)
const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);
vec4 window[WINDOW];

void read(ivec2 p, int i) {
    vec4 color = load(p + (i - REACH) * step);
#if PREMULTIPLY
    color = premultiplied(color);
#endif
    window[i] = color;
}

void make(ivec2 p, int j) {
    ivec2 place = p + j * step;
    if (place.x >= area.z || place.y >= area.w) return;
    vec4 sum = data(0) * window[j + REACH];
#define ADD(k) if ((k) <= REACH) sum += data(k) * (window[j + REACH - (k)] + window[j + REACH + (k)]);
    REPEAT_20(ADD, 1)
#if UNPREMULTIPLY
    sum = straight(sum);
#endif
    store(place, sum);
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * (ivec2(1) + (OUTPUTS - 1) * step);
    if (p.x >= area.z || p.y >= area.w) return;
#define READ(i) if ((i) < WINDOW) read(p, min(i, WINDOW - 1));
    REPEAT_48(READ, 0)
#define MAKE(j) if ((j) < OUTPUTS) make(p, j);
    REPEAT_12(MAKE, 0)
}
