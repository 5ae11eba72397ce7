// filter: toon
// title: Cartoon
// group: Stylize
// summary: Turns a photograph into a drawing: flat colors in a few levels of brightness, with dark lines along edges.
// space: srgb
// words: cartoon, comic, cel shading, drawing
// parameter: levels "Levels" integer 2..12 default=6 step=1
// parameter: lines "Lines" number 0..1 default=0.6 step=0.01
// parameter: smoothness "Smoothness" number 0..12 default=4 step=1 unit=px
// pass: painted = filter kuwahara(entering, radius=smoothness)
// pass: result = drawn(painted) reach 1 ÷ scale
#include "include/color.glsl"

float brightness(ivec2 p) { return luma(painted(p).rgb); }

// Quantizes luma with soft transitions and scales the color accordingly (Winnemöller, Olsen and Gooch,
// “Real-time video abstraction”, 2006), and draws dark lines where the Sobel operator finds edges.
vec4 drawn(ivec2 p) {
    vec4 color = painted(p);
    float a = brightness(p + ivec2(-1, -1)), b = brightness(p + ivec2(0, -1));
    float c = brightness(p + ivec2(1, -1));
    float d = brightness(p + ivec2(-1, 0)), f = brightness(p + ivec2(1, 0));
    float g = brightness(p + ivec2(-1, 1)), h = brightness(p + ivec2(0, 1)), i = brightness(p + ivec2(1, 1));
    // On a reduced grid, gradients fade as in edge-detect.glsl.
    vec2 gradient = 0.25 * inversesqrt(picture.zw)
        * vec2((c - a) + 2.0 * (f - d) + (i - g), (g - a) + 2.0 * (h - b) + (i - c));
    float line = lines * smoothstep(0.04, 0.2, length(gradient));
    float steps = float(levels - 1);
    float light = max(luma(color.rgb), 0.0);
    float position = light * steps;
    float level = floor(position) + smoothstep(0.35, 0.65, fract(position));
    // The lowest level is not entirely black, so that shadows keep some color.
    float wanted = max(level, 0.3) / steps;
    return vec4(color.rgb * (wanted / max(light, 0.02)) * (1.0 - line), color.a);
}
