// filter: temperature
// title: Temperature
// group: Color
// summary: Makes the light warmer or cooler, like a conversion filter on the lens.
// space: srgb
// words: white balance, wb, kelvin, warm, cool, warmth, warmer, cooler, golden
// makes: color
// parameter: amount "Amount" number -150..150 default=0 identity=0 step=1 unit=mired
// sample: amount=80
#include "include/transfer.glsl"

// The color of a black body in linear sRGB with a luminance of 1. The position in the CIE 1960 diagram is
// computed according to M. P. Krystek (An algorithm to calculate correlated colour temperature, 1985), with
// the fractions rewritten for mired.
vec3 blackBody(float mired) {
    float m = mired * 1e-6;
    float u = (1.28641212e-7 + m * (1.54118254e-4 + m * 0.860117757))
        / (7.08145163e-7 + m * (8.42420235e-4 + m));
    float v = (4.20481691e-8 + m * (4.22806245e-5 + m * 0.317398726))
        / (1.61456053e-7 + m * (-2.89741816e-5 + m));
    // For a luminance of 1, X = x / y = 3u / 2v and Z = (1 - x - y) / y = (4 - u - 10v) / 2v.
    vec3 xyz = vec3(3.0 * u, 2.0 * v, 4.0 - u - 10.0 * v) / (2.0 * v);
    return mat3(
        3.2404542, -0.9692660, 0.0556434, -1.5371385, 1.8760108, -0.2040259, -0.4985314, 0.0415560, 1.0572252)
        * xyz;
}

// Gains on linear light (von Kries, per channel). Above 0, the gain is the ratio of a black body `amount`
// mired warmer than white (6504 K, 153.75 mired) to white; below 0 it is the reciprocal, as if such warm
// light were neutralized. Equal steps have equal visual effects. They are the units of conversion filters:
// 85B is 131, 80A is -131. The luminance of grays is preserved.
vec4 temperature(vec4 color, float amount) {
    vec3 gain = blackBody(153.75 + abs(amount)) / blackBody(153.75);
    if (amount < 0.0) gain = 1.0 / gain;
    gain /= dot(gain, vec3(0.2126, 0.7152, 0.0722));
    return vec4(scaleLight(color.rgb, gain), color.a);
}
