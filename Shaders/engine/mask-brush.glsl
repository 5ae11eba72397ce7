// Brush strokes: fetchTable holds a vector for each square tile with the index and the number of its
// segments, and in b the number of tiles; then hardness, flow and erasing of each stroke; then the
// segments, two vectors each: both ends, and both radii with the number of the stroke. Lengths are in picture
// pixels.
//
// Within a stroke the largest coverage counts, so that it does not build up where it crosses itself; strokes
// are laid over each other and, with CONTINUED, over the mask of the second input. With REFINED, the result
// is what the guided filter averages: the luma, the mask, their product and the square of the luma.
#include "include/region-edge.glsl"

vec4 fetchVector(int n) { return fetchTable(ivec2(n & 4095, n >> 12)); }

// How much a segment covers a position, without its flow.
float coverage(vec4 ends, vec2 radii, float hardness, vec2 position, float pixel) {
    vec2 way = ends.zw - ends.xy;
    float part = clamp(dot(position - ends.xy, way) / max(dot(way, way), 1e-12), 0.0, 1.0);
    float radius = mix(radii.x, radii.y, part);
    float depth = radius - distance(position, ends.xy + part * way);
    return regionEdge(depth, radius * (1.0 - hardness), pixel);
}

float laid(float mask, vec4 stroke, float cover) {
    float weight = cover * stroke.y;
    return stroke.z > 0.5 ? mask * (1.0 - weight) : mask + (1.0 - mask) * weight;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 position = (vec2(p) + 0.5) * picture.zw;
    float pixel = max(picture.z, picture.w);
    vec4 tile = fetchVector((p.y >> tileBits) * tilesAcross + (p.x >> tileBits));
    int next = int(tile.x);
#if CONTINUED
    float mask = load1(p).x;
#else
    float mask = 0.0;
#endif
    float cover = 0.0;
    int current = -1;
    vec4 stroke = vec4(0.0);
    for (int i = 0; i < int(tile.y); i++, next += 2) {
        vec4 ends = fetchVector(next);
        vec4 radii = fetchVector(next + 1);
        if (int(radii.z) != current) {
            mask = laid(mask, stroke, cover);
            cover = 0.0;
            current = int(radii.z);
            stroke = fetchVector(int(tile.z) + current);
        }
        cover = max(cover, coverage(ends, radii.xy, stroke.x, position, pixel));
    }
    mask = laid(mask, stroke, cover);
#if REFINED
    // ITU-R BT.601.
    float y = dot(clamp(load(p).rgb, 0.0, 1.0), vec3(0.299, 0.587, 0.114));
    store(p, vec4(y, mask, y * mask, y * y));
#else
    store(p, vec4(vec3(mask), 1.0));
#endif
}
