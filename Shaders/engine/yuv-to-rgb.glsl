// Converts the samples of a decoded frame to R'G'B' and alpha, at its own size or reduced along x. The planes
// are textures of whole numbers; SAMPLE0(p) … SAMPLE3(p) read the levels of a component at a position in its
// plane.
//
// Code points are those of ITU-T H.273; the formulas are those of ITU-R BT.601, BT.709 and BT.2020.
layout(std140, binding = 0) uniform Frame {
    ivec4 area;       // the part to compute, from xy up to but excluding zw
    ivec4 stored;     // xy: the size as stored; z: quarter turns clockwise, after mirroring if w is 1
    ivec4 widths;     // x: of the whole result; y: of the upright frame
    ivec4 held;       // xy: the first row that the planes hold, and that of chroma; zw: the first columns
    vec4 rows[3];     // of the matrix from levels to R'G'B' in 0…1, and the offset
    vec4 siting;      // xy: of the first chroma sample; z: scale of alpha; w: exponent or peak of tone map
    vec4 primaries[3];  // rows of the matrix to linear light of BT.709's primaries
};

// The position in the stored frame of a pixel of the upright one.
ivec2 storedPosition(ivec2 p) {
    ivec2 last = stored.xy - 1;
    ivec2 s = p;
    if (stored.z == 1) s = ivec2(p.y, last.y - p.x);
    if (stored.z == 2) s = last - p;
    if (stored.z == 3) s = ivec2(last.x - p.y, p.x);
    if (stored.w == 1) s.x = last.x - s.x;
    return s;
}

#if SUBSAMPLED
vec2 chromaAt(ivec2 p) { return vec2(SAMPLE1(p), SAMPLE2(p)); }

// Chroma is linear between its samples. Each field has its own: in a field, chroma row n lies at luma line
// 2n + ¼ (top field) or 2n + ¾ (bottom field).
vec2 chroma(ivec2 s) {
    ivec2 size = (stored.xy + (ivec2(1) << SUBSAMPLING) - 1) >> SUBSAMPLING;
    float x = (float(s.x) - siting.x) / float(1 << SUBSAMPLING.x);
    int step = INTERLACED && SUBSAMPLING.y > 0 ? 2 : 1;
    int parity = step == 2 ? s.y & 1 : 0;
    int line = s.y / step;
    int lines = (size.y - parity + step - 1) / step;
    float down = siting.y;
    if (step == 2 && down > 0.0) down *= parity == 1 ? 1.5 : 0.5;
    float y = (float(line) - down) / float(1 << SUBSAMPLING.y);
    ivec2 first = ivec2(floor(vec2(x, y)));
    ivec2 columns = clamp(ivec2(first.x, first.x + 1), 0, size.x - 1);
    ivec2 between = clamp(ivec2(first.y, first.y + 1), 0, max(lines - 1, 0)) * step + parity;
    between = clamp(between, 0, size.y - 1) - held.yy;
    columns -= held.ww;
    vec2 share = vec2(x, y) - vec2(first);
    vec2 upper = mix(chromaAt(ivec2(columns.x, between.x)), chromaAt(ivec2(columns.y, between.x)), share.x);
    if (SUBSAMPLING.y == 0) return upper;
    vec2 lower = mix(chromaAt(ivec2(columns.x, between.y)), chromaAt(ivec2(columns.y, between.y)), share.x);
    return mix(upper, lower, share.y);
}
#endif

#if TONE_MAP > 0
// Light is encoded with the inverse of BT.1886.
vec3 displayed(vec3 signal) {
    signal = clamp(signal, 0.0, 1.0);
    vec3 light;
#if TONE_MAP == 1
    light = pqLight(compressed(signal, siting.w)) / standardWhite;
#elif TONE_MAP == 2
    light = pqLight(compressed(pqSignal(hlgPeak * hlgLight(signal)), siting.w)) / standardWhite;
#elif TONE_MAP == 3
    light = pow(signal, vec3(siting.w));
#else
    light = toLinear(signal);
#endif
#if INVERTIBLE
    return pow(light, vec3(1.0 / 2.4));
#endif
    light = vec3(dot(primaries[0].xyz, light), dot(primaries[1].xyz, light), dot(primaries[2].xyz, light));
    light = clamp(light, 0.0, 1.0);
#if TONE_MAP == 4
    return toEncoded(light);
#elif TONE_MAP == 3
    return pow(light, vec3(1.0 / siting.w));
#else
    return pow(light, vec3(1.0 / 2.4));
#endif
}
#endif

// A pixel of the upright frame.
vec4 converted(ivec2 p) {
    ivec2 s = storedPosition(p);
    ivec2 here = s - held.zx;
    vec3 levels = vec3(SAMPLE0(here), 0.0, 0.0);
#if SUBSAMPLED
    levels.yz = chroma(s);
#elif COLORS == 3
    levels.yz = vec2(SAMPLE1(here), SAMPLE2(here));
#endif
    vec3 color = vec3(
        dot(rows[0].xyz, levels) + rows[0].w, dot(rows[1].xyz, levels) + rows[1].w,
        dot(rows[2].xyz, levels) + rows[2].w);
#if TONE_MAP > 0
    color = displayed(color);
#endif
    float alpha = 1.0;
#ifdef ALPHA
    alpha = ALPHA(here) * siting.z;
#endif
    return clamp(vec4(color, alpha), 0.0, 1.0);
}

#if REDUCED
// The pixel of a row that is reduced along x, with a kernel widened by the reduction. Colors are weighted by
// alpha.
vec4 reduced(ivec2 p) {
    float ratio = float(widths.y) / float(widths.x);
    float middle = (float(p.x) + 0.5) * ratio - 0.5;
    float scale = max(1.0, ratio);
    int last = min(widths.y - 1, int(floor(middle + 2.0 * scale)));
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int column = max(0, int(ceil(middle - 2.0 * scale))); column <= last; column++) {
        float weight = cubic((float(column) - middle) / scale);
        sum += weight * premultiplied(converted(ivec2(column, p.y)));
        weights += weight;
    }
    return UNPREMULTIPLY == 1 ? straight(sum / weights) : sum / weights;
}
#endif

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
#if REDUCED
    imageStore(result, p - area.xy, reduced(p));
#else
    imageStore(result, p - area.xy, converted(p));
#endif
}
