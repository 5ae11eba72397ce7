// filter: lens-blur
// title: Lens Blur
// group: Blur
// summary: Blurs like a wide-open lens: points of light become discs.
// words: bokeh, depth of field, out of focus, background, portrait
// parameter: radius "Radius" number 0..60 default=16 identity=0 step=1 unit=px curve=square
// parameter: highlights "Highlights" number 0..1 default=0.5 step=0.01
#include "include/repeat.glsl"

// The mean over a disc, with premultiplied colors. An invocation computes OUTPUTS pixels along x, which share
// a running sum for each row of the disc. rows is the number of rows above and below the middle; weight is 1
// / the disc's area. For row y from the top, data(2 y) is the number of whole pixels on each side of the
// middle, and data(2 y + 1) the fraction of the next pixel. If the row is narrower than a pixel, the first is
// -1 and the second is the weight of the middle pixel.
vec4 sums[OUTPUTS];

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy) * ivec2(OUTPUTS, 1);
    // Running sums start at the same pixels whichever part of the picture is computed.
    p.x = (area.x & ~(OUTPUTS - 1)) + int(gl_GlobalInvocationID.x) * OUTPUTS;
    if (p.x >= area.z || p.y >= area.w) return;
#define CLEAR(j) if ((j) < OUTPUTS) sums[min(j, OUTPUTS - 1)] = vec4(0.0);
    REPEAT_12(CLEAR, 0)
    for (int row = 0; row <= 2 * rows; row++) {
        ivec2 middle = p + ivec2(0, row - rows);
        int reach = int(data(2 * row));
        float part = data(2 * row + 1);
        // A row narrower than a pixel consists of the middle pixel: both ends are then this pixel, each with
        // half the weight.
        float ends = reach < 0 ? 0.5 * part : part;
        vec4 sum = vec4(0.0);
        for (int x = -reach; x <= reach; x++) sum += load(middle + ivec2(x, 0));
        int next = reach + 1;
        vec4 before = load(middle - ivec2(next, 0));
#define ADD(j) if ((j) < OUTPUTS) { \
            vec4 after = load(middle + ivec2(next + (j), 0)); \
            sums[min(j, OUTPUTS - 1)] += sum + ends * (before + after); \
            before = load(middle + ivec2(1 + (j) - next, 0)); \
            if (reach >= 0) sum += after - before; \
        }
        REPEAT_12(ADD, 0)
    }
#define MAKE(j) if ((j) < OUTPUTS && p.x + (j) >= area.x && p.x + (j) < area.z) \
        store(p + ivec2(j, 0), weight * sums[min(j, OUTPUTS - 1)]);
    REPEAT_12(MAKE, 0)
}
