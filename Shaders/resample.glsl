// One axis (AXIS 0 or 1) of a reduction: the cubic of Keys with a = -1/2, widened by the reduction.
// values[0] holds the source's size, the result's, and the width of the cubic in source pixels; values[1] the
// middle of the region's first pixel in the source: whole part, and the rest in parts of 2 result sizes.
// Colors weigh by alpha.
float cubic(float x) {
    x = abs(x);
    float near = (1.5 * x - 2.5) * x * x + 1.0;
    float far = ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0;
    return x < 1.0 ? near : x < 2.0 ? far : 0.0;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    int sourceSize = int(values[0].x);
    uint parts = 2u * uint(values[0].y);
    float width = values[0].z;
    // The pixel's middle in the source, (p + 1/2) source / result: whole part and fraction apart, for in a
    // picture of 20 000 pixels a float would miss it by hundredths.
    uint numerator = uint(values[1].y) + 2u * uint(p[AXIS] - regionOrigin[AXIS]) * uint(sourceSize);
    int whole = int(values[1].x) + int(numerator / parts);
    float fraction = float(numerator % parts) / float(parts);
    int reach = int(ceil(2.0 * width)) + 1;
    int first = max(whole - reach, 0);
    int last = min(whole + reach, sourceSize - 1);
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    ivec2 read = p;
    for (read[AXIS] = first; read[AXIS] <= last; read[AXIS]++) {
        float weight = cubic((float(read[AXIS] - whole) + 0.5 - fraction) / width);
        vec4 color = load(read);
        sum += weight * vec4(color.rgb * color.a, color.a);
        weights += weight;
    }
    sum /= weights;
    store(p, vec4(sum.a > 0.0 ? sum.rgb / sum.a : vec3(0.0), sum.a));
}
