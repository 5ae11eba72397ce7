// filter: threshold
// title: Threshold
// group: Effects
// summary: Turns bright parts white and dark ones black.
// space: srgb
// words: black and white, 1-bit, stamp, silhouette, scan
// parameter: level "Level" number 0..1 default=0.5 step=0.005
// parameter: softness "Softness" number 0..0.5 default=0.02 step=0.01
#include "include/color.glsl"

// Thresholds the BT.601 luma: white from `level` on, with a ramp of width `softness` on either side to avoid
// jagged edges.
vec4 threshold(vec4 color, float level, float softness) {
    float y = luma(color.rgb) - level;
    float white = softness > 0.0 ? clamp(0.5 + 0.5 * y / softness, 0.0, 1.0) : float(y >= 0.0);
    return vec4(vec3(white), color.a);
}
