// filter: box-blur
// title: Box Blur
// group: Blur
// summary: Softens the picture in a simple way: points of light become squares.
// words: soften, smooth, mean
// parameter: radius "Radius" number 0..60 default=8 identity=0 step=1 unit=px curve=square
#include "include/alpha.glsl"
#include "include/repeat.glsl"

// The mean of 2 × reach + 1 pixels along one axis (AXIS 0 or 1), plus a fraction of the next pixel at each
// end. An invocation computes OUTPUTS pixels along the axis, a power of two, from a running sum. The uniforms
// are reach, the fraction, and weight, which is 1 / the total weight. PREMULTIPLY: the input has straight
// alpha. UNPREMULTIPLY: the output must have straight alpha.
const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);

vec4 read(ivec2 p) {
#if PREMULTIPLY
    return premultiplied(load(p));
#else
    return load(p);
#endif
}

void write(ivec2 p, vec4 sum) {
    if (p[AXIS] < area[AXIS] || p.x >= area.z || p.y >= area.w) return;
#if UNPREMULTIPLY
    sum = straight(sum);
#endif
    store(p, sum);
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * (ivec2(1) + (OUTPUTS - 1) * step);
    // Running sums start at the same pixels whichever part of the picture is computed.
    p[AXIS] = (area[AXIS] & ~(OUTPUTS - 1)) + int(gl_GlobalInvocationID[AXIS]) * OUTPUTS;
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 sum = vec4(0.0);
    for (int i = -reach; i <= reach; i++) sum += read(p + i * step);
    ivec2 first = p - (reach + 1) * step;
    ivec2 last = p + (reach + 1) * step;
    vec4 before = read(first);
#define MAKE(j) if ((j) < OUTPUTS) { \
        vec4 after = read(last + (j) * step); \
        write(p + (j) * step, weight * (sum + part * (before + after))); \
        before = read(first + ((j) + 1) * step); \
        sum += after - before; \
    }
    REPEAT_12(MAKE, 0)
}
