#include "include/blend.glsl"

// The mask value of a position from its depth, which is 0 on the outline and 1 in the middle. The edge
// extends inwards from the outline, and is at least one working pixel wide; a narrower feather is extended
// outwards by what is missing: a hard edge covers its pixels by half.
float regionEdge(float depth, float feather, float pixel) {
    return smoothstep(0.0, 1.0, (depth - 0.5 * min(feather - pixel, 0.0)) / max(feather, pixel));
}

// The coverage of a pixel by each kind of region. glint_values[first]: its mask value outside and inside, the
// feather, and 1 if it subtracts; then the parameters of the kind.

// Parameters: the center and half the sides, in picture pixels; then the cosine and the sine of the angle.
vec2 regionWay(int first, ivec2 p) {
    vec2 turn = glint_values[first + 2].xy;
    vec2 way = (vec2(p) + 0.5) * picture.zw - glint_values[first + 1].xy;
    // Angles are counterclockwise; y points down.
    return vec2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y);
}

float regionEllipse(int first, ivec2 p) {
    vec2 way = regionWay(first, p);
    vec2 extent = glint_values[first + 1].zw;
    float pixel = max(picture.z, picture.w);
    // The relative radius of the position, and its slope: the change of the radius per working pixel.
    vec2 part = way / extent;
    float radius = length(part);
    float slope = length(part / extent) / max(radius, 1e-6);
    float cover = regionEdge(1.0 - radius, glint_values[first].z, pixel * slope);
    // If an ellipse is thinner than a pixel, its slope does not show how far its ends are.
    return any(greaterThan(abs(way), extent + 0.5 * pixel)) ? 0.0 : cover;
}

float regionRectangle(int first, ivec2 p) {
    vec2 extent = glint_values[first + 1].zw;
    float feather = glint_values[first].z;
    float pixel = max(picture.z, picture.w);
    // The edge has the same width along both axes, and so rounded corners.
    vec2 depth = 1.0 - abs(regionWay(first, p)) / extent;
    float shorter = min(extent.x, extent.y);
    return regionEdge(depth.x, feather * shorter / extent.x, pixel / extent.x)
        * regionEdge(depth.y, feather * shorter / extent.y, pixel / extent.y);
}

// Parameters: the start, in picture pixels, and the direction in which it fades; the feather is the distance.
float regionGradient(int first, ivec2 p) {
    vec4 line = glint_values[first + 1];
    float fade = glint_values[first].z;
    float pixel = max(picture.z, picture.w);
    return regionEdge(fade - dot((vec2(p) + 0.5) * picture.zw - line.xy, line.zw), fade, pixel);
}

// Parameters: the minimum and the maximum luma, both included.
float regionLuminosity(int first, vec4 entering) {
    vec2 range = glint_values[first + 1].xy;
    // Less than a step of 16 bits.
    float feather = max(glint_values[first].z, 1e-5);
    // ITU-R BT.601. An included function could collide with those of custom filters.
    float y = clamp(dot(entering.rgb, vec3(0.299, 0.587, 0.114)), 0.0, 1.0);
    return smoothstep(-1.0, 0.0, (y - range.x) / feather) * smoothstep(-1.0, 0.0, (range.y - y) / feather);
}

// The mask value of a region for a given coverage.
float regionPart(int first, float cover) {
    return mix(glint_values[first].x, glint_values[first].y, cover);
}

// Combines the mask of the previous regions with another one.
float regionCombined(float mask, int first, float part) {
    return glint_values[first].w > 0.5 ? mask * (1.0 - part) : max(mask, part);
}

// Same as `blended`, but where the stage does not act, the input is kept bit for bit.
vec4 blendedWithin(int mode, vec4 below, vec4 above, float opacity) {
    if (opacity >= 1.0 && mode == 0) return above;
    return opacity > 0.0 ? blended(mode, below, above, opacity) : below;
}
