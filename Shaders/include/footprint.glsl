#include "include/sampling.glsl"

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
