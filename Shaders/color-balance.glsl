// filter: color-balance
// title: Color Balance
// group: Color
// summary: Tints shadows, midtones and highlights with a color each; colors brighter than gray also brighten them.
// words: lift gamma gain, wheels, grading, split toning, shadows midtones highlights, teal and orange
// makes: color
// parameter: lift "Shadows" color default=#808080 identity=#808080
// parameter: gamma "Midtones" color default=#808080 identity=#808080
// parameter: gain "Highlights" color default=#808080 identity=#808080
// sample: lift=#6c7a94 gain=#a08870

// Lift, gamma and gain as in color grading, on encoded values and per channel: x + lift (1 - x), times the
// gain, to the power of 1 / gamma (mirrored for negative values). Middle gray, #808080, has no effect. At its
// extremes, a channel moves black by a fifth, and gain or gamma by half a stop.
vec4 colorBalance(vec4 color, vec3 lift, vec3 gamma, vec3 gain) {
    const float gray = 128.0 / 255.0;
    vec3 x = color.rgb;
    x += 0.4 * (lift - gray) * (1.0 - x);
    x *= exp2(gain - gray);
    return vec4(sign(x) * pow(abs(x), exp2(gray - gamma)), color.a);
}
