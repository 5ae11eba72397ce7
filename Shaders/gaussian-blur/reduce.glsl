// Scales down along one axis (AXIS 0 or 1) by an even factor: each output pixel is the weighted mean of the
// input pixels under a window that is 4 output pixels wide; data(i) is the weight of the i-th of these 4 ×
// factor pixels. An invocation computes OUTPUTS pixels along the axis, so that it reads each input pixel only
// once for all of them. scaling is the factor; FACTOR is the same number for 2 and 4, otherwise 0.
// PREMULTIPLY: the input has straight alpha. OPAQUE: alpha is 1 everywhere.
#include "include/alpha.glsl"
#include "include/repeat.glsl"

const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);
vec4 sums[OUTPUTS];
float weights[4];

// Takes the m-th of the pixels that have the same offset in each block of `factor` pixels, and adds it to the
// four sums whose windows cover it.
void add(ivec2 p, int m) {
    vec4 color = load(p);
#if PREMULTIPLY
    color = premultiplied(color);
#endif
#define ADD(k) if (m - (k) >= 0 && m - (k) < OUTPUTS) sums[m - (k)] += weights[k] * color;
    REPEAT_4(ADD, 0)
}

// Reads the pixel at offset i of each block of `factor` pixels.
#define READ(m) if ((m) < OUTPUTS + 3) { add(read, m); read[AXIS] += factor; }
#define COUNT(i) { \
    for (int k = 0; k < 4; k++) weights[k] = data(k * factor + (i)); \
    ivec2 read = p; \
    read[AXIS] = p[AXIS] * factor - 3 * factor / 2 + (i); \
    REPEAT_12(READ, 0) \
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * (ivec2(1) + (OUTPUTS - 1) * step);
    if (p.x >= area.z || p.y >= area.w) return;
    for (int j = 0; j < OUTPUTS; j++) sums[j] = vec4(0.0);
#if FACTOR > 0
    // Unrolled, this is a quarter faster than the loop. For larger factors, compiling would take seconds.
    const int factor = FACTOR;
    COUNT(0)
    COUNT(1)
#if FACTOR == 4
    COUNT(2)
    COUNT(3)
#endif
#else
    int factor = scaling;
    for (int i = 0; i < factor; i++) COUNT(i)
#endif
    for (int j = 0; j < OUTPUTS; j++) {
        ivec2 position = p + j * step;
#if OPAQUE
        sums[j].a = 1.0;
#endif
        if (position.x < area.z && position.y < area.w) store(position, sums[j]);
    }
}
