// filter: whites
// title: Whites
// group: Light
// summary: Lightens or darkens the brightest tones and leaves dark ones unchanged.
// words: levels, white point, brilliance
// parameter: amount "Amount" number -1..1 default=0 identity=0 step=0.01
// sample: amount=0.6

// x + amount / 4 x³ on encoded values moves white by a quarter. Values below black are unchanged; above white
// the curve continues as a straight line.
vec4 whites(vec4 color, float amount) {
    vec3 t = clamp(color.rgb, 0.0, 1.0);
    vec3 beyond = max(color.rgb - 1.0, 0.0);
    return vec4(color.rgb + 0.25 * amount * (t * t * t + 3.0 * beyond), color.a);
}
