// The mean of a pixel and the next REACH pixels along one axis (AXIS 0 or 1), with premultiplied colors. An
// invocation computes OUTPUTS pixels along the axis from a running sum. OF is 0 if the input is
// premultiplied, and 1 if it has straight alpha; 2 also means straight alpha, but uses the square of the luma
// instead of the color.
#include "include/alpha.glsl"
#include "include/color.glsl"
#include "include/repeat.glsl"

const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);

vec4 read(ivec2 p) {
    vec4 color = load(p);
#if OF == 1
    color = premultiplied(color);
#elif OF == 2
    float brightness = luma(color.rgb);
    color = vec4(brightness * brightness * color.a, 0.0, 0.0, color.a);
#endif
    return color;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * (ivec2(1) + (OUTPUTS - 1) * step);
    // Running sums start at the same pixels whichever part of the picture is computed.
    p[AXIS] = (area[AXIS] & ~(OUTPUTS - 1)) + int(gl_GlobalInvocationID[AXIS]) * OUTPUTS;
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 sum = vec4(0.0);
    for (int i = 0; i <= reach; i++) sum += read(p + i * step);
#define MAKE(j) if ((j) < OUTPUTS) { \
        ivec2 position = p + (j) * step; \
        if (position[AXIS] >= area[AXIS] && position.x < area.z && position.y < area.w) \
            store(position, sum / float(reach + 1)); \
        sum += read(position + (reach + 1) * step) - read(position); \
    }
    REPEAT_12(MAKE, 0)
}
