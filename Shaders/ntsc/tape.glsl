// Applies the tape's effects to luma and chroma, and converts them back to colors: edge wave, the bandwidths
// of the tape speed, color loss, sharpening, blending of rows, and the chroma low-pass filter on output. All
// filters are linear, so the rows are blended first and then filtered only once. Input texels contain four
// samples; the output consists of pixels.
#include "include/alpha.glsl"
#include "include/ntsc.glsl"
#include "include/ntsc-filters.glsl"

// Reads a shifted row four samples at a time: the texel that contains the first of them, and its offset in
// that texel.
struct Shifted {
    int y;
    int texel;
    int offset;
    float pixels;
    float part;
};

struct Plane {
    int first;
    vec4 now;
    vec4 next;
    float before;
};

// Outside the row, its first or last sample is repeated.
vec4 texelAt(int t, Plane plane, Shifted row) {
    int last = planeWidth() - 1;
    vec4 texel = load(ivec2(plane.first + clamp(t, 0, last), row.y));
    return t < 0 ? texel.xxxx : t > last ? texel.wwww : texel;
}

vec4 picked(Plane plane, Shifted row) {
    vec4 a = plane.now;
    vec4 b = plane.next;
    bool isOdd = (row.offset & 1) != 0;
    vec4 one = isOdd ? vec4(a.yzw, b.x) : a;
    vec2 two = isOdd ? b.yz : b.xy;
    return (row.offset & 2) != 0 ? vec4(one.zw, two) : one;
}

// - x: the first sample to read, of a row shifted to the right by `shift` pixels.
Shifted shiftedRow(int x, float shift, int y) {
    float whole = floor(shift);
    // Only the last sample of the texel before x is needed.
    int first = x - int(whole) - 4;
    return Shifted(y, first >> 2, first & 3, whole, shift - whole);
}

// - t: the number of previous reads, of four samples each.
Plane planeAt(int number, int t, Shifted row) {
    Plane plane;
    plane.first = number * planeWidth();
    plane.now = texelAt(row.texel + t, plane, row);
    plane.next = texelAt(row.texel + t + 1, plane, row);
    plane.before = picked(plane, row).w;
    return plane;
}

vec4 read(int t, inout Plane plane, Shifted row) {
    plane.now = plane.next;
    plane.next = texelAt(row.texel + t + 2, plane, row);
    vec4 samples = picked(plane, row);
    vec4 earlier = vec4(plane.before, samples.xyz);
    plane.before = samples.w;
    return mix(samples, earlier, row.part);
}

// The first sample of a shifted row.
float firstOf(Plane plane, Shifted row) {
    int x = -int(row.pixels);
    float now = texelAt(x >> 2, plane, row)[x & 3];
    float before = texelAt((x - 1) >> 2, plane, row)[(x - 1) & 3];
    return mix(now, before, row.part);
}

struct RowFilter {
    int y;
    float gain;
    vec4 lumaCut;
    vec4 sharpening;
    vec2 boost;
    float sharpeningScale;
    LowPassState luma;
    LowPassState sharp;
    float boosted;
    vec4 chromaCut;
    vec4 passI;
    vec4 passQ;
    LowPassState cutI;
    LowPassState cutQ;
    LowPassState stateI;
    LowPassState stateQ;
    // The chroma from the output position (0) to four samples ahead.
    vec2 at0;
    vec2 at1;
    vec2 at2;
    vec2 at3;
    vec2 at4;
    // The first chroma filter is ahead by `lead` samples, the second by at most four more. Samples are read
    // four at a time.
    int lead;
    int skipped;
    // Luma and chroma of the row and, if rows are blended, chroma of the row above; and the share of the
    // chroma that remains.
    Shifted lumaRow;
    Plane lumaPlane;
    Shifted row;
    Plane planeI;
    Plane planeQ;
    float share;
#if BLEND_ROWS
    Shifted above;
    Plane aboveI;
    Plane aboveQ;
    float shareAbove;
#endif
};

#if TAPE
#define EACH_OF_TAPE(each, f) EACH_OF_LOW_PASS(each, f.luma) each(f.boosted) EACH_OF_LOW_PASS(each, f.sharp) \
    EACH_OF_LOW_PASS(each, f.cutI) EACH_OF_LOW_PASS(each, f.cutQ)
#else
#define EACH_OF_TAPE(each, f)
#endif
// The chroma samples ahead are also state, since they are the output of previous filters.
#if CHROMA_LOW_PASS == 2
#define EACH_OF_CHROMA(each, f) EACH_OF_LOW_PASS(each, f.stateI) EACH_OF_LOW_PASS(each, f.stateQ) \
    each(f.at3.x)
#elif CHROMA_LOW_PASS == 1
#define EACH_OF_CHROMA(each, f) EACH_OF_LOW_PASS(each, f.stateI) EACH_OF_LOW_PASS(each, f.stateQ) \
    each(f.at2.x) each(f.at2.y) each(f.at3.x) each(f.at3.y)
#else
#define EACH_OF_CHROMA(each, f) \
    each(f.at1.x) each(f.at1.y) each(f.at2.x) each(f.at2.y) each(f.at3.x) each(f.at3.y)
#endif
#define EACH_STATE(each, f) EACH_OF_TAPE(each, f) EACH_OF_CHROMA(each, f) each(f.at4.x) each(f.at4.y)

float lumaAfter(float y, inout RowFilter f) {
#if TAPE
    y = lowPass(f.luma, y, f.lumaCut);
    y = onePole(f.boosted, y, f.boost.x, f.boost.y);
    y += f.sharpeningScale * (lowPass(f.sharp, y, f.sharpening) - y);
#endif
    return y;
}

vec2 cut(vec2 chroma, inout RowFilter f) {
#if TAPE
    return vec2(lowPass(f.cutI, chroma.x, f.chromaCut), lowPass(f.cutQ, chroma.y, f.chromaCut));
#else
    return chroma;
#endif
}

// Adds a chroma sample four samples ahead, and returns the chroma at the output position.
vec2 chromaAfter(vec2 next, inout RowFilter f) {
    f.at0 = f.at1;
    f.at1 = f.at2;
    f.at2 = f.at3;
    f.at3 = f.at4;
    f.at4 = next;
#if CHROMA_LOW_PASS == 2
    return vec2(lowPass(f.stateI, f.at2.x, f.passI), lowPass(f.stateQ, f.at4.y, f.passQ));
#elif CHROMA_LOW_PASS == 1
    return vec2(lowPass(f.stateI, f.at1.x, f.passI), lowPass(f.stateQ, f.at1.y, f.passQ));
#else
    return f.at0;
#endif
}

// The share of a row's chroma that remains: 1 or 0.
float chromaLeft(Line line) {
    return unit(hash(uint(line.row) + dice(DICE_CHROMA_LOSS, line.frame))) < chromaLoss ? 0.0 : 1.0;
}

void show(ivec2 p, float luma, vec2 chroma, float alpha) {
    vec3 color = luma + vec3(0.956, -0.272, -1.106) * chroma.x + vec3(0.619, -0.647, 1.703) * chroma.y;
#if UNPREMULTIPLY
    color = straight(vec4(color, alpha)).rgb;
#endif
    if (p.x < rowLength) store(p, vec4(color, alpha));
}

// The next four samples of chroma, I and Q.
void readChroma(int t, out vec4 i, out vec4 q, inout RowFilter f) {
    i = f.gain * f.share * read(t, f.planeI, f.row);
    q = f.gain * f.share * read(t, f.planeQ, f.row);
#if BLEND_ROWS
    i += f.gain * f.shareAbove * read(t, f.aboveI, f.above);
    q += f.gain * f.shareAbove * read(t, f.aboveQ, f.above);
#endif
}

// Seeks to the t-th read of chroma.
void seekChroma(int t, inout RowFilter f) {
    f.planeI = planeAt(1, t, f.row);
    f.planeQ = planeAt(2, t, f.row);
#if BLEND_ROWS
    f.aboveI = planeAt(1, t, f.above);
    f.aboveQ = planeAt(2, t, f.above);
#endif
}

// The number of chroma reads before the output position reaches 0.
int readsAhead(RowFilter f) { return (f.skipped + f.lead + 4) >> 2; }

RowFilter rowFilter(int y) {
    Line line = lineAt(y);
    RowFilter f;
    f.y = y;
    f.gain = 1.0;
    f.lumaCut = tapeLuma;
    f.sharpening = tapeSharpen;
    f.boost = tapeBoost;
    f.sharpeningScale = tapeSharpening;
    f.chromaCut = tapeChroma;
    f.passI = chromaOutI;
    f.passQ = chromaOutQ;
    f.lead = tapeLead;
    f.skipped = -f.lead & 3;
    f.lumaRow = shiftedRow(0, edgeWave(line, edgeWaveSetting), y);
    f.row = shiftedRow(-f.skipped, edgeWave(line, edgeWaveSetting), y);
    f.share = chromaLeft(line);
#if BLEND_ROWS
    // The first row has no row above it whose chroma could be blended.
    Line lineAbove = line;
    lineAbove.row--;
    f.above = shiftedRow(-f.skipped, edgeWave(lineAbove, edgeWaveSetting), y - line.stride);
    f.shareAbove = line.row > 0 ? 0.5 * chromaLeft(lineAbove) : 0.0;
    f.share *= 0.5;
#endif
    return f;
}

void begin(inout RowFilter f) {
    seekChroma(0, f);
    f.lumaPlane = planeAt(0, 0, f.lumaRow);
    vec2 first = f.share * vec2(firstOf(f.planeI, f.row), firstOf(f.planeQ, f.row));
#if BLEND_ROWS
    first += f.shareAbove * vec2(firstOf(f.aboveI, f.above), firstOf(f.aboveQ, f.above));
#endif
    first *= steady;
    f.boosted = steady * firstOf(f.lumaPlane, f.lumaRow);
    f.luma = f.sharp = steadyLowPass(f.boosted);
    f.cutI = f.stateI = steadyLowPass(first.x);
    f.cutQ = f.stateQ = steadyLowPass(first.y);
    f.at0 = f.at1 = f.at2 = f.at3 = f.at4 = first;
    int width = rowLength;
    int reads = 0;
    for (int x = -f.skipped; x < f.lead + 4; x += 4) {
        vec4 i;
        vec4 q;
        readChroma(reads, i, q, f);
        reads++;
        for (int k = 0; k < 4; k++) {
            int ahead = x + k - f.lead;
            vec2 chroma = cut(x + k < 0 ? first : vec2(i[k], q[k]), f);
            // The first input of the second filter is the first filter's output for the row's first sample.
            chromaAfter(ahead >= 0 && ahead < width ? chroma : f.at4, f);
        }
    }
}

void seek(inout RowFilter f, int x) {
    seekChroma(readsAhead(f) + (x >> 2), f);
    f.lumaPlane = planeAt(0, x >> 2, f.lumaRow);
}

void run(inout RowFilter f, int x, int end, bool stores) {
    int width = rowLength;
    int reads = readsAhead(f) + (x >> 2);
    for (; x < end; x += 4) {
        vec4 luma = f.gain * read(x >> 2, f.lumaPlane, f.lumaRow);
        vec4 i;
        vec4 q;
        readChroma(reads, i, q, f);
        reads++;
        vec4 alpha = load1(ivec2(planeWidth() + (x >> 2), f.y));
#define STEP(k, c) { \
            vec2 chroma = cut(vec2(i.c, q.c), f); \
            chroma = chromaAfter(x + k + 4 < width ? chroma : f.at4, f); \
            float y1 = lumaAfter(luma.c, f); \
            if (stores) show(ivec2(x + k, f.y), y1, chroma, alpha.c); \
        }
        STEP(0, x)
        STEP(1, y)
        STEP(2, z)
        STEP(3, w)
    }
}

#include "include/rows.glsl"
