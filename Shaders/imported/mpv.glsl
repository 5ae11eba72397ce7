// BT.709 (ITU-R BT.709-6, 3) in the range of video, 16…235 and 16…240 of 255, as in textures of decoded
// video.
vec3 glint_toYCbCr(vec3 color) {
    float luma = dot(color, vec3(0.2126, 0.7152, 0.0722));
    vec2 chroma = vec2(color.b - luma, color.r - luma) / vec2(1.8556, 1.5748);
    return vec3(16.0 + 219.0 * luma, 128.0 + 224.0 * chroma) / 255.0;
}

vec3 glint_toRGB(vec3 color) {
    float luma = (255.0 * color.x - 16.0) / 219.0;
    vec2 chroma = (255.0 * color.yz - 128.0) / 224.0 * vec2(1.8556, 1.5748);
    vec2 sides = luma + chroma.yx;
    return vec3(sides.x, (luma - 0.2126 * sides.x - 0.0722 * sides.y) / 0.7152, sides.y);
}
