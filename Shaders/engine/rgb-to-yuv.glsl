// Converts a picture with straight alpha to the samples of one plane of a video frame. The picture lies in a
// frame that may be larger. CHANNEL0(t) … CHANNEL3(t) are the levels of a texel's channels; LOAD(p) reads a
// pixel of the picture.
//
// Formulas are those of ITU-R BT.601, BT.709 and BT.2020.
layout(std140, binding = 0) uniform Frame {
    ivec4 plane;   // xy: the number of texels to write; z: the first row of the plane
    ivec4 placed;  // the picture's rectangle in the frame: from xy, with the size zw
    ivec4 frame;   // x: the first row of the picture that the texture holds; yz: the frame's size
    vec4 rows[3];  // of the matrix from R'G'B' in 0…1 to levels, and the offset
    vec4 limits;   // x: the highest level; y: that of alpha; z: the scale of the picture's levels; w: peak
};

#if TONE_MAP > 0
// The inverse of the tone map of a frame whose range is kept: a PQ or HLG signal.
vec3 highRange(vec3 color) {
    vec3 signal = expanded(pqSignal(standardWhite * pow(max(color, 0.0), vec3(2.4))), limits.w);
#if TONE_MAP == 2
    signal = hlgSignal(pqLight(signal) / hlgPeak);
#endif
    return clamp(signal, 0.0, 1.0);
}
#endif

// A pixel of the frame. Outside of the picture it is black, or the first or last column or row of the same
// field repeated.
vec4 pixel(ivec2 p) {
    p.x = clamp(p.x, 0, frame.y - 1);
    if (p.y < 0) p.y += INTERLACED ? 2 : 1;
#if BARS
    p.y = min(p.y, frame.z - 1);
    p -= placed.xy;
    if (any(lessThan(p, ivec2(0))) || any(greaterThanEqual(p, placed.zw))) return vec4(0, 0, 0, 1);
#else
    p -= placed.xy;
    p.x = min(p.x, placed.z - 1);
    int step = INTERLACED && placed.w > 1 ? 2 : 1;
    if (p.y >= placed.w) p.y -= (p.y - placed.w + step) / step * step;
#endif
    vec4 color = vec4(LOAD(p - ivec2(0, frame.x))) * limits.z;
#if BLENDS
    color.rgb = mix(vec3(1), color.rgb, color.a);
#endif
#if TONE_MAP > 0
    color.rgb = highRange(color.rgb);
#endif
    return color;
}

uint level(int component, vec4 color) {
    return uint(clamp(dot(rows[component].xyz, color.rgb) + rows[component].w, 0.0, limits.x) + 0.5);
}

uint sampleAt(int component, ivec2 p) { return level(component, pixel(p)); }

uint alphaAt(ivec2 p) { return uint(limits.y * pixel(p).a + 0.5); }

// The color at a row of chroma, which is in the middle of two rows, as in MPEG-2 and H.264, or at the upper
// one. Each field has its own: in a field, chroma row n of the former lies at luma line 2n + ¼ (top field) or
// 2n + ¾ (bottom field).
vec4 colorAtRow(int x, int row) {
    if (SUBSAMPLING.y == 0) return pixel(ivec2(x, row));
    int step = INTERLACED ? 2 : 1;
    int parity = INTERLACED ? row & 1 : 0;
    int upper = row / step * 2 * step + parity;
    vec4 here = pixel(ivec2(x, upper));
    vec4 below = pixel(ivec2(x, upper + step));
    if (SITED_AT_ROW) return 0.25 * (pixel(ivec2(x, upper - step)) + below) + 0.5 * here;
    return mix(here, below, INTERLACED ? (parity == 1 ? 0.75 : 0.25) : 0.5);
}

// Horizontally, chroma is at the left of two pixels, or in their middle.
uint chromaAt(int component, ivec2 p) {
    if (SUBSAMPLING.x == 0) return level(component, colorAtRow(p.x, p.y));
    int x = 2 * p.x;
    vec4 here = colorAtRow(x, p.y);
    vec4 right = colorAtRow(x + 1, p.y);
    if (!SITED_AT_COLUMN) return level(component, 0.5 * (here + right));
    return level(component, 0.25 * (colorAtRow(x - 1, p.y) + right) + 0.5 * here);
}

void main() {
    ivec2 t = ivec2(gl_GlobalInvocationID.xy);
    if (t.x >= plane.x || t.y >= plane.y) return;
    ivec2 p = t + ivec2(0, plane.z);
    imageStore(result, t, uvec4(CHANNEL0(p), CHANNEL1(p), CHANNEL2(p), CHANNEL3(p)));
}
