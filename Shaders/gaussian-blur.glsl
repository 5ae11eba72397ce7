// filter: gaussian-blur
// title: Gaussian Blur
// group: Blur
// summary: Softens the picture evenly; the standard deviation is half the radius.
// parameter: radius "Radius" number 0..200 default=10 identity=0 step=1 unit=px curve=square

// One axis (AXIS 0 or 1) of the blur. An invocation makes OUTPUTS pixels along the axis, so that each pixel
// it reads serves all of them. `data` holds the weights from one end of the kernel to the other, with
// OUTPUTS - 1 zeros before and enough after; values[0].x is the kernel's reach, values[0].y the chunks of
// OUTPUTS pixels to read. Colors weigh by alpha: PREMULTIPLY says that the input is straight,
// UNPREMULTIPLY that the result is to be.
const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * (ivec2(1) + (OUTPUTS - 1) * step);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 sums[OUTPUTS];
    for (int j = 0; j < OUTPUTS; j++) sums[j] = vec4(0.0);
    ivec2 read = p - int(values[0].x) * step;
    int chunks = int(values[0].y);
    for (int chunk = 0; chunk < chunks; chunk++) {
        float weights[2 * OUTPUTS - 1];
        for (int k = 0; k < 2 * OUTPUTS - 1; k++) weights[k] = data(chunk * OUTPUTS + k);
        for (int i = 0; i < OUTPUTS; i++) {
            vec4 color = load(read);
#if PREMULTIPLY
            color.rgb *= color.a;
#endif
            for (int j = 0; j < OUTPUTS; j++) sums[j] += weights[OUTPUTS - 1 + i - j] * color;
            read += step;
        }
    }
    for (int j = 0; j < OUTPUTS; j++) {
        ivec2 place = p + j * step;
        if (place.x >= area.z || place.y >= area.w) return;
        vec4 color = sums[j];
#if UNPREMULTIPLY
        color.rgb = color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
#endif
        store(place, color);
    }
}
