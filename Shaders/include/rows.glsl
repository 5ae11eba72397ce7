// Filters that remember go along rows, in one of two forms; the one that is faster on a device is measured there. A kernel
// includes this last. It has before
//   struct RowFilter                              the filters of a row: numbers, memories, and
//       float gain                                what the input counts: 1, but for 0 where the memories alone are followed
//   #define EACH_STATE(each, f)                   each(number) for all that the filters of f remember
//   RowFilter rowFilter(int y)                    the filters of row y
//   void begin(inout RowFilter f)                 before the row's first sample
//   void seek(inout RowFilter f, int x)           before sample x, for which f remembers; fetches the samples around
//   void run(inout RowFilter f, int x, int end, bool stores)     from x to `end`, not further unless it stores
// with places x in multiples of four, as is the color carrier's period. What is remembered has to follow linearly from what
// was and from the input, up to four samples before the row's end in the same way everywhere.
#ifndef ROW_CHUNKS

// An invocation a row from end to end, and all memories in registers.
void main() {
    int y = area.y + int(gl_GlobalInvocationID.x);
    if (y >= area.w) return;
    RowFilter f = rowFilter(y);
    begin(f);
    run(f, 0, rowLength, true);
}

#else

// A workgroup a row, and an invocation a chunk of it. What memories s a chunk begins with follows from the one before it,
// s' = M s + e: e is what it ends with where it begins with nothing, and column i of M what it ends with where it has no
// input and remembers nothing but a 1 in number i. M is one matrix for all chunks, since they have the same length. When
// all beginnings are known each chunk is filtered, exactly but for rounding.
#define COUNTED(number) + 1
const int STATES = 0 EACH_STATE(COUNTED, f);

// What each chunk begins with, and after them the columns of M.
shared float remembered[(ROW_CHUNKS + STATES) * STATES];

void keep(RowFilter f, int at) {
#define KEPT(number) remembered[at++] = number;
    EACH_STATE(KEPT, f)
}

void recall(inout RowFilter f, int at) {
#define RECALLED(number) number = remembered[at++];
    EACH_STATE(RECALLED, f)
}

// Remembers nothing but a 1 in one number, or nothing at all.
void forget(inout RowFilter f, int butOne) {
#define FORGOTTEN(number) number = butOne-- == 0 ? 1.0 : 0.0;
    EACH_STATE(FORGOTTEN, f)
}

void meet() {
    memoryBarrierShared();
    barrier();
}

// From the end of each chunk that began with nothing to the beginning of the one after it; an invocation a number.
void link(int number, int chunks) {
    float row[STATES];
    if (number < STATES) {
        for (int i = 0; i < STATES; i++) row[i] = remembered[(ROW_CHUNKS + i) * STATES + number];
    }
    for (int chunk = 1; chunk + 1 < chunks; chunk++) {
        if (number < STATES) {
            int at = (chunk + 1) * STATES + number;
            float sum = remembered[at];
            for (int i = 0; i < STATES; i++) sum += row[i] * remembered[chunk * STATES + i];
            remembered[at] = sum;
        }
        meet();
    }
}

#define ENDS 0
#define MATRIX 1
#define RESULT 2

void main() {
    int y = area.y + int(gl_WorkGroupID.y);
    int lane = int(gl_LocalInvocationID.x);
    int width = rowLength;
    // There is no width at all where a kernel is only made ready.
    int size = max(4, (width + 4 * ROW_CHUNKS - 1) / (4 * ROW_CHUNKS) * 4);
    // The last chunk has four samples or more.
    int chunks = max(width - 4, 0) / size + 1;
    // One loop, so that the filters are in the kernel once.
    for (int aim = chunks > 1 ? ENDS : RESULT; aim <= RESULT; aim++) {
        if (lane < (aim == ENDS ? chunks - 1 : aim == MATRIX ? STATES : chunks)) {
            RowFilter f = rowFilter(y);
            int x = aim == MATRIX ? 0 : lane * size;
            if (aim == MATRIX) f.gain = 0.0;
            if (aim != MATRIX && lane == 0) {
                begin(f);
            } else {
                if (aim == RESULT) recall(f, lane * STATES);
                else forget(f, aim == MATRIX ? lane : -1);
                seek(f, x);
            }
            run(f, x, lane == chunks - 1 && aim == RESULT ? width : x + size, aim == RESULT);
            if (aim != RESULT) keep(f, ((aim == ENDS ? 1 : ROW_CHUNKS) + lane) * STATES);
        }
        if (aim != RESULT) meet();
        if (aim == MATRIX) link(lane, chunks);
    }
}

#endif
