// filter: noise-reduction
// title: Noise Reduction
// group: Detail
// summary: Takes away the grain of high sensitivities, apart in brightness and in color; edges stay.
// parameter: luma "Brightness" number 0..1 default=0.3 identity=0 step=0.01
// parameter: chroma "Color" number 0..1 default=0.5 identity=0 step=0.01
#include "include/color.glsl"

// Shrinkage of the “à trous” wavelet transform (Starck and Murtagh, “Image restoration with noise suppression using
// the wavelet transform”, 1994), with the non-negative garrote of Gao (1998): of a difference d between two levels
// d × min(1, (t / d)²) is taken away, which is all of it up to the threshold t and ever less of it beyond. Brightness
// is BT.601 luma, color what is left of a channel without it, and both are measured on encoded values.
// The inputs: the picture, and its smoothings from the finest. values[i]: the thresholds of level i, luma and chroma.
vec3 noise(vec3 detail, vec2 threshold) {
    float brightness = luma(detail);
    vec3 color = detail - brightness;
    vec2 size = max(vec2(brightness * brightness, dot(color, color)), 1e-12);
    vec2 part = min(vec2(1.0), threshold * threshold / size);
    return part.x * brightness + part.y * color;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    vec3 finer = color.rgb;
    vec3 coarser = load1(p).rgb;
    vec3 sum = noise(finer - coarser, values[0].xy);
#define LEVEL(i, fetch) finer = coarser; coarser = fetch(p).rgb; sum += noise(finer - coarser, values[i].xy);
#if LEVELS > 1
    LEVEL(1, load2)
#endif
#if LEVELS > 2
    LEVEL(2, load3)
#endif
#if LEVELS > 3
    LEVEL(3, load4)
#endif
    store(p, vec4(color.rgb - sum, color.a));
}
