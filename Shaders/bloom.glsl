// filter: bloom
// title: Bloom
// group: Light
// summary: Makes bright parts glow into their surroundings, as through a soft-focus lens or mist.
// words: glow, orton, soft focus, dreamy, diffusion, halation
// parameter: amount "Amount" number 0..1 default=0.4 identity=0 step=0.01
// parameter: threshold "Threshold" number 0..1 default=0.6 step=0.01
// parameter: radius "Radius" number 0..300 default=60 step=1 unit=px curve=square
// pass: light = brightParts(entering)
// pass: glow = filter gaussian-blur(light, radius=radius)
// pass: result = lit(entering, glow) when amount > 0
#include "include/color.glsl"

// Extracts the glowing parts: pixels whose luma is above the threshold, weighted by the difference.
vec4 brightParts(ivec2 p) {
    vec4 color = entering(p);
    float excess = luma(color.rgb) - threshold;
    float part = clamp(excess / max(1.0 - threshold, 0.01), 0.0, 1.0);
    return vec4(part * max(color.rgb, 0.0), color.a);
}

// Blends the blurred light over the picture with the mode screen, 1 - (1 - a) (1 - b) on encoded values, so
// that the result never exceeds white.
vec4 lit(ivec2 p) {
    vec4 color = entering(p);
    vec3 room = max(1.0 - color.rgb, 0.0);
    return vec4(color.rgb + amount * glow(p).rgb * room, color.a);
}
