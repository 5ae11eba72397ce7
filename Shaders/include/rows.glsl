// Recursive filters along rows, in two variants, the faster of which is determined on each device. A kernel
// includes this file last and first defines
//     struct RowFilter                              the filters of a row: coefficients, states, and
//         float gain                                factor of the input: 1, or 0 to follow the states alone
//     #define EACH_STATE(each, f)                   each(number) for all state variables of f
//     RowFilter rowFilter(int y)                    the filters of row y
//     void begin(inout RowFilter f)                 called before the row's first sample
//     void seek(inout RowFilter f, int x)           called before sample x, states set; fetches samples
//                                                   around it
//     void run(inout RowFilter f, int x, int end, bool stores)
//                                                   from x to `end`, no further unless it stores
// where positions x are multiples of four, the period of the color carrier. The new states must be a linear
// function of the old states and the input, and this function must be the same everywhere up to four samples
// before the row's end.
#ifndef ROW_CHUNKS

// One invocation per row from end to end, with all states in registers.
void main() {
    int y = area.y + int(gl_GlobalInvocationID.x);
    if (y >= area.w) return;
    RowFilter f = rowFilter(y);
    begin(f);
    run(f, 0, rowLength, true);
}

#else

// One workgroup per row, and one invocation per chunk of it. The initial states s' of a chunk follow from
// those of the previous chunk, s' = M s + e, where e are the previous chunk's final states if it starts with
// zeros. Column i of M contains a chunk's final states if it has no input and starts with zeros except for a
// 1 in state i. M is the same for all chunks, since they have the same length. Once all initial states are
// known, each chunk is filtered; the result is exact except for rounding.
#define COUNTED(number) + 1
const int STATES = 0 EACH_STATE(COUNTED, f);

// The initial states of each chunk, followed by the columns of M.
shared float remembered[(ROW_CHUNKS + STATES) * STATES];

void keep(RowFilter f, int at) {
#define KEPT(number) remembered[at++] = number;
    EACH_STATE(KEPT, f)
}

void recall(inout RowFilter f, int at) {
#define RECALLED(number) number = remembered[at++];
    EACH_STATE(RECALLED, f)
}

// Sets all states to 0, except for a 1 in one of them, if any.
void forget(inout RowFilter f, int butOne) {
#define FORGOTTEN(number) number = butOne-- == 0 ? 1.0 : 0.0;
    EACH_STATE(FORGOTTEN, f)
}

void meet() {
    memoryBarrierShared();
    barrier();
}

// Converts the final states of all chunks that started with zeros to the initial states of the next chunks,
// with one invocation per state.
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
    // The width is 0 if a kernel is only compiled in advance.
    int size = max(4, (width + 4 * ROW_CHUNKS - 1) / (4 * ROW_CHUNKS) * 4);
    // The last chunk has at least four samples.
    int chunks = max(width - 4, 0) / size + 1;
    // A single loop, so that the kernel contains the filters' code only once.
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
