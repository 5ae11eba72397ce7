#include "include/footprint.glsl"

// Shared by warps within a circle. A kernel defines origin(), which maps a position to its source, both in
// picture pixels relative to the center. fade is (1 - ρ²)², where ρ is the distance from the center divided
// by the radius: 1 in the middle, and 0 at the rim, where the warp blends smoothly into the picture. center
// and radius are in picture pixels; strength is specific to the warp; samples is the number of samples needed
// for the longest footprint.
vec2 origin(vec2 position, float fade);

// The source of a position, both in working pixels, whose centers are at integers.
vec2 source(vec2 pixel) {
    vec2 position = (pixel + 0.5) * picture.zw - center;
    float inside = max(1.0 - dot(position, position) / (radius * radius), 0.0);
    return (center + origin(position, inside * inside)) / picture.zw - 0.5;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 position = (vec2(p) + 0.5) * picture.zw - center;
    if (dot(position, position) >= radius * radius) {
        store(p, load(p));
        return;
    }
    vec2 pixel = vec2(p);
    vec2 alongX = source(pixel + vec2(0.5, 0.0)) - source(pixel - vec2(0.5, 0.0));
    vec2 alongY = source(pixel + vec2(0.0, 0.5)) - source(pixel - vec2(0.0, 0.5));
    store(p, footprintSample(source(pixel), alongX, alongY));
}
