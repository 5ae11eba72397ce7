// filter: levels
// title: Levels
// group: Light
// summary: Sets which tones become black and white, and adjusts those in between.
// words: black point, white point, histogram
// parameter: black "Black Point" number 0..1 default=0 identity=0 step=0.005
// parameter: white "White Point" number 0..1 default=1 identity=1 step=0.005
// parameter: gamma "Gamma" number 0.3..3 default=1 identity=1 step=0.01 curve=square
// parameter: outputBlack "Output Black" number 0..1 default=0 identity=0 step=0.005
// parameter: outputWhite "Output White" number 0..1 default=1 identity=1 step=0.005
// sample: black=0.15 white=0.85

// ((x - black) / (white - black))^(1 / gamma), mapped to the output range, on encoded values, as in GIMP and
// other programs; mirrored for values below the black point. If the points are closer than a 16-bit level,
// they are treated as one level apart. If they are in reverse order, the result is a negative.
vec4 levels(vec4 color, float black, float white, float gamma, float outputBlack, float outputWhite) {
    float range = white - black;
    range = range < 0.0 ? min(range, -1.0 / 65535.0) : max(range, 1.0 / 65535.0);
    vec3 x = (color.rgb - black) / range;
    x = sign(x) * pow(abs(x), vec3(1.0 / gamma));
    return vec4(outputBlack + (outputWhite - outputBlack) * x, color.a);
}
