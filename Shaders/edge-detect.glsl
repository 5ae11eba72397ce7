// filter: edge-detect
// title: Edge Detect
// group: Stylize
// summary: Draws only outlines, where brightness changes sharply.
// words: outline, contour, sobel, sketch, drawing
// parameter: strength "Strength" number 0..8 default=2 step=0.1
// parameter: lines "Lines" choice light="Light on dark" dark="Dark on light" colored="Colored on dark" default=light
// pass: result = edges(entering) reach 1 ÷ scale
#include "include/alpha.glsl"
#include "include/color.glsl"

const int darkOnLight = 1;
const int coloredOnDark = 2;

// Colors are weighted by alpha.
vec3 tone(ivec2 p) { return premultiplied(entering(p)).rgb; }

// The magnitude of the gradient, computed with the 3×3 masks of Sobel and Feldman (1968) divided by 4, so
// that a step from black to white gives 1. On a reduced grid, the line along a step covers less of the
// picture and therefore fades in proportion to the scale, whereas texture looks the same at all scales and
// does not fade. The square root is a compromise between the two, based on measurements on photographs.
vec4 edges(ivec2 p) {
    vec3 a = tone(p + ivec2(-1, -1)), b = tone(p + ivec2(0, -1)), c = tone(p + ivec2(1, -1));
    vec3 d = tone(p + ivec2(-1, 0)), f = tone(p + ivec2(1, 0));
    vec3 g = tone(p + ivec2(-1, 1)), h = tone(p + ivec2(0, 1)), i = tone(p + ivec2(1, 1));
    vec2 factor = 0.25 * strength * inversesqrt(picture.zw);
    vec3 x = factor.x * ((c - a) + 2.0 * (f - d) + (i - g));
    vec3 y = factor.y * ((g - a) + 2.0 * (h - b) + (i - c));
    if (lines != coloredOnDark) {
        // The gradient of the luma equals the luma of the channels' gradients.
        x = vec3(luma(x));
        y = vec3(luma(y));
    }
    vec3 edge = sqrt(x * x + y * y);
    if (lines == darkOnLight) edge = 1.0 - edge;
    return vec4(edge, entering(p).a);
}
