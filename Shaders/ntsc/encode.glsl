// From the picture to the composite signal: luma filter, chroma low-pass, modulation, sharpening and noise. A row an
// invocation, and four samples a texel; the picture's alpha lies beside the signal.
#include "include/alpha.glsl"
#include "include/ntsc.glsl"
#include "include/ntsc-filters.glsl"

// So far ahead the picture is read: the chroma filters' group delay is up to four samples.
#define AHEAD 4

struct Encoder {
    // What the filters are made of, and their states.
    vec4 passI;
    vec4 passQ;
    vec2 sharpening;
    LowPassState stateI;
    LowPassState stateQ;
    vec2 notch;
    float sharpened;
    Carrier carrier;
    // The picture from the place of the output (0) to AHEAD, and its luma before.
    vec4 at0;
    vec4 at1;
    vec4 at2;
    vec4 at3;
    vec4 at4;
    float before;
    float i;
    float q;
};

// Luma, chroma and alpha.
vec4 read(int x, int y) {
    vec4 color = load(ivec2(min(x, WIDTH - 1), y));
    // Not-a-number and infinities would stay in the filters to the end of the row.
    color = clamp(mix(color, vec4(0.0), isnan(color)), -65504.0, 65504.0);
#if PREMULTIPLY
    color.rgb *= color.a;
#endif
    return vec4(
        dot(color.rgb, vec3(0.299, 0.587, 0.114)), dot(color.rgb, vec3(0.5959, -0.2746, -0.3213)),
        dot(color.rgb, vec3(0.2115, -0.5227, 0.3112)), color.a);
}

// Takes the next sample in, and filters the chroma, which is ahead of the luma.
void advance(vec4 next, inout Encoder e) {
    e.at0 = e.at1;
    e.at1 = e.at2;
    e.at2 = e.at3;
    e.at3 = e.at4;
    e.at4 = next;
#if CHROMA_LOW_PASS == 2
    e.q = lowPass(e.stateQ, e.at4.z, e.passQ);
    e.i = lowPass(e.stateI, e.at2.y, e.passI);
#elif CHROMA_LOW_PASS == 1
    e.q = lowPass(e.stateQ, e.at1.z, e.passQ);
    e.i = lowPass(e.stateI, e.at1.y, e.passI);
#else
    e.q = e.at0.z;
    e.i = e.at0.y;
#endif
}

float composite(vec4 next, inout Encoder e) {
    advance(next, e);
#if INPUT_LUMA == 2
    float luma = carrierNotch(e.notch, e.at0.x);
#elif INPUT_LUMA == 1
    float luma = 0.25 * (e.before + e.at0.x + e.at1.x + e.at2.x);
    e.before = e.at0.x;
#else
    float luma = e.at0.x;
#endif
    float signal = luma + e.i * e.carrier.now.x + e.q * e.carrier.now.y;
    turn(e.carrier);
    return onePole(e.sharpened, signal, e.sharpening.x, e.sharpening.y);
}

void main() {
    int y = area.y + int(gl_GlobalInvocationID.x);
    if (y >= area.w) return;
    Line line = lineAt(y);
    Encoder e;
    e.passI = values[CHROMA_IN_I];
    e.passQ = values[CHROMA_IN_Q];
    e.sharpening = values[SHARPENING].xy;
    vec4 first = STEADY * read(0, y);
    e.stateI = steadyLowPass(first.y);
    e.stateQ = steadyLowPass(first.z);
    e.carrier = carrierAt(line);
    // What the low-pass leaves of luma, and of a carrier that has always been there.
    vec2 later = e.carrier.swing * vec2(-e.carrier.now.y, e.carrier.now.x);
    float rest = 1.0 - e.sharpening.x;
    vec2 carrier = e.sharpening.x / (1.0 + rest * rest) * (later + rest * e.carrier.now);
    e.sharpened = first.x - dot(first.yz, carrier);
    e.at0 = e.at1 = e.at2 = e.at3 = e.at4 = first;
    e.before = 16.0 / 255.0;
    for (int x = 0; x < AHEAD; x++) advance(read(x, y), e);
    e.notch = steadyCarrierNotch(e.at1.x);
    if (STEADY != 0.0) e.before = e.at1.x;
    RowNoise noise = rowNoise(values[COMPOSITE_NOISE], DICE_COMPOSITE, line);
    int width = WIDTH;
    for (int x = 0; x < width; x += 4) {
        vec4 signal;
        vec4 alpha;
        signal.x = composite(read(x + AHEAD, y), e);
        alpha.x = e.at0.w;
        signal.y = composite(read(x + AHEAD + 1, y), e);
        alpha.y = e.at0.w;
        signal.z = composite(read(x + AHEAD + 2, y), e);
        alpha.z = e.at0.w;
        signal.w = composite(read(x + AHEAD + 3, y), e);
        alpha.w = e.at0.w;
        // The signal stands for its luma, from which it swings to both sides alike.
        signal += shaded(noiseAt(x, noise, OCTAVES_OF(OCTAVES, noise)), signal);
        ivec2 p = ivec2(x >> 2, y) - resultOrigin;
        imageStore(result, p, signal);
        imageStore(result, p + ivec2(planeWidth(), 0), alpha);
    }
}
