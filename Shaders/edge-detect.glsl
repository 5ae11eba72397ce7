// filter: edge-detect
// title: Edge Detect
// group: Stylize
// summary: Draws edges: how steeply brightness changes, by Sobel's operator.
// parameter: strength "Strength" number 0..8 default=2 step=0.1
// parameter: lines "Lines" choice light="Light on dark" dark="Dark on light" colored="Colored on dark" default=light
#include "include/alpha.glsl"
#include "include/color.glsl"

// The length of the gradient by the 3×3 masks of Sobel and Feldman (1968), a quarter of their sums: 1 at a step from
// black to white. Colors weigh by alpha. values[0]: a quarter of the strength along x and y. LINES is the choice.
vec3 read(ivec2 p) {
    vec4 color = premultiplied(load(p));
#if LINES == 2
    return color.rgb;
#else
    return vec3(luma(color.rgb));
#endif
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec3 a = read(p + ivec2(-1, -1)), b = read(p + ivec2(0, -1)), c = read(p + ivec2(1, -1));
    vec3 d = read(p + ivec2(-1, 0)), f = read(p + ivec2(1, 0));
    vec3 g = read(p + ivec2(-1, 1)), h = read(p + ivec2(0, 1)), i = read(p + ivec2(1, 1));
    vec3 x = values[0].x * ((c - a) + 2.0 * (f - d) + (i - g));
    vec3 y = values[0].y * ((g - a) + 2.0 * (h - b) + (i - c));
    vec3 edge = sqrt(x * x + y * y);
#if LINES == 1
    edge = 1.0 - edge;
#endif
    store(p, vec4(edge, load(p).a));
}
