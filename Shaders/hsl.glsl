// filter: hsl
// title: HSL by Color
// group: Color
// summary: Adjusts the hue, saturation and luminance of eight color ranges separately.
// space: srgb
// words: hue saturation luminance, color mixer, selective color, hsv, skin, sky
// section: Hue
// parameter: redHue "Red Hue" number -1..1 default=0 identity=0 step=0.01
// parameter: orangeHue "Orange Hue" number -1..1 default=0 identity=0 step=0.01
// parameter: yellowHue "Yellow Hue" number -1..1 default=0 identity=0 step=0.01
// parameter: greenHue "Green Hue" number -1..1 default=0 identity=0 step=0.01
// parameter: aquaHue "Aqua Hue" number -1..1 default=0 identity=0 step=0.01
// parameter: blueHue "Blue Hue" number -1..1 default=0 identity=0 step=0.01
// parameter: purpleHue "Purple Hue" number -1..1 default=0 identity=0 step=0.01
// parameter: magentaHue "Magenta Hue" number -1..1 default=0 identity=0 step=0.01
// section: Saturation
// parameter: redSaturation "Red Saturation" number -1..1 default=0 identity=0 step=0.01
// parameter: orangeSaturation "Orange Saturation" number -1..1 default=0 identity=0 step=0.01
// parameter: yellowSaturation "Yellow Saturation" number -1..1 default=0 identity=0 step=0.01
// parameter: greenSaturation "Green Saturation" number -1..1 default=0 identity=0 step=0.01
// parameter: aquaSaturation "Aqua Saturation" number -1..1 default=0 identity=0 step=0.01
// parameter: blueSaturation "Blue Saturation" number -1..1 default=0 identity=0 step=0.01
// parameter: purpleSaturation "Purple Saturation" number -1..1 default=0 identity=0 step=0.01
// parameter: magentaSaturation "Magenta Saturation" number -1..1 default=0 identity=0 step=0.01
// section: Luminance
// parameter: redLuminance "Red Luminance" number -1..1 default=0 identity=0 step=0.01
// parameter: orangeLuminance "Orange Luminance" number -1..1 default=0 identity=0 step=0.01
// parameter: yellowLuminance "Yellow Luminance" number -1..1 default=0 identity=0 step=0.01
// parameter: greenLuminance "Green Luminance" number -1..1 default=0 identity=0 step=0.01
// parameter: aquaLuminance "Aqua Luminance" number -1..1 default=0 identity=0 step=0.01
// parameter: blueLuminance "Blue Luminance" number -1..1 default=0 identity=0 step=0.01
// parameter: purpleLuminance "Purple Luminance" number -1..1 default=0 identity=0 step=0.01
// parameter: magentaLuminance "Magenta Luminance" number -1..1 default=0 identity=0 step=0.01
// sample: blueHue=-0.4 orangeSaturation=0.8 blueLuminance=-0.3
#include "include/color.glsl"
#include "include/hue.glsl"

// Between two colors of the circle the settings are interpolated smoothly, so their weights add up to 1. On
// encoded values, a hue of 1 rotates by 30°, the distance from red to orange, and preserves the largest and
// the smallest channel. Saturation ranges from gray (-1) to double (1) and preserves BT.601 luma. Luminance
// multiplies a pure color by up to 2 and paler colors by less, so that grays are unchanged.
vec4 hsl(
    vec4 color,
    float redHue, float orangeHue, float yellowHue, float greenHue,
    float aquaHue, float blueHue, float purpleHue, float magentaHue,
    float redSaturation, float orangeSaturation, float yellowSaturation, float greenSaturation,
    float aquaSaturation, float blueSaturation, float purpleSaturation, float magentaSaturation,
    float redLuminance, float orangeLuminance, float yellowLuminance, float greenLuminance,
    float aquaLuminance, float blueLuminance, float purpleLuminance, float magentaLuminance
) {
    float least = min(color.r, min(color.g, color.b));
    float most = max(color.r, max(color.g, color.b));
    float hue = hueOf(color.rgb, most - least);
    vec3 change = vec3(redHue, redSaturation, redLuminance);
    change = mix(change, vec3(orangeHue, orangeSaturation, orangeLuminance), smoothstep(0.0, 0.5, hue));
    change = mix(change, vec3(yellowHue, yellowSaturation, yellowLuminance), smoothstep(0.5, 1.0, hue));
    change = mix(change, vec3(greenHue, greenSaturation, greenLuminance), smoothstep(1.0, 2.0, hue));
    change = mix(change, vec3(aquaHue, aquaSaturation, aquaLuminance), smoothstep(2.0, 3.0, hue));
    change = mix(change, vec3(blueHue, blueSaturation, blueLuminance), smoothstep(3.0, 4.0, hue));
    change = mix(change, vec3(purpleHue, purpleSaturation, purpleLuminance), smoothstep(4.0, 4.5, hue));
    change = mix(change, vec3(magentaHue, magentaSaturation, magentaLuminance), smoothstep(4.5, 5.0, hue));
    change = mix(change, vec3(redHue, redSaturation, redLuminance), smoothstep(5.0, 6.0, hue));
    vec3 turned = least + (most - least) * pureColor(hue + 0.5 * change.x);
    vec3 result = mix(vec3(luma(turned)), turned, 1.0 + change.y);
    float purity = most > 0.0 ? clamp((most - least) / most, 0.0, 1.0) : 0.0;
    return vec4(result * exp2(change.z * purity), color.a);
}
