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

// A texture moved by an offset in pixels, with the cubic of Catmull and Rom in both directions.
vec4 glint_shifted(sampler2D picture, vec2 offset) {
    vec2 size = vec2(textureSize(picture, 0));
    vec2 place = gl_FragCoord.xy + offset - 0.5;
    vec2 start = floor(place);
    vec2 t = place - start;
    vec2 weights[4] = vec2[4](
        t * (t * (1.0 - 0.5 * t) - 0.5), 1.0 + t * t * (1.5 * t - 2.5), t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (0.5 * t - 0.5));
    vec4 sum = vec4(0.0);
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            ivec2 texel = clamp(ivec2(start) + ivec2(x - 1, y - 1), ivec2(0), ivec2(size) - 1);
            sum += weights[x].x * weights[y].y * texelFetch(picture, texel, 0);
        }
    }
    return sum;
}
