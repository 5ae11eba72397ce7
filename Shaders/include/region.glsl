#include "include/blend.glsl"
#include "include/region-edge.glsl"

// The coverage of a pixel by each kind of region. glint_values[first] contains the mask values outside and
// inside, the feather, and how the region is combined: 0 to add, 1 to subtract, 2 to intersect; it is
// followed by the parameters of the kind.

// Parameters: the center and half the size, in picture pixels; then the cosine and the sine of the angle.
vec2 regionWay(int first, ivec2 p) {
    vec2 turn = glint_values[first + 2].xy;
    vec2 way = (vec2(p) + 0.5) * picture.zw - glint_values[first + 1].xy;
    // Angles are counterclockwise, and y points down.
    return vec2(turn.x * way.x - turn.y * way.y, turn.y * way.x + turn.x * way.y);
}

float regionEllipse(int first, ivec2 p) {
    vec2 way = regionWay(first, p);
    vec2 extent = glint_values[first + 1].zw;
    float pixel = max(picture.z, picture.w);
    // The position's distance from the center relative to the radius, and how much that changes per working
    // pixel.
    vec2 part = way / extent;
    float radius = length(part);
    float slope = length(part / extent) / max(radius, 1e-6);
    float cover = regionEdge(1.0 - radius, glint_values[first].z, pixel * slope);
    // If an ellipse is thinner than a pixel, the slope does not indicate how far away its ends are.
    return any(greaterThan(abs(way), extent + 0.5 * pixel)) ? 0.0 : cover;
}

float regionRectangle(int first, ivec2 p) {
    vec2 extent = glint_values[first + 1].zw;
    float feather = glint_values[first].z;
    float pixel = max(picture.z, picture.w);
    // The edge has the same width along both axes, so corners are rounded.
    vec2 depth = 1.0 - abs(regionWay(first, p)) / extent;
    float shorter = min(extent.x, extent.y);
    return regionEdge(depth.x, feather * shorter / extent.x, pixel / extent.x)
        * regionEdge(depth.y, feather * shorter / extent.y, pixel / extent.y);
}

// Parameters: the start, in picture pixels, and the direction in which the gradient fades; the feather is the
// distance over which it fades.
float regionGradient(int first, ivec2 p) {
    vec4 line = glint_values[first + 1];
    float fade = glint_values[first].z;
    float pixel = max(picture.z, picture.w);
    return regionEdge(fade - dot((vec2(p) + 0.5) * picture.zw - line.xy, line.zw), fade, pixel);
}

// Parameters: the minimum and the maximum luma, inclusive.
float regionLuminosity(int first, vec4 entering) {
    vec2 range = glint_values[first + 1].xy;
    // Less than a step of 16 bits.
    float feather = max(glint_values[first].z, 1e-5);
    // ITU-R BT.601. Written out because an included function could collide with those of custom filters.
    float y = clamp(dot(entering.rgb, vec3(0.299, 0.587, 0.114)), 0.0, 1.0);
    return smoothstep(-1.0, 0.0, (y - range.x) / feather) * smoothstep(-1.0, 0.0, (range.y - y) / feather);
}

// The position of a color in Oklab (Ottosson, “A perceptual color space for image processing”, 2020), as if
// its values were those of sRGB; beyond 0…1 the transfer function and the roots are odd functions.
vec3 regionOklab(vec3 encoded) {
    vec3 size = abs(encoded);
    vec3 light = sign(encoded)
        * mix(size / 12.92, pow((size + 0.055) / 1.055, vec3(2.4)), greaterThan(size, vec3(0.04045)));
    vec3 cones = mat3(
        0.4122214708, 0.2119034982, 0.0883024619, 0.5363325363, 0.6806995451, 0.2817188376, 0.0514459929,
        0.1073969566, 0.6299787005) * light;
    cones = sign(cones) * pow(abs(cones), vec3(1.0 / 3.0));
    return mat3(
        0.2104542553, 1.9779984951, 0.0259040371, 0.7936177850, -2.4285922050, 0.7827717662, -0.0040720468,
        0.4505937099, -0.8086757660) * cones;
}

// Parameters: L, a and b of the color, and the tolerance; lengths in Oklab.
float regionColor(int first, vec4 entering) {
    vec4 color = glint_values[first + 1];
    float far = distance(regionOklab(entering.rgb).yz, color.yz) - color.w;
    // Less than a step of 16 bits.
    return 1.0 - smoothstep(0.0, max(glint_values[first].z, 1e-5), far);
}

// Parameters: those of a color, and the place and the radius in picture pixels. The effect fades from half
// the tolerance to one and a half, and with the distance from the place.
float regionPoint(int first, ivec2 p, vec4 entering) {
    vec4 color = glint_values[first + 1];
    vec3 place = glint_values[first + 2].xyz;
    float far = distance((vec2(p) + 0.5) * picture.zw, place.xy) / place.z;
    if (far >= 1.0) return 0.0;
    vec3 difference = (regionOklab(entering.rgb) - color.xyz) * vec3(0.5, 1.0, 1.0);
    float unlike = length(difference) / max(color.w, 1e-5);
    return (1.0 - smoothstep(0.0, 1.0, far)) * (1.0 - smoothstep(0.5, 1.5, unlike));
}

// The mask value of a region, given the pixel's coverage.
float regionPart(int first, float cover) {
    return mix(glint_values[first].x, glint_values[first].y, cover);
}

// Combines the mask of the previous regions with that of another region.
float regionCombined(float mask, int first, float part) {
    float operation = glint_values[first].w;
    return operation > 1.5 ? mask * part : operation > 0.5 ? mask * (1.0 - part) : max(mask, part);
}

// Like `blended`, but where the stage has no effect, the input is preserved bit for bit.
vec4 blendedWithin(int mode, vec4 below, vec4 above, float opacity) {
    if (opacity >= 1.0 && mode == 0) return above;
    return opacity > 0.0 ? blended(mode, below, above, opacity) : below;
}
