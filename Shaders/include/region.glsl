#include "include/blend.glsl"

// How far in a place lies between an outline and its middle, as the part of a stage it gets. The depth is 0 on the
// outline and 1 in the middle; the edge reaches from the outline inwards, and never takes less than a working pixel,
// for which it goes as far outwards as is missing: a hard edge covers its pixels by half.
float regionEdge(float depth, float feather, float pixel) {
    return smoothstep(0.0, 1.0, (depth - 0.5 * min(feather - pixel, 0.0)) / max(feather, pixel));
}

// How much of a pixel each kind of region covers. glint_values[first]: what it gives outside and inside, the feather, and
// 1 where it subtracts; then what the kind needs.

// Then the middle and half the sides, in picture pixels; then the cosine and the sine of the angle.
vec2 regionWay(int first, ivec2 p) {
    vec2 turn = glint_values[first + 2].xy;
    vec2 way = (vec2(p) + 0.5) * picture.zw - glint_values[first + 1].xy;
    // Angles go against the clock, y goes down.
    return vec2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y);
}

float regionEllipse(int first, ivec2 p) {
    vec2 way = regionWay(first, p);
    vec2 extent = glint_values[first + 1].zw;
    float pixel = max(picture.z, picture.w);
    // The radius that has the place on it, and how much of it a working pixel is: the slope of the radius.
    vec2 part = way / extent;
    float radius = length(part);
    float slope = length(part / extent) / max(radius, 1e-6);
    float cover = regionEdge(1.0 - radius, glint_values[first].z, pixel * slope);
    // The slope of an ellipse that is thinner than a pixel tells nothing of how far its ends are.
    return any(greaterThan(abs(way), extent + 0.5 * pixel)) ? 0.0 : cover;
}

float regionRectangle(int first, ivec2 p) {
    vec2 extent = glint_values[first + 1].zw;
    float feather = glint_values[first].z;
    float pixel = max(picture.z, picture.w);
    // The edge is as wide along both axes, and so round in the corners.
    vec2 depth = 1.0 - abs(regionWay(first, p)) / extent;
    float shorter = min(extent.x, extent.y);
    return regionEdge(depth.x, feather * shorter / extent.x, pixel / extent.x)
        * regionEdge(depth.y, feather * shorter / extent.y, pixel / extent.y);
}

// Then where it begins, in picture pixels, and the direction in which it fades; the feather is how far.
float regionGradient(int first, ivec2 p) {
    vec4 line = glint_values[first + 1];
    float fade = glint_values[first].z;
    float pixel = max(picture.z, picture.w);
    return regionEdge(fade - dot((vec2(p) + 0.5) * picture.zw - line.xy, line.zw), fade, pixel);
}

// Then the darkest and the brightest luma. The ends of the range belong to it.
float regionLuminosity(int first, vec4 entering) {
    vec2 range = glint_values[first + 1].xy;
    // Less than a step of 16 bits.
    float feather = max(glint_values[first].z, 1e-5);
    // ITU-R BT.601. An included function would meet those of people's own filters.
    float y = clamp(dot(entering.rgb, vec3(0.299, 0.587, 0.114)), 0.0, 1.0);
    return smoothstep(-1.0, 0.0, (y - range.x) / feather) * smoothstep(-1.0, 0.0, (range.y - y) / feather);
}

// What a region gives a pixel that it covers by so much.
float regionPart(int first, float cover) {
    return mix(glint_values[first].x, glint_values[first].y, cover);
}

// What a pixel has from the regions so far, and from one more.
float regionCombined(float mask, int first, float part) {
    return glint_values[first].w > 0.5 ? mask * (1.0 - part) : max(mask, part);
}

// As `blended`; where the stage does not act, what was there stays bit for bit.
vec4 blendedWithin(int mode, vec4 below, vec4 above, float opacity) {
    if (opacity >= 1.0 && mode == 0) return above;
    return opacity > 0.0 ? blended(mode, below, above, opacity) : below;
}
