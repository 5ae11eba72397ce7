// filter: hue
// title: Hue
// group: Color
// summary: Rotates all colors around the color wheel; grays stay unchanged.
// space: srgb
// words: rotate colors, shift, hsv
// parameter: angle "Angle" number -180..180 default=0 identity=0 step=1 unit=°
// sample: angle=60

// Rotates the chroma plane of YIQ (ITU-R BT.470 NTSC) on encoded values, which preserves BT.601 luma. Red
// moves through yellow to green.
vec4 hue(vec4 color, float angle) {
    const mat3 toYIQ = mat3(
        0.299, 0.59590059, 0.21153661, 0.587, -0.27455667, -0.52273617, 0.114, -0.32134392, 0.31119955);
    float a = radians(angle);
    float c = cos(a);
    float s = sin(a);
    vec3 yiq = toYIQ * color.rgb;
    yiq.yz = vec2(c * yiq.y + s * yiq.z, c * yiq.z - s * yiq.y);
    const mat3 toRGB = mat3(
        1.0, 1.0, 1.0, 0.95598634, -0.27201283, -1.10674021, 0.6208248, -0.64720424, 1.70423049);
    return vec4(toRGB * yiq, color.a);
}
