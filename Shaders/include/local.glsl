#include "include/color.glsl"

// What local contrast is measured by: MEASURE 0 is luma, 1 the darkest channel.
float measure(vec3 color) {
#if MEASURE == 0
    return luma(color);
#else
    return min(min(color.r, color.g), color.b);
#endif
}

// The smooth base of a measure that keeps its edges, from what EdgeAwareBase.swift made of it.
float base(float value, vec4 line) {
    return line.x * (value - 0.5) + line.y + 0.5;
}
