// filter: unsharp-mask
// title: Unsharp Mask
// group: Detail
// summary: Sharpens edges of a chosen width, and spares faint differences, such as noise, below a threshold.
// words: sharpness, sharpen, crisp, usm
// parameter: amount "Amount" number 0..3 default=1 identity=0 step=0.05
// parameter: radius "Radius" number 0..100 default=4 identity=0 step=0.5 unit=px curve=square help="The standard deviation of the blur is half the radius."
// parameter: threshold "Threshold" number 0..0.25 default=0 step=0.005
// pass: blurred = filter gaussian-blur(entering, radius=radius)
// pass: result = masked(entering, blurred) when amount × radius > 0

// color + amount × (color - blurred), per channel on encoded values, as in darkrooms (Gonzalez and Woods,
// “Digital Image Processing”, 3.6.3). The threshold is subtracted from each difference, so that the effect
// sets in gradually.
vec4 masked(ivec2 p) {
    vec4 color = entering(p);
    vec3 detail = color.rgb - blurred(p).rgb;
    detail -= clamp(detail, -threshold, threshold);
    return vec4(color.rgb + amount * detail, color.a);
}
