// filter: noise-reduction
// title: Noise Reduction
// group: Detail
// summary: Reduces high-ISO noise, separately in brightness and color, and keeps edges.
// words: denoise, grain, iso, clean, smooth
// parameter: luma "Brightness" number 0..1 default=0.3 identity=0 step=0.01
// parameter: chroma "Color" number 0..1 default=0.5 identity=0 step=0.01
// pass: finest = smoothed(entering, spacing=1) along xy reach 2 × ceil(1 × scale) ÷ scale when 1 × scale > 0.3
// pass: fine = smoothed(finest, spacing=2) along xy reach 2 × ceil(2 × scale) ÷ scale when 2 × scale > 0.3
// pass: coarse = smoothed(fine, spacing=4) along xy reach 2 × ceil(4 × scale) ÷ scale when 4 × scale > 0.3
// pass: coarsest = smoothed(coarse, spacing=8) along xy reach 2 × ceil(8 × scale) ÷ scale when 8 × scale > 0.3
// pass: result = cleaned(entering, finest, fine, coarse, coarsest) when max(luma, chroma) × (8 × scale > 0.3) > 0
#include "include/alpha.glsl"

// The weighted mean of five pixels at the given spacing along one axis, with the weights 1 4 6 4 1 of the
// cubic B-spline times alpha. Fractional spacings are rounded up; the outer pixels then have less weight, so
// that the variance is that of the requested spacing.
vec4 smoothed(ivec2 p) {
    int far = reach / 2;
    float share = spacing / dot(vec2(step), picture.zw) / float(far);
    share *= share;
    ivec2 next = far * step;
#define READ(q) premultiplied(from(q))
    return straight((1.0 - 0.625 * share) * READ(p) + 0.25 * share * (READ(p - next) + READ(p + next))
        + 0.0625 * share * (READ(p - 2 * next) + READ(p + 2 * next)));
}

// The noise in a detail level: its small differences. `deviation` is the standard deviation that white noise
// of standard deviation 1 has in the level. Color noise from cameras and JPEG files is coarse, so its
// thresholds decrease less from level to level.
vec3 noise(vec3 detail, float deviation, float spacing) {
    // At the sliders' ends, the standard deviation of the noise is 0.03 for luma and 0.04 for color. The
    // threshold is three standard deviations.
    vec2 threshold = 3.0 * vec2(0.03 * luma * deviation, 0.04 * chroma * min(1.0, deviation * spacing));
    float brightness = dot(detail, vec3(0.299, 0.587, 0.114));
    vec3 color = detail - brightness;
    vec2 size = max(vec2(brightness * brightness, dot(color, color)), 1e-12);
    vec2 part = min(vec2(1.0), threshold * threshold / size);
    return part.x * brightness + part.y * color;
}

// Shrinkage of the “à trous” wavelet transform (Starck and Murtagh, “Image restoration with noise suppression
// using the wavelet transform”, 1994), with the non-negative garrote of Gao (1998): from a difference d
// between two levels, d × min(1, (t / d)²) is subtracted. That is all of it up to the threshold t, and less
// and less beyond. Brightness is BT.601 luma, color is what remains of each channel without it; both are
// measured on encoded values. The deviations are those of the two-dimensional B-spline transform (Starck and
// Murtagh, “Automatic noise estimation from the multiresolution support”, 1998).
vec4 cleaned(ivec2 p) {
    vec4 color = entering(p);
    vec3 a = finest(p).rgb;
    vec3 b = fine(p).rgb;
    vec3 c = coarse(p).rgb;
    vec3 d = coarsest(p).rgb;
    vec3 sum = noise(color.rgb - a, 0.889, 1.0) + noise(a - b, 0.200, 2.0) + noise(b - c, 0.0857, 4.0)
        + noise(c - d, 0.0413, 8.0);
    return vec4(color.rgb - sum, color.a);
}
