// Decodes the composite signal to luma and chroma: separates and demodulates the carrier, and adds luma
// smear, ringing, noise, and color phase errors. Four samples per texel.
#include "include/ntsc.glsl"
#include "include/ntsc-filters.glsl"
#include "include/ntsc-planes.glsl"

struct RowFilter {
    int y;
    float gain;
    float smear;
    vec4 ringing;
    bool rings;
    float ringingScale;
    vec2 notch;
    float smeared;
    vec2 rung;
    Carrier carrier;
    // The chroma times the carrier for the two previous samples; and the smeared luma, which beyond the end
    // of the row is held for ringing.
    vec2 before;
    vec2 last;
    float held;
    // The last sample before the four that are being decoded, and the four after them.
    float lastSignal;
    vec4 next;
    RowNoise lumaNoise;
    RowNoise noiseI;
    RowNoise noiseQ;
    vec2 phase;
#if DEMODULATION >= 2
    // The neighboring rows in the field, and the number of rows in the field.
    int above;
    int below;
    int rows;
#endif
};

#if DEMODULATION
#define EACH_OF_LUMA(each, f) each(f.notch.x) each(f.notch.y)
#else
#define EACH_OF_LUMA(each, f)
#endif
#define EACH_STATE(each, f) EACH_OF_LUMA(each, f) \
    each(f.smeared) each(f.rung.x) each(f.rung.y) each(f.last.x) each(f.last.y)

// The luma of the four samples of the texel `now`. The box filter also reads a sample of the previous texel
// and two of the next.
#if DEMODULATION == 0
vec4 lumaOf(vec4 now, float last, vec4 next) {
    return 0.25 * (vec4(last, now.xyz) + now + vec4(now.yzw, next.x) + vec4(now.zw, next.xy));
}
#endif

// Takes the luma and the modulated chroma of sample x + 1, and returns the luma and chroma of sample x.
vec3 decoded(float luma, float chroma, bool isThere, inout RowFilter f) {
    vec2 now = isThere ? chroma * f.carrier.now : vec2(0.0);
    turn(f.carrier);
    vec2 color = f.last + 0.5 * (f.before + now);
    f.before = f.last;
    f.last = now;
    float before = f.held;
    f.smeared += f.smear * (luma - f.smeared);
    f.held = isThere ? f.smeared : f.held;
    // With ringing, a sample is output together with the next one, which compensates for the delay.
    float ringing = bandPass(f.rung, f.held, f.ringing);
    return vec3(f.rings ? f.held - f.ringingScale * ringing : before, color);
}

vec4 noise(int x, RowNoise noise, int octaves, vec4 luma) { return shaded(noiseAt(x, noise, octaves), luma); }

// Four samples; beyond the row's end, its last sample is repeated.
vec4 signalAt(int t, int y, float gain) {
#if DEMODULATION == 0
    return gain * padded(load(ivec2(t, y)), 4 * t);
#else
    return gain * load(ivec2(t, y));
#endif
}

vec4 notched(vec4 signal, inout vec2 state) {
    vec4 luma;
    luma.x = carrierNotch(state, signal.x);
    luma.y = carrierNotch(state, signal.y);
    luma.z = carrierNotch(state, signal.z);
    luma.w = carrierNotch(state, signal.w);
    return luma;
}

// The mean of the row and neighboring rows of the field, whose carriers are in opposite phase. In a field
// with a single row there is nothing to compare it with.
#if DEMODULATION >= 2
vec4 comb(int t, vec4 signal, RowFilter f) {
    vec4 around = signalAt(t, f.above, f.gain) + signalAt(t, DEMODULATION == 2 ? f.above : f.below, f.gain);
    return f.rows > 1 ? 0.5 * signal + 0.25 * around : vec4(0.0);
}
#endif

// Reads four samples and returns their luma.
vec4 split(int t, out vec4 signal, inout RowFilter f) {
#if DEMODULATION == 0
    signal = f.next;
    f.next = t + 1 < planeWidth() ? signalAt(t + 1, f.y, f.gain) : signal.wwww;
    vec4 luma = lumaOf(signal, f.lastSignal, f.next);
    f.lastSignal = signal.w;
    return luma;
#else
    signal = signalAt(t, f.y, f.gain);
#if DEMODULATION == 1
    return notched(signal, f.notch);
#else
    vec4 rows = comb(t, signal, f);
    vec4 rest = notched(signal - rows, f.notch);
    return f.rows > 1 && !sharpComb ? rows : rows + rest;
#endif
#endif
}

RowFilter rowFilter(int y) {
    Line line = lineAt(y);
    RowFilter f;
    f.y = y;
    f.gain = 1.0;
    f.smear = lumaSmear;
    f.ringing = ringingNotch;
    f.rings = rings;
    f.ringingScale = ringingScale;
    f.carrier = carrierAt(line);
    f.lumaNoise = rowNoise(lumaNoise, DICE_LUMA, line);
    f.noiseI = rowNoise(chromaNoise, DICE_CHROMA_I, line);
    f.noiseQ = rowNoise(chromaNoise, DICE_CHROMA_Q, line);
    float noise01 = unit(hash(uint(line.row) + dice(DICE_CHROMA_PHASE, line.frame)));
    float angle = phaseError + phaseNoise * (2.0 * noise01 - 1.0);
    // If the sign of Q alternates, so does that of its errors.
    angle *= 6.2831853 * f.carrier.swing;
    f.phase = vec2(cos(angle), sin(angle));
#if DEMODULATION >= 2
    // At the field's edges, the missing neighbor is replaced by the row on the other side.
    f.above = line.row > 0 ? y - line.stride : y + line.stride;
    f.below = line.row < line.rows - 1 ? y + line.stride : y - line.stride;
    f.rows = line.rows;
#endif
    f.before = vec2(0.0);
    f.held = 0.0;
    return f;
}

void begin(inout RowFilter f) {
    f.next = signalAt(0, f.y, 1.0);
#if DEMODULATION >= 2
    f.notch = steady * steadyCarrierNotch(f.next - comb(0, f.next, f));
#else
    f.notch = steady * steadyCarrierNotch(f.next);
#endif
    // The sample one carrier cycle earlier.
    f.lastSignal = steady != 0.0 ? f.next.w : 16.0 / 255.0;
    vec4 signal;
    RowFilter first = f;
    vec4 luma = split(0, signal, first);
    f.smeared = steady * luma.x;
    // Before the first sample, chroma and carrier are assumed to be the negatives of those after it.
    f.last = steady * (signal.y - luma.y) * f.carrier.swing * vec2(-f.carrier.now.y, f.carrier.now.x);
    // Ringing starts in the steady state of the first sample.
    f.rung = vec2(0.0, f.smeared + f.smear * (luma.x - f.smeared));
}

void seek(inout RowFilter f, int x) {
#if DEMODULATION == 0
    f.lastSignal = signalAt((x >> 2) - 1, f.y, f.gain).w;
    f.next = signalAt(x >> 2, f.y, f.gain);
#endif
}

void run(inout RowFilter f, int x, int end, bool stores) {
    int width = rowLength;
    int first = x >> 2;
    int texels = (end + 3) >> 2;
    vec4 outY = vec4(0.0);
    vec4 outI = vec4(0.0);
    vec4 outQ = vec4(0.0);
    vec4 lastY;
    vec4 lastI;
    vec4 lastQ;
    // A sample is only complete once the next one has been read.
    for (int t = first; t < texels + int(stores); t++) {
        x = 4 * t;
        vec4 signal;
        vec4 luma = split(t, signal, f);
        vec4 chroma = signal - luma;
        vec3 one = decoded(luma.x, chroma.x, x < width, f);
        outY.w = one.x;
        outI.w = one.y;
        outQ.w = one.z;
        if (stores && t > first) {
            vec4 noisyI = outI + noise(x - 4, f.noiseI, OCTAVES_OF(CHROMA_OCTAVES, f.noiseI), outY);
            vec4 noisyQ = outQ + noise(x - 4, f.noiseQ, OCTAVES_OF(CHROMA_OCTAVES, f.noiseQ), outY);
            lastY = outY + noise(x - 4, f.lumaNoise, OCTAVES_OF(OCTAVES, f.lumaNoise), outY);
            lastI = f.phase.x * noisyI - f.phase.y * noisyQ;
            lastQ = f.phase.y * noisyI + f.phase.x * noisyQ;
            storePlanes(t - 1, f.y, lastY, lastI, lastQ);
        }
        one = decoded(luma.y, chroma.y, x + 1 < width, f);
        outY.x = one.x;
        outI.x = one.y;
        outQ.x = one.z;
        one = decoded(luma.z, chroma.z, x + 2 < width, f);
        outY.y = one.x;
        outI.y = one.y;
        outQ.y = one.z;
        one = decoded(luma.w, chroma.w, x + 3 < width, f);
        outY.z = one.x;
        outI.z = one.y;
        outQ.z = one.z;
    }
    if (stores && end == width && (width & 3) != 0) {
        x = 4 * (texels - 1);
        storePlanes(texels - 1, f.y, padded(lastY, x), padded(lastI, x), padded(lastQ, x));
    }
}

#include "include/rows.glsl"
