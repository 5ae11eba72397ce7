// What a tape leaves of luma and chroma, and colors again: edge wave, the tape speed's bandwidths, lost color, sharpening,
// blending of rows, and the chroma low-pass on the way out. All filters are linear, so the rows are blended first, and
// filtered once. A row an invocation; four samples come in a texel, pixels go out.
#include "include/alpha.glsl"
#include "include/ntsc.glsl"
#include "include/ntsc-filters.glsl"

// Four samples from x on, for an x that goes up by four, of a row that is shifted: two texels of a plane, and how far
// into the first x lies.
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

// Beyond the row's ends there is its first and its last sample.
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

// - x: the first sample that is read, of a row that lies `shift` pixels farther right.
Shifted shiftedRow(int x, float shift, int y) {
    float whole = floor(shift);
    // Of the texel before x the last sample is needed.
    int first = x - int(whole) - 4;
    return Shifted(y, first >> 2, first & 3, whole, shift - whole);
}

Plane planeAt(int number, Shifted row) {
    Plane plane;
    plane.first = number * planeWidth();
    plane.now = texelAt(row.texel, plane, row);
    plane.next = texelAt(row.texel + 1, plane, row);
    plane.before = picked(plane, row).w;
    return plane;
}

// - t: how many times the plane was read before.
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

struct Tape {
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
    // Chroma from the place of the output (0) to four samples ahead.
    vec2 at0;
    vec2 at1;
    vec2 at2;
    vec2 at3;
    vec2 at4;
};

float lumaAfter(float y, inout Tape t) {
#if TAPE
    y = lowPass(t.luma, y, t.lumaCut);
    y = onePole(t.boosted, y, t.boost.x, t.boost.y);
    y += t.sharpeningScale * (lowPass(t.sharp, y, t.sharpening) - y);
#endif
    return y;
}

vec2 cut(vec2 chroma, inout Tape t) {
#if TAPE
    return vec2(lowPass(t.cutI, chroma.x, t.chromaCut), lowPass(t.cutQ, chroma.y, t.chromaCut));
#else
    return chroma;
#endif
}

// Takes chroma four samples ahead in, and gives it at the place of the output.
vec2 chromaAfter(vec2 next, inout Tape t) {
    t.at0 = t.at1;
    t.at1 = t.at2;
    t.at2 = t.at3;
    t.at3 = t.at4;
    t.at4 = next;
#if CHROMA_LOW_PASS == 2
    return vec2(lowPass(t.stateI, t.at2.x, t.passI), lowPass(t.stateQ, t.at4.y, t.passQ));
#elif CHROMA_LOW_PASS == 1
    return vec2(lowPass(t.stateI, t.at1.x, t.passI), lowPass(t.stateQ, t.at1.y, t.passQ));
#else
    return t.at0;
#endif
}

// What is left of a row's chroma: all or nothing.
float chromaLeft(Line line) {
    return unit(hash(uint(line.row) + dice(DICE_CHROMA_LOSS, line.frame))) < values[TAPE_BOOST].w ? 0.0 : 1.0;
}

void show(ivec2 p, float luma, vec2 chroma, float alpha) {
    vec3 color = luma + vec3(0.956, -0.272, -1.106) * chroma.x + vec3(0.619, -0.647, 1.703) * chroma.y;
#if UNPREMULTIPLY
    color = straight(vec4(color, alpha)).rgb;
#endif
    if (p.x < WIDTH) store(p, vec4(color, alpha));
}

void main() {
    int y = area.y + int(gl_GlobalInvocationID.x);
    if (y >= area.w) return;
    Line line = lineAt(y);
    Tape t;
    t.lumaCut = values[TAPE_LUMA];
    t.sharpening = values[TAPE_SHARPEN];
    t.boost = values[TAPE_BOOST].xy;
    t.sharpeningScale = values[TAPE_BOOST].z;
    t.chromaCut = values[TAPE_CHROMA];
    t.passI = values[CHROMA_OUT_I];
    t.passQ = values[CHROMA_OUT_Q];
    int width = WIDTH;

    // The chroma's filter is ahead by `lead` samples, the one after it by four at most. Four samples are read at a time.
    int lead = int(values[TAPE_LEAD].x);
    int skipped = -lead & 3;
    Shifted row = shiftedRow(0, edgeWave(line, values[EDGE_WAVE]), y);
    Plane planeY = planeAt(0, row);
    Shifted own = shiftedRow(-skipped, edgeWave(line, values[EDGE_WAVE]), y);
    Plane planeI = planeAt(1, own);
    Plane planeQ = planeAt(2, own);
    float share = chromaLeft(line);
#if BLEND_ROWS
    // Rows above the first have no chroma.
    Line lineAbove = line;
    lineAbove.row--;
    Shifted above = shiftedRow(-skipped, edgeWave(lineAbove, values[EDGE_WAVE]), y - line.stride);
    Plane aboveI = planeAt(1, above);
    Plane aboveQ = planeAt(2, above);
    float shareAbove = line.row > 0 ? 0.5 * chromaLeft(lineAbove) : 0.0;
    share *= 0.5;
#endif
    vec2 first = share * vec2(firstOf(planeI, own), firstOf(planeQ, own));
#if BLEND_ROWS
    first += shareAbove * vec2(firstOf(aboveI, above), firstOf(aboveQ, above));
#endif
    first *= STEADY;
    t.luma = t.sharp = steadyLowPass(STEADY * firstOf(planeY, row));
    t.boosted = STEADY * firstOf(planeY, row);
    t.cutI = t.stateI = steadyLowPass(first.x);
    t.cutQ = t.stateQ = steadyLowPass(first.y);
    t.at0 = t.at1 = t.at2 = t.at3 = t.at4 = first;
    int reads = 0;
    vec2 held = first;
    for (int x = -skipped; x < lead + 4; x += 4) {
        vec4 i = share * read(reads, planeI, own);
        vec4 q = share * read(reads, planeQ, own);
#if BLEND_ROWS
        i += shareAbove * read(reads, aboveI, above);
        q += shareAbove * read(reads, aboveQ, above);
#endif
        reads++;
        for (int k = 0; k < 4; k++) {
            int ahead = x + k - lead;
            vec2 chroma = cut(x + k < 0 ? first : vec2(i[k], q[k]), t);
            // The second filter's first input is what the first gives for the row's first sample.
            held = ahead >= 0 && ahead < width ? chroma : held;
            chromaAfter(held, t);
        }
    }
    for (int x = 0; x < width; x += 4) {
        vec4 luma = read(x >> 2, planeY, row);
        vec4 i = share * read(reads, planeI, own);
        vec4 q = share * read(reads, planeQ, own);
#if BLEND_ROWS
        i += shareAbove * read(reads, aboveI, above);
        q += shareAbove * read(reads, aboveQ, above);
#endif
        reads++;
        vec4 alpha = load1(ivec2(planeWidth() + (x >> 2), y));
#define STEP(k, c) { \
            vec2 chroma = cut(vec2(i.c, q.c), t); \
            held = x + k + 4 < width ? chroma : held; \
            chroma = chromaAfter(held, t); \
            float y1 = lumaAfter(luma.c, t); \
            show(ivec2(x + k, y), y1, chroma, alpha.c); \
        }
        STEP(0, x)
        STEP(1, y)
        STEP(2, z)
        STEP(3, w)
    }
}
