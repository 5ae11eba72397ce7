// filter: blacks
// title: Blacks
// group: Light
// summary: Lightens or darkens the darkest tones and leaves bright ones unchanged.
// words: levels, black point, depth
// parameter: amount "Amount" number -1..1 default=0 identity=0 step=0.01
// sample: amount=-0.6

// x + amount / 5 (1 - x)³ on encoded values moves black by a fifth. Values above white are unchanged; below
// black the curve continues as a straight line.
vec4 blacks(vec4 color, float amount) {
    vec3 t = 1.0 - clamp(color.rgb, 0.0, 1.0);
    vec3 beyond = max(-color.rgb, 0.0);
    return vec4(color.rgb + 0.2 * amount * (t * t * t + 3.0 * beyond), color.a);
}
