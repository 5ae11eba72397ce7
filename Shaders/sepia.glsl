// filter: sepia
// title: Sepia
// group: Effects
// summary: Tones the picture brown, like an old print.
// space: srgb
// words: vintage, old photo, brown, antique, retro
// makes: color
// parameter: amount "Amount" number 0..1 default=1 identity=0 step=0.01

// The matrix of CSS's sepia() (Filter Effects Module 1) on encoded values, mixed with the picture.
vec4 sepia(vec4 color, float amount) {
    const mat3 tone = mat3(0.393, 0.349, 0.272, 0.769, 0.686, 0.534, 0.189, 0.168, 0.131);
    return vec4(mix(color.rgb, tone * color.rgb, amount), color.a);
}
