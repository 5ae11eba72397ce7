// filter: gamma
// title: Gamma
// group: Light
// summary: Brightens or darkens the midtones by a gamma value; black and white stay unchanged.
// words: midtones, brighten
// parameter: gamma "Gamma" number 0.3..3 default=1 identity=1 step=0.01 curve=square
// sample: gamma=1.6

// x^(1 / gamma) on encoded values, mirrored for negative ones; as in other programs, a gamma above 1
// brightens.
vec4 gamma(vec4 color, float gamma) {
    return vec4(sign(color.rgb) * pow(abs(color.rgb), vec3(1.0 / gamma)), color.a);
}
