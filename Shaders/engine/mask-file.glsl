// The values of a mask file, which covers the picture from corner to corner: interpolated linearly where it
// is enlarged, and averaged over the area of a pixel where it is reduced. ALPHA is 1 for the opacity.

// The weight of texel i along an axis for the pixel at p, with `scale` texels per pixel.
float weight(int i, int p, float scale) {
    if (scale <= 1.0) return max(0.0, 1.0 - abs((float(p) + 0.5) * scale - 0.5 - float(i)));
    float low = float(p) * scale;
    return max(0.0, min(float(i) + 1.0, low + scale) - max(float(i), low)) / scale;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    ivec2 size = imageSize(glint_texture_mask);
    vec2 scale = vec2(size) * picture.zw / picture.xy;
    ivec2 first = ivec2(floor((vec2(p) + 0.5) * scale - 0.5 * max(scale, 1.0)));
    ivec2 count = ivec2(ceil(max(scale, 1.0))) + 1;
    float sum = 0.0;
    for (int j = 0; j < count.y; j++) {
        for (int i = 0; i < count.x; i++) {
            ivec2 at = first + ivec2(i, j);
            float part = weight(at.x, p.x, scale.x) * weight(at.y, p.y, scale.y);
            vec4 value = imageLoad(glint_texture_mask, clamp(at, ivec2(0), size - 1));
            // ITU-R BT.601.
            sum += part * (ALPHA == 1 ? value.a : dot(value.rgb, vec3(0.299, 0.587, 0.114)));
        }
    }
    store(p, vec4(vec3(clamp(sum, 0.0, 1.0)), 1.0));
}
