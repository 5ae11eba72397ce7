// filter: toon
// title: Toon
// group: Stylize
// summary: Turns a photograph into a drawing: flat colors in few steps of brightness, and dark lines along edges.
// parameter: levels "Levels" integer 2..12 default=6 step=1
// parameter: lines "Lines" number 0..1 default=0.6 step=0.01
// parameter: smoothness "Smoothness" number 0..12 default=4 step=1 unit=px
#include "include/color.glsl"

// Steps of luma with soft rises between them, the color scaled along (Winnemöller, Olsen and Gooch, “Real-time video
// abstraction”, 2006), and dark lines where Sobel's operator finds edges. The input is smoothed before. values[0]:
// the levels, the lines' strength, the factor of gradients along x and y.
float read(ivec2 p) { return luma(load(p).rgb); }

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 color = load(p);
    float a = read(p + ivec2(-1, -1)), b = read(p + ivec2(0, -1)), c = read(p + ivec2(1, -1));
    float d = read(p + ivec2(-1, 0)), f = read(p + ivec2(1, 0));
    float g = read(p + ivec2(-1, 1)), h = read(p + ivec2(0, 1)), i = read(p + ivec2(1, 1));
    vec2 gradient = 0.25 * values[0].zw
        * vec2((c - a) + 2.0 * (f - d) + (i - g), (g - a) + 2.0 * (h - b) + (i - c));
    float line = values[0].y * smoothstep(0.04, 0.2, length(gradient));
    float brightness = max(luma(color.rgb), 0.0);
    float place = brightness * (values[0].x - 1.0);
    float level = floor(place) + smoothstep(0.35, 0.65, fract(place));
    // The lowest step is not quite black, so that shadows keep a color.
    float wanted = max(level, 0.3) / (values[0].x - 1.0);
    store(p, vec4(color.rgb * (wanted / max(brightness, 0.02)) * (1.0 - line), color.a));
}
