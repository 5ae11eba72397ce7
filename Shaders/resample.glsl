// One axis (AXIS 0 or 1) of a reduction. `data` holds for each place along the axis, from the pass's first on,
// the first pixel to read and values[0].x weights. Colors weigh by alpha.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    int taps = int(values[0].x);
    int entry = (p[AXIS] - regionOrigin[AXIS]) * (taps + 1);
    ivec2 read = p;
    read[AXIS] = int(data[entry]);
    vec4 sum = vec4(0.0);
    for (int i = 1; i <= taps; i++) {
        vec4 color = load(read);
        sum += data[entry + i] * vec4(color.rgb * color.a, color.a);
        read[AXIS]++;
    }
    store(p, vec4(sum.a > 0.0 ? sum.rgb / sum.a : vec3(0.0), sum.a));
}
