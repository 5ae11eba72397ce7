// filter: colorize
// title: Colorize
// group: Effects
// summary: Shows the whole picture in shades of one color.
// space: srgb
// words: tint, monochrome, tone, dye
// makes: color
// parameter: hue "Hue" number 0..360 default=35 step=1 unit=°
// parameter: saturation "Saturation" number 0..1 default=0.4 step=0.01
// parameter: lightness "Lightness" number -1..1 default=0 step=0.01
#include "include/color.glsl"
#include "include/hue.glsl"

// An HSL color (A. R. Smith, 1978) whose lightness is the BT.601 luma, moved toward black or white. Tones
// outside 0…1 stay gray.
vec4 colorize(vec4 color, float hue, float saturation, float lightness) {
    float l = luma(color.rgb);
    l = mix(l, float(lightness > 0.0), abs(lightness));
    float chroma = max(1.0 - abs(2.0 * l - 1.0), 0.0) * saturation;
    return vec4(l + chroma * (pureColor(hue / 60.0) - 0.5), color.a);
}
