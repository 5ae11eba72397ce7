// filter: retouch
// title: Retouch
// group: Detail
// summary: Removes spots, scratches and other small things: replaces them by pixels from nearby, which continue the colors around them.
// words: heal, healing, clone, stamp, spot, dust, blemish, scratch, remove, repair, inpaint

// Spots are computed side by side in sheets, then laid over the picture. fetchVector holds, for each tile of
// the picture, the index and the number of its entries, the numbers of the spots that may cover it; from
// sheetFirst on, for each tile of the sheet, its spot or -1; from spotsFirst on, four vectors for each spot:
// its box; its place in the sheet and the shift to its source; radius, feather, opacity and sheet; the index
// and the number of its segments, each a vector of both ends. Boxes, places and shifts are in working pixels,
// other lengths in picture pixels. load reads the picture before the spots of the table, load1 … the sheets.
//
// STEP 0: the difference between target and source, and as the fourth component the weight, or -1 outside
// the picture and where either is transparent. STEP 1: the healed spots, from the differences continued into
// them, which are in the last input. STEP 2: the cloned spots. STEP 3: the picture with all spots.
#include "include/blend.glsl"
#include "include/region-edge.glsl"

vec4 fetchVector(int n) { return fetchTable(ivec2(n & 1023, n >> 10)); }

vec4 sheet(int number, ivec2 p) {
#if SHEETS > 0
    switch (number) {
    case 0: return load1(p);
#if SHEETS > 1
    case 1: return load2(p);
#endif
#if SHEETS > 2
    case 2: return load3(p);
#endif
#if SHEETS > 3
    case 3: return load4(p);
#endif
#if SHEETS > 4
    case 4: return load5(p);
#endif
    }
#endif
    return vec4(0.0);
}

#if STEP == 1
// The last input.
vec4 solution(ivec2 p) {
#if SHEETS == 0
    return load1(p);
#elif SHEETS == 1
    return load2(p);
#elif SHEETS == 2
    return load3(p);
#elif SHEETS == 3
    return load4(p);
#else
    return load5(p);
#endif
}
#endif

// The picture after the spots before the one with the number `limit`: the last of them that covers a pixel
// has been computed over the others.
vec4 before(ivec2 p, int limit) {
    p = clamp(p, ivec2(0), grid - 1);
    vec4 tile = fetchVector((p.y >> tileBits) * tilesAcross + (p.x >> tileBits));
    for (int i = int(tile.y) - 1; i >= 0; i--) {
        int number = int(fetchVector(int(tile.x) + i).x);
        if (number >= limit) continue;
        int spot = spotsFirst + 4 * number;
        ivec4 box = ivec4(fetchVector(spot));
        if (p.x < box.x || p.y < box.y || p.x >= box.z || p.y >= box.w) continue;
        return sheet(int(fetchVector(spot + 2).w), p - box.xy + 1 + ivec2(fetchVector(spot + 1).xy));
    }
    return load(p);
}

// How much a spot covers the working pixel p, without its opacity.
float coverage(int spot, ivec2 p) {
    vec2 position = (vec2(p) + 0.5) * perPixel;
    vec4 edge = fetchVector(spot + 2);
    vec4 segments = fetchVector(spot + 3);
    float far = 1e12;
    for (int i = 0; i < int(segments.y); i++) {
        vec4 ends = fetchVector(int(segments.x) + i);
        vec2 way = ends.zw - ends.xy;
        float part = clamp(dot(position - ends.xy, way) / max(dot(way, way), 1e-12), 0.0, 1.0);
        vec2 apart = position - ends.xy - part * way;
        far = min(far, dot(apart, apart));
    }
    float cover = regionEdge(edge.x - sqrt(far), edge.y, max(perPixel.x, perPixel.y));
    // Weights too small to see would only enlarge the healed area.
    return cover < 0.001 ? 0.0 : cover;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
#if STEP == 3
    store(p, before(p, 1 << 30));
#else
    int number = int(fetchVector(sheetFirst + (p.y >> sheetBits) * sheetAcross + (p.x >> sheetBits)).x);
    if (number < 0) {
        store(p, vec4(0.0, 0.0, 0.0, -1.0));
        return;
    }
    int spot = spotsFirst + 4 * number;
    ivec4 box = ivec4(fetchVector(spot));
    ivec4 place = ivec4(fetchVector(spot + 1));
    ivec2 target = p - place.xy + box.xy - 1;
    bool isInside = all(greaterThanEqual(target, ivec2(0))) && all(lessThan(target, grid))
        && all(lessThanEqual(target, box.zw));
    vec4 below = before(target, number);
    vec4 source = before(target + place.zw, number);
    float opacity = fetchVector(spot + 2).z;
    // Transparent pixels have no color to copy, nor one to continue.
    bool isVisible = source.a > 0.0;
#if STEP == 0
    float weight = isInside ? coverage(spot, target) : -1.0;
    if (weight == 0.0 && !(isVisible && below.a > 0.0)) weight = -1.0;
    // The solver begins with 0 where it computes.
    store(p, weight > 0.0 ? vec4(0.0, 0.0, 0.0, weight) : vec4(below.rgb - source.rgb, weight));
#elif STEP == 1
    vec4 continued = solution(p);
    float weight = isVisible ? max(continued.a, 0.0) : 0.0;
    store(p, blended(0, below, vec4(source.rgb + continued.rgb, below.a), weight * opacity));
#else
    store(p, blended(0, below, source, isInside ? coverage(spot, target) * opacity : 0.0));
#endif
#endif
}
