// A picture file placed on the working picture; the rest is transparent. Its size in pixels of the picture:
// FIT 0 is `part` of the picture's width, 1 the largest that fits within the margin, 2 the smallest that
// covers the picture, 3 the whole picture regardless of the proportions, and 4 as 0, repeated in all
// directions. anchor has 0, 1/2 or 1 along each axis, margin is a fraction of the shorter side. Sizes and
// positions are whole pixels of the picture.
//
// An enlarged picture is interpolated linearly. A reduced one is averaged over the area of each pixel, or
// over samples of it where that would be more than TAPS texels along an axis.
#include "include/alpha.glsl"

#define TAPS (FIT == 4 ? 20 : 64)

// The number of texels to read along an axis, for a pixel that covers `scale` of them.
int tapCount(float scale) { return scale <= 1.0 ? 2 : min(int(ceil(scale)) + 1, TAPS); }

// Texel k of those that a pixel covers from `low` to `low + scale`, with its weight.
int tap(int k, float low, float scale, int size, out float weight) {
    int texel;
    if (scale <= 1.0) {
        float middle = low + 0.5 * scale - 0.5;
        texel = int(floor(middle)) + k;
        weight = k == 0 ? 1.0 - fract(middle) : fract(middle);
    } else if (int(ceil(scale)) < TAPS) {
        texel = int(floor(low)) + k;
        weight = max(min(float(texel) + 1.0, low + scale) - max(float(texel), low), 0.0);
    } else {
        texel = int(floor(low + (float(k) + 0.5) * scale / float(TAPS)));
        weight = 1.0;
    }
#if FIT == 4
    // At least -1, since `low` is at least 0; % is undefined for negative numbers.
    return (texel + size) % size;
#else
    if (scale > 1.0 && (texel < 0 || texel >= size)) weight = 0.0;
    return clamp(texel, 0, size - 1);
#endif
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    ivec2 texels = imageSize(glint_texture_image);
    vec2 size = vec2(texels);
    vec2 whole = picture.xy;
    float edge = floor(margin * min(whole.x, whole.y) + 0.5);
#if FIT == 3
    vec2 shown = whole;
    vec2 origin = vec2(0.0);
#else
#if FIT == 1 || FIT == 2
#if FIT == 2
    edge = 0.0;
#endif
    vec2 room = max(whole - 2.0 * edge, 1.0);
    // The axis along which it fills the room.
    bool isWide = (room.x * size.y < room.y * size.x) == (FIT == 1);
    vec2 shown = isWide ? vec2(room.x, max(floor(room.x * size.y / size.x + 0.5), 1.0))
        : vec2(max(floor(room.y * size.x / size.y + 0.5), 1.0), room.y);
#else
    vec2 shown = vec2(max(floor(whole.x * part + 0.5), 1.0));
    shown.y = max(floor(shown.x * size.y / size.x + 0.5), 1.0);
#endif
    vec2 origin = floor(edge + (whole - shown - 2.0 * edge) * anchor);
#endif
    vec2 scale = picture.zw * size / shown;
    vec2 low = (vec2(p) * picture.zw - origin) * size / shown;
#if FIT == 4
    low -= floor(low / size) * size;
    float coverage = 1.0;
#else
    // The part of the pixel that the image covers.
    vec2 covered = clamp((min(low + scale, size) - max(low, 0.0)) / scale, 0.0, 1.0);
    float coverage = covered.x * covered.y;
#endif
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    if (coverage > 0.0) {
        ivec2 count = ivec2(tapCount(scale.x), tapCount(scale.y));
        for (int j = 0; j < count.y; j++) {
            float down;
            int y = tap(j, low.y, scale.y, texels.y, down);
            if (down == 0.0) continue;
            for (int i = 0; i < count.x; i++) {
                float across;
                int x = tap(i, low.x, scale.x, texels.x, across);
                if (across == 0.0) continue;
                sum += across * down * premultiplied(imageLoad(glint_texture_image, ivec2(x, y)));
                weights += across * down;
            }
        }
    }
    store(p, weights > 0.0 ? straight(sum / weights * coverage) : vec4(0.0));
}
