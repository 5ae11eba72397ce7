// Reduces a picture along y, whose colors are multiplied by alpha.
layout(std140, binding = 0) uniform Reduction {
    ivec4 area;   // the part to compute, from xy up to but excluding zw
    ivec4 lines;  // x: rows of the whole result; y: rows of the whole input; z: the first row of the texture
};

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    Taps rows = taps(p.y, lines.x, lines.y);
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int row = rows.first; row <= rows.last; row++) {
        float share = weight(rows, row);
        sum += share * texelFetch(columns, ivec2(p.x - area.x, row - lines.z), 0);
        weights += share;
    }
    vec4 color = sum / weights;
#if OPAQUE
    color.a = 1.0;
#else
    color.rgb = color.a > 0.0 ? color.rgb / color.a : vec3(0.0);
#endif
    imageStore(result, p - area.xy, color);
}
