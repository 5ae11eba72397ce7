// Converts a picture with straight alpha to the samples of one plane of a video frame. The picture lies in a
// frame that may be larger. CHANNEL0(t) … CHANNEL3(t) are the levels of a texel's channels.
//
// Formulas are those of ITU-R BT.601, BT.709 and BT.2020.
layout(std140, binding = 0) uniform Frame {
    ivec4 plane;    // xy: the number of texels to write; z: the first row of the plane; w: 1 for black bars
    ivec4 placed;   // the picture's rectangle in the frame: from xy, with the size zw
    ivec4 firstRow; // x: the first row of the picture that the texture holds; yz: the frame's size
    vec4 rows[3];   // of the matrix from R'G'B' in 0…1 to levels, and the offset
    vec4 limits;    // x: the highest level; y: that of alpha; z: the scale of the picture's levels
};

// A pixel of the frame. Outside of the picture it is black, or the last column and the last row of the same
// field repeated.
vec4 pixel(ivec2 p) {
    ivec2 size = placed.zw;
    p -= placed.xy;
    bool isOutside = any(lessThan(p, ivec2(0))) || any(greaterThanEqual(p, size));
    if (plane.w == 1 && isOutside) return vec4(0, 0, 0, 1);
    int step = INTERLACED && size.y > 1 ? 2 : 1;
    if (p.y >= size.y) p.y -= (p.y - size.y + step) / step * step;
    p = clamp(p, ivec2(0), size - 1);
    vec4 color = vec4(texelFetch(picture, p - ivec2(0, firstRow.x), 0)) * limits.z;
#if BLENDS
    color.rgb = mix(vec3(1), color.rgb, color.a);
#endif
    return color;
}

float level(int component, vec4 color) {
    if (component == 3) return limits.y * color.a;
    return clamp(dot(rows[component].xyz, color.rgb) + rows[component].w, 0.0, limits.x);
}

uint rounded(float level) { return uint(level + 0.5); }

uint sampleAt(int component, ivec2 p) { return rounded(level(component, pixel(p))); }

// Chroma is sited as in MPEG-2 and H.264: horizontally at the left of two pixels, vertically between two
// rows. Each field has its own: in a field, chroma row n lies at luma line 2n + ¼ (top field) or 2n + ¾
// (bottom field).
float chromaOfColumn(int component, int x, int row) {
    x = clamp(x, 0, firstRow.y - 1);
    if (SUBSAMPLING.y == 0) return level(component, pixel(ivec2(x, row)));
    int upper = 2 * row, lower = 2 * row + 1;
    float share = 0.5;
    if (INTERLACED) {
        int parity = row & 1;
        upper = row / 2 * 4 + parity;
        lower = upper + 2;
        share = parity == 1 ? 0.75 : 0.25;
    }
    return level(component, mix(pixel(ivec2(x, upper)), pixel(ivec2(x, lower)), share));
}

uint chromaAt(int component, ivec2 p) {
    if (SUBSAMPLING.x == 0) return rounded(chromaOfColumn(component, p.x, p.y));
    return rounded(
        0.25 * chromaOfColumn(component, 2 * p.x - 1, p.y) + 0.5 * chromaOfColumn(component, 2 * p.x, p.y)
            + 0.25 * chromaOfColumn(component, 2 * p.x + 1, p.y));
}

void main() {
    ivec2 t = ivec2(gl_GlobalInvocationID.xy);
    if (t.x >= plane.x || t.y >= plane.y) return;
    ivec2 p = t + ivec2(0, plane.z);
    imageStore(result, t, uvec4(CHANNEL0(p), CHANNEL1(p), CHANNEL2(p), CHANNEL3(p)));
}
