// Enlarges one axis (AXIS 0 or 1): the sum of windows 4 pixels of the input wide, one on each of them and as high, seen at
// the middle of each pixel of the result. NARROW tells the window: 1 for the narrow one, 0 for a cubic B-spline.
// scaling is the factor, a power of two; FACTOR is the same up to OUTPUTS, else 0.
// An invocation makes OUTPUTS pixels along the axis, a power of two of them, that begin at a multiple of OUTPUTS: so
// they share one short window of the input, and above OUTPUTS they lie between the same two of its pixels.
// UNPREMULTIPLY says that the result is to be straight.
#include "include/alpha.glsl"
#include "include/repeat.glsl"

#if FACTOR > 0
#define WINDOW (OUTPUTS / FACTOR + 4)
#else
#define WINDOW 4
#endif
const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);
vec4 window[WINDOW];

// What the windows of four pixels are, at t after the second.
vec4 weights(float t) {
#if NARROW
    // The polynomial of ResamplingWindow.narrow, which is not 1 in sum.
    vec4 distance = 0.5 * vec4(1.0 + t, t, 1.0 - t, 2.0 - t);
    vec4 u = distance * distance;
    vec4 w = 1.0 + u * (-3.3610 + u * (4.4942 + u * (-2.8728 + u * 0.7421)));
    return w / (w.x + w.y + w.z + w.w);
#else
    float s = 1.0 - t;
    return vec4(s * s * s, 4.0 + t * t * (3.0 * t - 6.0), 4.0 + s * s * (3.0 * s - 6.0), t * t * t) / 6.0;
#endif
}

// `start` is the first output's place in the input, measured from the window's second pixel.
void make(ivec2 p, int j, float start) {
    ivec2 place = p + j * step;
    if (place[AXIS] < area[AXIS] || place.x >= area.z || place.y >= area.w) return;
#if FACTOR > 0
    int i = (2 * j + 1 + FACTOR) / (2 * FACTOR);
    float t = (float(j) + 0.5) / float(FACTOR) + 0.5 - float(i);
#else
    int i = 0;
    float t = start + float(j) / float(scaling);
#endif
    vec4 w = weights(t);
    vec4 sum = w.x * window[i] + w.y * window[i + 1] + w.z * window[i + 2] + w.w * window[i + 3];
#if UNPREMULTIPLY
    sum = straight(sum);
#endif
    store(place, sum);
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * (ivec2(1) + (OUTPUTS - 1) * step);
    p[AXIS] = (area[AXIS] / OUTPUTS + int(gl_GlobalInvocationID[AXIS])) * OUTPUTS;
    if (p.x >= area.z || p.y >= area.w) return;
    ivec2 read = p;
#if FACTOR > 0
    float start = 0.0;
    read[AXIS] = p[AXIS] / FACTOR - 2;
#else
    float start = (float(p[AXIS]) + 0.5) / float(scaling) - 0.5;
    read[AXIS] = int(floor(start)) - 1;
    start -= floor(start);
#endif
#define READ(k) if ((k) < WINDOW) { window[min(k, WINDOW - 1)] = load(read); read += step; }
    REPEAT_12(READ, 0)
#define MAKE(j) if ((j) < OUTPUTS) make(p, j, start);
    REPEAT_12(MAKE, 0)
}
