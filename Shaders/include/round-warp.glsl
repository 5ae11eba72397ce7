#include "include/sampling.glsl"

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

// The mean over a pixel's footprint in the source. The footprint is smaller than a pixel where the warp
// magnifies and larger where it shrinks: an ellipse whose semi-axes are given by the eigenvectors of J Jᵀ
// (Heckbert, “Fundamentals of Texture Mapping and Image Warping”, 1989). The cubic kernel itself covers one
// pixel, so the samples cover the rest of the ellipse, less than a pixel apart. Their number is the same
// everywhere, since a change of the number would be visible as a line in the picture.
vec4 footprintSample(vec2 position, vec2 alongX, vec2 alongY) {
    vec2 squares = alongX * alongX + alongY * alongY;
    float product = alongX.x * alongX.y + alongY.x * alongY.y;
    vec2 doubled = vec2(squares.x - squares.y, 2.0 * product);
    float spread = 0.5 * length(doubled);
    float angle = spread > 1e-4 ? 0.5 * atan(doubled.y, doubled.x) : 0.0;
    vec2 lengths = 0.5 * (squares.x + squares.y) + vec2(spread, -spread);
    vec2 width = sqrt(max(lengths - 1.2, 0.0));
    ivec2 count = ivec2(width.x > 0.0 ? samples : 1, width.y > 0.0 ? samples : 1);
    vec2 major = vec2(cos(angle), sin(angle));
    mat2 axes = mat2(major * width.x, vec2(-major.y, major.x) * width.y);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < count.x * count.y; i++) {
        vec2 step = (vec2(i % count.x, i / count.x) + 0.5) / vec2(count) - 0.5;
        sum += cubicSum(position + axes * step);
    }
    return cubicColor(sum / float(count.x * count.y));
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
