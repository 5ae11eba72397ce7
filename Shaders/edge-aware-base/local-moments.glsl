// What the means of EdgeAwareBase.swift are made of: a measure of the pixel and its square. MEASURE 0 is luma, 1 the
// darkest channel; half of white is taken away so that half floats keep the variance.
#include "include/local.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    float value = measure(color.rgb) - 0.5;
    store(p, vec4(value, value * value, 0.0, color.a));
}
