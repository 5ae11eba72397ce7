// filter: invert
// title: Invert
// group: Color
// summary: Inverts colors, as on a film negative.
// words: negative, inversion, film negative
// parameter: amount "Amount" number 0..1 default=1 identity=0 step=0.01

// Mixes the color with 1 - color, per channel on encoded values.
vec4 invert(vec4 color, float amount) {
    return vec4(mix(color.rgb, 1.0 - color.rgb, amount), color.a);
}
