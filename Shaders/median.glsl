// filter: median
// title: Speck Removal
// group: Detail
// summary: Removes dust, specks and stray pixels, and keeps edges.
// words: denoise, despeckle, salt and pepper, dust
// parameter: radius "Radius" integer 0..3 default=1 identity=0 step=1 unit=px
#include "include/alpha.glsl"
#include "include/repeat.glsl"

// Forgetful selection: of any half of the pixels plus one or two more, the minimum and the maximum cannot be
// the median, so they are replaced by new pixels until all have been seen. REACH is the square's reach, 1 to
// 3.
#define SIDE (2 * REACH + 1)
#define COUNT (SIDE * SIDE)
#define KEPT (COUNT / 2 + 2)
vec4 kept[KEPT];

vec4 read(ivec2 p, int i) { return premultiplied(load(p + ivec2(i % SIDE, i / SIDE) - REACH)); }

void order(int low, int high) {
    vec4 least = min(kept[low], kept[high]);
    kept[high] = max(kept[low], kept[high]);
    kept[low] = least;
}

// Moves the minimum of the first `count` pixels to their beginning, and the maximum to their end.
void part(const int count) {
#define LEAST(i) if ((i) < count) order(0, min(i, KEPT - 1));
    REPEAT_24(LEAST, 1)
    LEAST(25)
#define GREATEST(i) if ((i) < count - 1) order(min(i, KEPT - 1), count - 1);
    REPEAT_24(GREATEST, 1)
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
#define FIRST(i) if ((i) < KEPT) kept[min(i, KEPT - 1)] = read(p, i);
    REPEAT_24(FIRST, 0)
    FIRST(24) FIRST(25)
#define NEXT(i) if (KEPT + (i) < COUNT) { part(KEPT - (i)); kept[0] = read(p, KEPT + (i)); }
    REPEAT_24(NEXT, 0)
    part(3);
    store(p, straight(kept[1]));
}
