// filter: lut
// title: LUT
// group: Color
// summary: Gives the picture the look of a color table (LUT): a .cube or .3dl file, or a HaldCLUT picture.
// space: srgb
// words: cube, 3dl, hald, haldclut, 3d lut, look, grading, film simulation
// makes: color
// parameter: file "File" file default="" identity="" extension=cube,3dl,png,tif,tiff

// size is the table's size; low and high are the range of its input. The entries of a 3D table (SOLID 1) are
// ordered by red, then green, then blue, in rows of 4096. Entries are interpolated linearly; in 3D tables
// within one of the six tetrahedra around a cell's diagonal (Kasson, Plouffe and Nin, "A Tetrahedral
// Interpolation Technique for Color Space Conversion", 1993). The pixels of a HaldCLUT of level L are the L^6
// entries of a table with L * L per axis, row by row.
#if HALD
vec3 entry(int n) {
    int side = imageSize(glint_texture_hald).x;
    return imageLoad(glint_texture_hald, ivec2(n % side, n / side)).rgb;
}
#else
vec3 entry(int n) { return fetchTable(ivec2(n & 4095, n >> 12)).rgb; }
#endif
vec3 entry(ivec3 i, int size) { return entry((i.b * size + i.g) * size + i.r); }

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
#if HALD
    int size = int(pow(float(imageSize(glint_texture_hald).x), 2.0 / 3.0) + 0.5);
#endif
    vec3 position = clamp((color.rgb - low) / (high - low), 0.0, 1.0) * float(size - 1);
    ivec3 i = min(ivec3(position), ivec3(size - 2));
    vec3 t = position - vec3(i);
#if SOLID
    // The path from the cell's first corner to its last begins along the axis with the largest fraction and
    // ends along the axis with the smallest.
    ivec3 first = t.r >= t.g ? (t.r >= t.b ? ivec3(1, 0, 0) : ivec3(0, 0, 1))
        : (t.g >= t.b ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
    ivec3 last = t.r < t.g ? (t.r < t.b ? ivec3(1, 0, 0) : ivec3(0, 0, 1))
        : (t.g < t.b ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
    float high = max(max(t.r, t.g), t.b);
    float low = min(min(t.r, t.g), t.b);
    float middle = t.r + t.g + t.b - high - low;
    vec3 result = (1.0 - high) * entry(i, size) + (high - middle) * entry(i + first, size)
        + (middle - low) * entry(i + 1 - last, size) + low * entry(i + 1, size);
#else
    vec3 result;
    for (int c = 0; c < 3; c++)
        result[c] = mix(entry(i[c])[c], entry(i[c] + 1)[c], t[c]);
#endif
    store(p, vec4(result, color.a));
}
