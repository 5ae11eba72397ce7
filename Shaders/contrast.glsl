// filter: contrast
// title: Contrast
// group: Light
// summary: Increases or reduces the difference between dark and bright tones, around middle gray.
// words: punch, flat
// parameter: amount "Amount" number -1..1 default=0 identity=0 step=0.01
// sample: amount=0.6
#include "include/bias.glsl"

// Schlick's gain on encoded values: two hyperbolas that meet at 0.5 with the slope 2^(1.5 amount) and
// preserve black and white (C. Schlick, Fast Alternatives to Perlin's Bias and Gain Functions, Graphics Gems
// IV, 1994).
vec4 contrast(vec4 color, float amount) {
    vec3 fromGray = 2.0 * color.rgb - 1.0;
    return vec4(0.5 + 0.5 * sign(fromGray) * bias(abs(fromGray), exp2(1.5 * amount)), color.a);
}
