// Scales up along both axes: the sum of windows centered on the input pixels, each 4 input pixels wide and
// high, evaluated at the center of each output pixel. NARROW selects the window: 1 for the narrow one, 0 for
// a cubic B-spline. scaling contains the factors along x and y, each a power of two; FACTOR_X and FACTOR_Y
// are the same numbers if they are small. A factor of 1 leaves its axis unchanged. An invocation computes
// OUTPUTS_X × OUTPUTS_Y pixels (powers of two), beginning at multiples of these numbers. Thus its pixels
// share one short window of the input, or lie between the same two input pixels if the factor is larger.
// UNPREMULTIPLY: the output must have straight alpha. OPAQUE: alpha is 1 everywhere.
#include "include/alpha.glsl"
#include "include/repeat.glsl"

// 0 if a factor is larger than the outputs of an invocation.
const ivec2 FACTOR = ivec2(FACTOR_X > OUTPUTS_X ? 0 : FACTOR_X, FACTOR_Y > OUTPUTS_Y ? 0 : FACTOR_Y);
#define WINDOW(outputs, factor) \
    ((factor) == 1 ? (outputs) : (factor) == 0 ? 4 : (outputs) / max(factor, 1) + 4)
const int COLUMNS = WINDOW(OUTPUTS_X, FACTOR.x);
const int ROWS = WINDOW(OUTPUTS_Y, FACTOR.y);
// FIRST: the index within the window of the first of the 4 input pixels for output j. DISTANCE: the position
// of output j relative to the second of these.
#define FIRST(j, factor) ((factor) == 0 ? 0 : (2 * (j) + 1 + (factor)) / (2 * max(factor, 1)))
#define DISTANCE(j, factor, axis) \
    ((factor) == 0 ? start[axis] + float(j) / float(scaling[axis]) \
                   : (float(j) + 0.5) / float(max(factor, 1)) + 0.5 - float(FIRST(j, factor)))

// A column of the input, and the vertically filtered rows of all columns.
vec4 column[ROWS];
vec4 rows[OUTPUTS_Y * COLUMNS];
// For a factor of 0, the position of the first output along the axis, relative to the window's second pixel.
vec2 start;

// The weights of four consecutive pixels for a position t after the second.
vec4 weights(float t) {
#if NARROW
    // The polynomial of ResamplingWindow.narrow, whose weights do not add up to 1.
    vec4 distance = 0.5 * vec4(1.0 + t, t, 1.0 - t, 2.0 - t);
    vec4 u = distance * distance;
    vec4 w = 1.0 + u * (-3.3610 + u * (4.4942 + u * (-2.8728 + u * 0.7421)));
    return w / (w.x + w.y + w.z + w.w);
#else
    float s = 1.0 - t;
    return vec4(s * s * s, 4.0 + t * t * (3.0 * t - 6.0), 4.0 + s * s * (3.0 * s - 6.0), t * t * t) / 6.0;
#endif
}

vec4 mixed(vec4 first, vec4 second, vec4 third, vec4 fourth, float t) {
    vec4 w = weights(t);
    return w.x * first + w.y * second + w.z * third + w.w * fourth;
}

void makeColumn(ivec2 read, int x) {
#define READ(y) if ((y) < ROWS) column[min(y, ROWS - 1)] = load(read + ivec2(x, y));
    REPEAT_8(READ, 0)
#if FACTOR_Y == 1
#define FROM_COLUMN(j) column[j]
#else
#define FROM_COLUMN(j) \
    mixed(column[FIRST(j, FACTOR.y)], column[FIRST(j, FACTOR.y) + 1], column[FIRST(j, FACTOR.y) + 2], \
        column[FIRST(j, FACTOR.y) + 3], DISTANCE(j, FACTOR.y, 1))
#endif
#define MAKE(j) \
    if ((j) < OUTPUTS_Y) rows[min(j, OUTPUTS_Y - 1) * COLUMNS + x] = FROM_COLUMN(min(j, OUTPUTS_Y - 1));
    REPEAT_4(MAKE, 0)
}

void makeRow(ivec2 p, int y) {
    p.y += y;
    if (p.y < area.y || p.y >= area.w) return;
#if FACTOR_X == 1
#define FROM_ROW(j) rows[y * COLUMNS + (j)]
#else
#define FROM_ROW(j) \
    mixed(rows[y * COLUMNS + FIRST(j, FACTOR.x)], rows[y * COLUMNS + FIRST(j, FACTOR.x) + 1], \
        rows[y * COLUMNS + FIRST(j, FACTOR.x) + 2], rows[y * COLUMNS + FIRST(j, FACTOR.x) + 3], \
        DISTANCE(j, FACTOR.x, 0))
#endif
#if OPAQUE
#define RESULT(j) vec4(FROM_ROW(j).rgb, 1.0)
#elif UNPREMULTIPLY
#define RESULT(j) straight(FROM_ROW(j))
#else
#define RESULT(j) FROM_ROW(j)
#endif
#define STORE(j) \
    if ((j) < OUTPUTS_X && p.x + (j) >= area.x && p.x + (j) < area.z) \
        store(p + ivec2(j, 0), RESULT(min(j, OUTPUTS_X - 1)));
    REPEAT_8(STORE, 0)
}

// The first input pixel of the window along an axis.
int firstRead(int p, int factor, int axis) {
    if (factor == 1) return p;
    if (factor > 1) return p / factor - 2;
    start[axis] = (float(p) + 0.5) / float(scaling[axis]) - 0.5;
    int second = int(floor(start[axis]));
    start[axis] -= float(second);
    return second - 1;
}

void main() {
    ivec2 outputs = ivec2(OUTPUTS_X, OUTPUTS_Y);
    ivec2 p = (area.xy / outputs + ivec2(gl_GlobalInvocationID.xy)) * outputs;
    if (p.x >= area.z || p.y >= area.w) return;
    ivec2 read = ivec2(firstRead(p.x, FACTOR.x, 0), firstRead(p.y, FACTOR.y, 1));
#define COLUMN(x) if ((x) < COLUMNS) makeColumn(read, min(x, COLUMNS - 1));
    REPEAT_8(COLUMN, 0)
#define ROW(y) if ((y) < OUTPUTS_Y) makeRow(p, min(y, OUTPUTS_Y - 1));
    REPEAT_4(ROW, 0)
}
