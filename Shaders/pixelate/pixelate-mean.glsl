// The mean of a block along one axis (AXIS 0 or 1), counting only pixels within the picture. An output pixel
// stands for the block that contains the first pixel it covers. blockSize is the block's width and height;
// steps is the number of input pixels per output pixel along x and y. PREMULTIPLY: the input has straight
// alpha. UNPREMULTIPLY: the output must have straight alpha.
#include "include/alpha.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    float size = blockSize[AXIS];
    int first = p[AXIS] * steps[AXIS];
    float start = floor((float(first) + 0.5) / size) * size;
    float end = min(start + size, round(picture[AXIS] / picture[2 + AXIS]));
    start = max(start, 0.0);
    ivec2 read = p;
    vec4 sum = vec4(0.0);
    int last = int(ceil(end));
    for (int i = int(floor(start)); i < last; i++) {
        read[AXIS] = i;
        vec4 color = load(read);
#if PREMULTIPLY
        color = premultiplied(color);
#endif
        sum += (min(end, float(i + 1)) - max(start, float(i))) * color;
    }
    sum /= max(end - start, 1e-3);
#if UNPREMULTIPLY
    sum = straight(sum);
#endif
    store(p, sum);
}
