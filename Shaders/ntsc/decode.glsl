// From the composite signal back to luma and chroma: the carrier is taken out and demodulated; luma smear, ringing,
// noise, and errors of the color's phase. A row an invocation, and four samples a texel.
#include "include/ntsc.glsl"
#include "include/ntsc-filters.glsl"
#include "include/ntsc-planes.glsl"

struct Decoder {
    float smear;
    vec4 ringing;
    bool rings;
    float ringingScale;
    vec2 notch;
    float smeared;
    vec2 rung;
    Carrier carrier;
    // The chroma times the carrier, of the two samples before, and the luma that rings at the end of the row.
    vec2 before;
    vec2 last;
    float held;
};

// The luma in the signal at x, 0…3 in the texel `now`; the box reads on into the texel after.
#if DEMODULATION == 0
vec4 lumaOf(vec4 now, float last, vec4 next) {
    return 0.25 * (vec4(last, now.xyz) + now + vec4(now.yzw, next.x) + vec4(now.zw, next.xy));
}
#endif

// Takes the luma and the modulated chroma of sample x + 1 and gives luma and chroma of sample x.
vec3 decoded(float luma, float chroma, bool isThere, inout Decoder d) {
    vec2 now = isThere ? chroma * d.carrier.now : vec2(0.0);
    turn(d.carrier);
    vec2 color = d.last + 0.5 * (d.before + now);
    d.before = d.last;
    d.last = now;
    float before = d.held;
    d.smeared += d.smear * (luma - d.smeared);
    d.held = isThere ? d.smeared : d.held;
    // Ringing gives a sample with the one after it, which makes up for its delay.
    float ringing = bandPass(d.rung, d.held, d.ringing);
    return vec3(d.rings ? d.held - d.ringingScale * ringing : before, color);
}

vec4 noise(int x, RowNoise noise, int octaves, vec4 luma) { return shaded(noiseAt(x, noise, octaves), luma); }

// Four samples; beyond the row's end its last.
vec4 signalAt(int t, int y) {
#if DEMODULATION == 0
    return padded(load(ivec2(t, y)), 4 * t);
#else
    return load(ivec2(t, y));
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

void main() {
    int y = area.y + int(gl_GlobalInvocationID.x);
    if (y >= area.w) return;
    Line line = lineAt(y);
    Decoder d;
    d.smear = values[LUMA_SMEAR].x;
    d.ringing = values[RINGING];
    d.rings = values[LUMA_SMEAR].z != 0.0;
    d.ringingScale = values[LUMA_SMEAR].y;
    d.notch = vec2(0.0);
    d.smeared = 0.0;
    d.held = 0.0;
    d.rung = vec2(0.0);
    d.carrier = carrierAt(line);
    d.before = vec2(0.0);
    d.last = vec2(0.0);
    int width = WIDTH;
    int texels = (width + 3) >> 2;
    RowNoise lumaNoise = rowNoise(values[LUMA_NOISE], DICE_LUMA, line);
    RowNoise noiseI = rowNoise(values[CHROMA_NOISE], DICE_CHROMA_I, line);
    RowNoise noiseQ = rowNoise(values[CHROMA_NOISE], DICE_CHROMA_Q, line);
    float noise01 = unit(hash(uint(line.row) + dice(DICE_CHROMA_PHASE, line.frame)));
    float angle = values[CHROMA_PHASE].x + values[CHROMA_PHASE].y * (2.0 * noise01 - 1.0);
    // Where Q's sign swings, so do its errors.
    angle *= 6.2831853 * d.carrier.swing;
    vec2 phase = vec2(cos(angle), sin(angle));
#if DEMODULATION >= 2
    // At the field's edges the row at the other side stands for the one that is not there.
    int above = line.row > 0 ? y - line.stride : y + line.stride;
    int below = line.row < line.rows - 1 ? y + line.stride : y - line.stride;
#endif
    vec4 outY = vec4(0.0);
    vec4 outI = vec4(0.0);
    vec4 outQ = vec4(0.0);
    vec4 lastY;
    vec4 lastI;
    vec4 lastQ;
    vec4 next = signalAt(0, y);
    if (STEADY != 0.0) d.notch = steadyCarrierNotch(next);
    // A wave of the carrier before.
    float lastSignal = STEADY != 0.0 ? next.w : 16.0 / 255.0;
    for (int t = 0; t <= texels; t++) {
        int x = 4 * t;
#if DEMODULATION == 0
        vec4 signal = next;
        next = t + 1 < texels ? signalAt(t + 1, y) : signal.wwww;
        vec4 luma = lumaOf(signal, lastSignal, next);
        lastSignal = signal.w;
#else
        vec4 signal = signalAt(t, y);
#if DEMODULATION == 1
        vec4 luma = notched(signal, d.notch);
#else
        vec4 rows = 0.5 * signal + 0.25 * (signalAt(t, above) + signalAt(t, DEMODULATION == 2 ? above : below));
        // A field of one row has nothing to compare it with.
        if (line.rows == 1) rows = vec4(0.0);
        if (t == 0) d.notch = STEADY * steadyCarrierNotch(signal - rows);
        vec4 rest = notched(signal - rows, d.notch);
        vec4 luma = line.rows > 1 && !SHARP_COMB ? rows : rows + rest;
#endif
#endif
        vec4 chroma = signal - luma;
        if (t == 0) {
            // Ringing begins as if the first sample had always been there.
            if (STEADY != 0.0) d.smeared = luma.x;
            // Before the first sample chroma and carrier are what they are after it, both turned round.
            d.last = STEADY * chroma.y * d.carrier.swing * vec2(-d.carrier.now.y, d.carrier.now.x);
            d.rung.y = d.smeared + d.smear * (luma.x - d.smeared);
        }
        vec3 one = decoded(luma.x, chroma.x, x < width, d);
        outY.w = one.x;
        outI.w = one.y;
        outQ.w = one.z;
        if (t > 0) {
            vec4 noisyI = outI + noise(x - 4, noiseI, OCTAVES_OF(CHROMA_OCTAVES, noiseI), outY);
            vec4 noisyQ = outQ + noise(x - 4, noiseQ, OCTAVES_OF(CHROMA_OCTAVES, noiseQ), outY);
            lastY = outY + noise(x - 4, lumaNoise, OCTAVES_OF(OCTAVES, lumaNoise), outY);
            lastI = phase.x * noisyI - phase.y * noisyQ;
            lastQ = phase.y * noisyI + phase.x * noisyQ;
            storePlanes(t - 1, y, lastY, lastI, lastQ);
        }
        one = decoded(luma.y, chroma.y, x + 1 < width, d);
        outY.x = one.x;
        outI.x = one.y;
        outQ.x = one.z;
        one = decoded(luma.z, chroma.z, x + 2 < width, d);
        outY.y = one.x;
        outI.y = one.y;
        outQ.y = one.z;
        one = decoded(luma.w, chroma.w, x + 3 < width, d);
        outY.z = one.x;
        outI.z = one.y;
        outQ.z = one.z;
    }
    if ((width & 3) != 0) {
        int x = 4 * (texels - 1);
        storePlanes(texels - 1, y, padded(lastY, x), padded(lastI, x), padded(lastQ, x));
    }
}
