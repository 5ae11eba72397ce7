// filter: luma-key
// title: Luma Key
// group: Compose
// summary: Makes parts transparent that are darker or brighter than a range of brightness.
// words: keying, alpha, transparent, black background, white background, brightness
// makes: alpha
// parameter: low "Low" number 0..1 default=0.1 identity=0 step=0.01 help="Darker parts become transparent; none if it is 0."
// parameter: high "High" number 0..1 default=1 identity=1 step=0.01 help="Brighter parts become transparent; none if it is 100 %."
// parameter: softness "Softness" number 0..1 default=0.1 step=0.01 help="The range of brightness beyond the limits that becomes partly transparent."
// parameter: inverted "Inverted" toggle default=false identity=false help="Makes what is between the limits transparent instead."
// sample: low=0.45
#include "include/color.glsl"

// Alpha is multiplied by the product of two ramps of the luma (BT.601): from 0 at low - softness to 1 at low,
// and from 1 at high to 0 at high + softness.
vec4 lumaKey(vec4 color, float low, float high, float softness, bool inverted) {
    float y = luma(color.rgb);
    float width = max(softness, 1e-6);
    float kept = low <= 0.0 ? 1.0 : clamp((y - low) / width + 1.0, 0.0, 1.0);
    if (high < 1.0) kept *= clamp((high - y) / width + 1.0, 0.0, 1.0);
    return vec4(color.rgb, color.a * (inverted ? 1.0 - kept : kept));
}
