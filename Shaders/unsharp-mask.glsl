// filter: unsharp-mask
// title: Unsharp Mask
// group: Detail
// summary: Strengthens what differs from a blurred copy by more than the threshold; its standard deviation is half the radius.
// parameter: amount "Amount" number 0..3 default=1 identity=0 step=0.05
// parameter: radius "Radius" number 0..100 default=4 identity=0 step=0.5 unit=px curve=square
// parameter: threshold "Threshold" number 0..0.25 default=0 step=0.005

// color + amount × (color - blurred), channel by channel on encoded values, as in darkrooms (Gonzalez and Woods,
// “Digital Image Processing”, 3.6.3). Of each difference the threshold is taken away, so that it sets in gently.
// The first input is the picture, the second its blurred copy. values[0]: amount, threshold.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    vec3 detail = color.rgb - load1(p).rgb;
    detail -= clamp(detail, -values[0].y, values[0].y);
    store(p, vec4(color.rgb + values[0].x * detail, color.a));
}
