#include "include/alpha.glsl"

// Colors between the pixels of the first input, which is premultiplied if the filter's header declares that.
#ifdef PREMULTIPLIED_COLORS
#define GLINT_SAMPLE(p) from(p)
#else
#define GLINT_SAMPLE(p) premultiplied(from(p))
#endif

// The premultiplied color at a position between pixels, interpolated bilinearly; pixel centers are at
// integers.
vec4 linearSample(vec2 position) {
    vec2 corner = floor(position);
    vec2 t = position - corner;
    ivec2 p = ivec2(corner);
    vec4 above = mix(GLINT_SAMPLE(p), GLINT_SAMPLE(p + ivec2(1, 0)), t.x);
    vec4 below = mix(GLINT_SAMPLE(p + ivec2(0, 1)), GLINT_SAMPLE(p + ivec2(1, 1)), t.x);
    return mix(above, below, t.y);
}

// The Catmull-Rom weights of the four pixels around a position; t is the position between the middle two,
// 0…1.
vec4 catmullRom(float t) {
    return 0.5 * vec4(
        t * (-1.0 + t * (2.0 - t)), 2.0 + t * t * (3.0 * t - 5.0), t * (1.0 + t * (4.0 - 3.0 * t)),
        t * t * (t - 1.0));
}

// The premultiplied color at a position between pixels, by Catmull-Rom interpolation. At a pixel's center it
// is the pixel's own color.
vec4 cubicSum(vec2 position) {
    vec2 corner = floor(position);
    vec4 x = catmullRom(position.x - corner.x);
    vec4 y = catmullRom(position.y - corner.y);
    ivec2 p = ivec2(corner) - 1;
    vec4 sum = vec4(0.0);
    for (int row = 0; row < 4; row++) {
        sum += y[row] * (x.x * GLINT_SAMPLE(p + ivec2(0, row)) + x.y * GLINT_SAMPLE(p + ivec2(1, row))
            + x.z * GLINT_SAMPLE(p + ivec2(2, row)) + x.w * GLINT_SAMPLE(p + ivec2(3, row)));
    }
    return sum;
}

// Converts a sum of such colors to straight alpha. The cubic overshoots, also in alpha.
vec4 cubicColor(vec4 sum) { return vec4(straight(sum).rgb, clamp(sum.a, 0.0, 1.0)); }

vec4 cubicSample(vec2 position) { return cubicColor(cubicSum(position)); }
