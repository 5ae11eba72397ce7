// filter: bloom
// title: Bloom
// group: Light
// summary: Lets bright parts glow over what is around them, as in a lens or through mist.
// parameter: amount "Amount" number 0..1 default=0.4 identity=0 step=0.01
// parameter: threshold "Threshold" number 0..1 default=0.6 step=0.01
// parameter: radius "Radius" number 0..300 default=60 step=1 unit=px curve=square

// Lays the blurred light of bloom-light.glsl over the picture as a screen, 1 - (1 - a) (1 - b) on encoded values, so
// that nothing grows beyond white by it. The inputs: the picture, its blurred light. values[0].x: the amount.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    vec3 room = max(1.0 - color.rgb, 0.0);
    store(p, vec4(color.rgb + values[0].x * load1(p).rgb * room, color.a));
}
