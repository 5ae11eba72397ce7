// filter: gaussian-blur
// title: Gaussian Blur
// group: Blur
// summary: Softens the whole picture evenly.
// words: soften, smooth, hide, censor, anonymize, license plate, number plate, face, out of focus
// parameter: radius "Radius" number 0..200 default=10 identity=0 step=1 unit=px curve=square help="The standard deviation of the blur is half the radius."
#include "include/alpha.glsl"
#include "include/repeat.glsl"

// A symmetric kernel along one axis (AXIS 0 or 1) that reaches REACH pixels to each side; data(k) is the
// weight at distance k. An invocation reads each pixel of a window once and computes OUTPUTS pixels along the
// axis from it. With TILE it computes one pixel, from a tile that its workgroup has loaded into shared
// memory. PREMULTIPLY: the input has straight alpha. UNPREMULTIPLY: the output must have straight alpha.
// OPAQUE: alpha is 1 everywhere.
const ivec2 step = AXIS == 0 ? ivec2(1, 0) : ivec2(0, 1);

vec4 read(ivec2 p) {
    vec4 color = load(p);
#if PREMULTIPLY
    color = premultiplied(color);
#endif
    return color;
}

void write(ivec2 p, vec4 sum) {
    if (p.x >= area.z || p.y >= area.w) return;
#if OPAQUE
    sum.a = 1.0;
#elif UNPREMULTIPLY
    sum = straight(sum);
#endif
    store(p, sum);
}

#if TILE
const ivec2 GROUP = ivec2(gl_WorkGroupSize.xy);
const ivec2 SIZE = GROUP + 2 * REACH * step;
shared vec4 tile[SIZE.x * SIZE.y];

void main() {
    ivec2 corner = area.xy + ivec2(gl_WorkGroupID.xy) * GROUP - REACH * step;
    for (int i = int(gl_LocalInvocationIndex); i < SIZE.x * SIZE.y; i += GROUP.x * GROUP.y)
        tile[i] = read(corner + ivec2(i % SIZE.x, i / SIZE.x));
    barrier();
    ivec2 position = ivec2(gl_LocalInvocationID.xy) + REACH * step;
    int middle = position.y * SIZE.x + position.x;
    int next = AXIS == 0 ? 1 : SIZE.x;
    vec4 sum = data(0) * tile[middle];
    for (int k = 1; k <= REACH; k++) sum += data(k) * (tile[middle - k * next] + tile[middle + k * next]);
    write(corner + position, sum);
}
#else
#define WINDOW (OUTPUTS + 2 * REACH)
vec4 window[WINDOW];

void make(ivec2 p, int j) {
    vec4 sum = data(0) * window[j + REACH];
#define ADD(k) if ((k) <= REACH) sum += data(k) * (window[j + REACH - (k)] + window[j + REACH + (k)]);
    REPEAT_20(ADD, 1)
    write(p + j * step, sum);
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * (ivec2(1) + (OUTPUTS - 1) * step);
    if (p.x >= area.z || p.y >= area.w) return;
#define READ(i) if ((i) < WINDOW) window[min(i, WINDOW - 1)] = read(p + (min(i, WINDOW - 1) - REACH) * step);
    REPEAT_48(READ, 0)
#define MAKE(j) if ((j) < OUTPUTS) make(p, min(j, OUTPUTS - 1));
    REPEAT_12(MAKE, 0)
}
#endif
