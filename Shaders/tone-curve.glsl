// filter: tone-curve
// title: Tone Curve
// group: Light
// summary: Brightens or darkens tones along curves that you draw, for all colors together and for each of red, green and blue.
// words: curves, s-curve, rgb curves, gradation
// makes: color
// parameter: all "All Channels" curve default=0,0;1,1 identity=0,0;1,1
// parameter: red "Red" curve default=0,0;1,1 identity=0,0;1,1
// parameter: green "Green" curve default=0,0;1,1 identity=0,0;1,1
// parameter: blue "Blue" curve default=0,0;1,1 identity=0,0;1,1
// sample: all=0,0;0.25,0.15;0.75,0.85;1,1

// On encoded values. The curves are monotone cubics (MonotoneCurve.swift); the common curve is applied first.
vec4 toneCurve(vec4 color, int all, int red, int green, int blue) {
    vec3 toned = vec3(curve(all, color.r), curve(all, color.g), curve(all, color.b));
    return vec4(curve(red, toned.r), curve(green, toned.g), curve(blue, toned.b), color.a);
}
