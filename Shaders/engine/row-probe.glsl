// A small row filter for measuring which of the two row variants is faster: a second-order low-pass filter
// followed by sharpening, with four samples per texel.
#define KIND 1
#include "include/ntsc-filters.glsl"

struct RowFilter {
    int y;
    float gain;
    vec2 low;
    float sharpened;
};

#define EACH_STATE(each, f) EACH_OF_LOW_PASS(each, f.low) each(f.sharpened)

RowFilter rowFilter(int y) { return RowFilter(y, 1.0, vec2(0.0), 0.0); }

void begin(inout RowFilter f) {}

void seek(inout RowFilter f, int x) {}

float next(float signal, inout RowFilter f) {
    return onePole(f.sharpened, lowPass(f.low, signal, cut), sharpening.x, sharpening.y);
}

void run(inout RowFilter f, int x, int end, bool stores) {
    for (int t = x >> 2; t < (end + 3) >> 2; t++) {
        vec4 signal = f.gain * load(ivec2(t, f.y));
        signal.x = next(signal.x, f);
        signal.y = next(signal.y, f);
        signal.z = next(signal.z, f);
        signal.w = next(signal.w, f);
        if (stores) imageStore(result, ivec2(t, f.y) - resultOrigin, signal);
    }
}

#include "include/rows.glsl"
