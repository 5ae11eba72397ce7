#include "include/blend.glsl"

// How far in a place lies between an outline and its middle, as the part of a stage it gets. The depth is 0 on the
// outline and 1 in the middle; the edge reaches from the outline inwards, and never takes less than a working pixel,
// for which it goes as far outwards as is missing: a hard edge covers its pixels by half.
float regionEdge(float depth, float feather, float pixel) {
    return smoothstep(0.0, 1.0, (depth - 0.5 * min(feather - pixel, 0.0)) / max(feather, pixel));
}

// The opacity of a stage in its region. glint_values[first]: the opacity outside and inside, the feather; then the middle
// and half the sides, in picture pixels; then the cosine and the sine of the angle.
float regionOpacity(bool isEllipse, int first, ivec2 p) {
    vec4 box = glint_values[first + 1];
    vec2 turn = glint_values[first + 2].xy;
    float feather = glint_values[first].z;
    vec2 way = (vec2(p) + 0.5) * picture.zw - box.xy;
    // Angles go against the clock, y goes down.
    way = vec2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y);
    float pixel = max(picture.z, picture.w);
    float cover;
    if (isEllipse) {
        // The radius that has the place on it, and how much of it a working pixel is: the slope of the radius.
        vec2 part = way / box.zw;
        float radius = length(part);
        float slope = length(part / box.zw) / max(radius, 1e-6);
        cover = regionEdge(1.0 - radius, feather, pixel * slope);
        // The slope of an ellipse that is thinner than a pixel tells nothing of how far its ends are.
        if (any(greaterThan(abs(way), box.zw + 0.5 * pixel))) cover = 0.0;
    } else {
        // The edge is as wide along both axes, and so round in the corners.
        vec2 depth = 1.0 - abs(way) / box.zw;
        float shorter = min(box.z, box.w);
        cover = regionEdge(depth.x, feather * shorter / box.z, pixel / box.z)
            * regionEdge(depth.y, feather * shorter / box.w, pixel / box.w);
    }
    return mix(glint_values[first].x, glint_values[first].y, cover);
}

// As `blended`; where the stage does not act, what was there stays bit for bit.
vec4 blendedWithin(int mode, vec4 below, vec4 above, float opacity) {
    if (opacity >= 1.0 && mode == 0) return above;
    return opacity > 0.0 ? blended(mode, below, above, opacity) : below;
}
