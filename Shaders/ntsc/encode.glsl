// Encodes the picture as a composite signal: luma filter, chroma low-pass, modulation, sharpening and noise.
// Each output texel contains four samples; the picture's alpha is stored beside the signal.
#include "include/alpha.glsl"
#include "include/ntsc.glsl"
#include "include/ntsc-filters.glsl"

// The number of samples read ahead: the chroma filters' group delay is up to four samples.
#define AHEAD 4

struct RowFilter {
    int y;
    float gain;
    // The filters' coefficients and states.
    vec4 passI;
    vec4 passQ;
    vec2 sharpening;
    LowPassState stateI;
    LowPassState stateQ;
    vec2 notch;
    float sharpened;
    Carrier carrier;
    RowNoise noise;
    // The samples of the picture from the output position (0) to AHEAD, and the previous luma.
    vec4 at0;
    vec4 at1;
    vec4 at2;
    vec4 at3;
    vec4 at4;
    float before;
    float i;
    float q;
};

#if CHROMA_LOW_PASS
#define EACH_OF_CHROMA(each, f) EACH_OF_LOW_PASS(each, f.stateI) EACH_OF_LOW_PASS(each, f.stateQ)
#else
#define EACH_OF_CHROMA(each, f)
#endif
#if INPUT_LUMA == 2
#define EACH_OF_LUMA(each, f) each(f.notch.x) each(f.notch.y)
#else
#define EACH_OF_LUMA(each, f)
#endif
#define EACH_STATE(each, f) EACH_OF_CHROMA(each, f) EACH_OF_LUMA(each, f) each(f.sharpened)

// Luma, chroma and alpha.
vec4 read(int x, RowFilter f) {
    vec4 color = load(ivec2(min(x, rowLength - 1), f.y));
    // NaN and infinities would remain in the filters up to the end of the row.
    color = clamp(mix(color, vec4(0.0), isnan(color)), -65504.0, 65504.0);
#if PREMULTIPLY
    color.rgb *= color.a;
#endif
    vec3 yiq = vec3(
        dot(color.rgb, vec3(0.299, 0.587, 0.114)), dot(color.rgb, vec3(0.5959, -0.2746, -0.3213)),
        dot(color.rgb, vec3(0.2115, -0.5227, 0.3112)));
    return f.gain * vec4(yiq, color.a);
}

// Shifts in the next sample, and filters the chroma, which is ahead of the luma.
void advance(vec4 next, inout RowFilter f) {
    f.at0 = f.at1;
    f.at1 = f.at2;
    f.at2 = f.at3;
    f.at3 = f.at4;
    f.at4 = next;
#if CHROMA_LOW_PASS == 2
    f.q = lowPass(f.stateQ, f.at4.z, f.passQ);
    f.i = lowPass(f.stateI, f.at2.y, f.passI);
#elif CHROMA_LOW_PASS == 1
    f.q = lowPass(f.stateQ, f.at1.z, f.passQ);
    f.i = lowPass(f.stateI, f.at1.y, f.passI);
#else
    f.q = f.at0.z;
    f.i = f.at0.y;
#endif
}

float composite(vec4 next, inout RowFilter f) {
    advance(next, f);
#if INPUT_LUMA == 2
    float luma = carrierNotch(f.notch, f.at0.x);
#elif INPUT_LUMA == 1
    float luma = 0.25 * (f.before + f.at0.x + f.at1.x + f.at2.x);
    f.before = f.at0.x;
#else
    float luma = f.at0.x;
#endif
    float signal = luma + f.i * f.carrier.now.x + f.q * f.carrier.now.y;
    turn(f.carrier);
    return onePole(f.sharpened, signal, f.sharpening.x, f.sharpening.y);
}

RowFilter rowFilter(int y) {
    Line line = lineAt(y);
    RowFilter f;
    f.y = y;
    f.gain = 1.0;
    f.passI = chromaInI;
    f.passQ = chromaInQ;
    f.sharpening = preemphasis;
    f.carrier = carrierAt(line);
    f.noise = rowNoise(compositeNoise, DICE_COMPOSITE, line);
    return f;
}

void begin(inout RowFilter f) {
    vec4 first = steady * read(0, f);
    f.stateI = steadyLowPass(first.y);
    f.stateQ = steadyLowPass(first.z);
    // The steady state of the low-pass for constant luma and a continuous carrier.
    vec2 later = f.carrier.swing * vec2(-f.carrier.now.y, f.carrier.now.x);
    float rest = 1.0 - f.sharpening.x;
    vec2 carrier = f.sharpening.x / (1.0 + rest * rest) * (later + rest * f.carrier.now);
    f.sharpened = first.x - dot(first.yz, carrier);
    f.at0 = f.at1 = f.at2 = f.at3 = f.at4 = first;
    f.before = 16.0 / 255.0;
    for (int x = 0; x < AHEAD; x++) advance(read(x, f), f);
    f.notch = steadyCarrierNotch(f.at1.x);
    if (steady != 0.0) f.before = f.at1.x;
}

void seek(inout RowFilter f, int x) {
    f.before = read(x - 1, f).x;
    f.at1 = read(x, f);
    f.at2 = read(x + 1, f);
    f.at3 = read(x + 2, f);
    f.at4 = read(x + 3, f);
}

void run(inout RowFilter f, int x, int end, bool stores) {
    for (; x < end; x += 4) {
        vec4 signal;
        vec4 alpha;
        signal.x = composite(read(x + AHEAD, f), f);
        alpha.x = f.at0.w;
        signal.y = composite(read(x + AHEAD + 1, f), f);
        alpha.y = f.at0.w;
        signal.z = composite(read(x + AHEAD + 2, f), f);
        alpha.z = f.at0.w;
        signal.w = composite(read(x + AHEAD + 3, f), f);
        alpha.w = f.at0.w;
        if (!stores) continue;
        // The signal itself serves as its luma, since it oscillates symmetrically around it.
        signal += shaded(noiseAt(x, f.noise, OCTAVES_OF(OCTAVES, f.noise)), signal);
        ivec2 p = ivec2(x >> 2, f.y) - resultOrigin;
        imageStore(result, p, signal);
        imageStore(result, p + ivec2(planeWidth(), 0), alpha);
    }
}

#include "include/rows.glsl"
