// filter: film-grain
// title: Film Grain
// group: Effects
// summary: Adds the grain of photographic film.
// words: noise, iso, analog, film, texture, vintage
// makes: color
// reads: place
// parameter: amount "Amount" number 0..1 default=0.25 identity=0 step=0.01
// parameter: size "Size" number 1..10 default=1.5 step=0.1 unit=px
// parameter: color "Color" number 0..1 default=0 step=0.01
// parameter: seed "Seed" integer 0..1000 default=0 step=1
// section: By Tone
// parameter: shadows "Shadows" number 0..2 default=1 step=0.01
// parameter: midtones "Midtones" number 0..2 default=1 step=0.01
// parameter: highlights "Highlights" number 0..2 default=1 step=0.01
// sample: amount=0.6
#include "include/color.glsl"
#include "include/noise.glsl"

// Noise on a lattice with a spacing of `size` picture pixels, interpolated and normalized to a standard
// deviation of 1. In a reduced view grains merge: the mean of n grains has 1/sqrt(n) of their deviation.
float grain(vec2 position, float size, uint seed) {
    vec2 lattice = (position - 0.5) / size;
    ivec2 corner = ivec2(floor(lattice));
    vec2 t = fract(lattice);
    t = t * t * (3.0 - 2.0 * t);
    vec4 weights = vec4((1.0 - t.x) * (1.0 - t.y), t.x * (1.0 - t.y), (1.0 - t.x) * t.y, t.x * t.y);
    vec4 noise = vec4(normalNoise(corner, seed), normalNoise(corner + ivec2(1, 0), seed),
        normalNoise(corner + ivec2(0, 1), seed), normalNoise(corner + ivec2(1, 1), seed));
    float merged = min(1.0, size / max(picture.z, picture.w));
    return dot(noise, weights) * inversesqrt(dot(weights, weights)) * merged;
}

// The grain is strongest in the midtones, where film density varies most, and never zero, even in black and
// white. The factors by tone are weighted by the Bernstein polynomials of degree 2, whose sum is 1.
vec4 filmGrain(
    vec4 color, vec2 position, float amount, float size, float color_, int seed, float shadows,
    float midtones, float highlights
) {
    float light = clamp(luma(color.rgb), 0.0, 1.0);
    float dark = 1.0 - light;
    float tone = 1.0 + (shadows - 1.0) * dark * dark + (midtones - 1.0) * 2.0 * light * dark
        + (highlights - 1.0) * light * light;
    float strength = 0.15 * amount * (0.35 + 2.6 * light * dark) * tone;
    vec3 noise = vec3(grain(position, size, uint(seed)));
    if (color_ > 0.0) {
        vec3 colored = vec3(
            noise.r, grain(position, size, uint(seed) + 4099u), grain(position, size, uint(seed) + 8209u));
        noise = mix(noise, colored, color_);
    }
    return vec4(color.rgb + strength * noise, color.a);
}
