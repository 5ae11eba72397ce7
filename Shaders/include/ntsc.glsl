// What the passes of the analog video chain share: where the settings' numbers are, fields, and random numbers.
#include "include/noise.glsl"

// Places in `values`, which NTSCValues.swift fills in; every pass gets all of them.
#define WIDTH int(values[0].x)
#define HEIGHT int(values[0].y)
#define FRAME int(values[0].z)
// 0 all rows at once; 1 and 2 two fields, the upper or the lower first; 3 and 4 the upper or the lower alone.
#define FIELDS int(values[0].w)
#define SEED (uint(values[1].x) | uint(values[1].y) << 16)
#define HORIZONTAL_SCALE values[1].z
#define VERTICAL_SCALE values[1].w
// How the color carrier's phase goes on from row to row: 2 turns it by half a round in every second one, others by
// PHASE_STEP quarters of a round; where it begins; and -1 where Q changes its sign from row to row (PAL).
#define PHASE_SHIFT int(values[2].x)
#define PHASE_OFFSET int(values[2].y)
#define PHASE_STEP int(values[2].z)
#define PHASE_SWING values[2].w
// 1 where filters begin as if the first sample had always been there, which is not what the reference does.
#define STEADY values[5].z
#define TRUE_PHASE (values[5].w != 0.0)
// Numbers of the row filters, for lowPass, bandPass or onePole.
#define CHROMA_IN_I 3
#define CHROMA_IN_Q 4
#define SHARPENING 5
#define RINGING 6
#define LUMA_SMEAR 7
#define TAPE_LUMA 8
#define TAPE_CHROMA 9
#define TAPE_SHARPEN 10
#define TAPE_BOOST 11
#define TAPE_LEAD 12
#define CHROMA_OUT_I 13
#define CHROMA_OUT_Q 14
// Noise: intensity, frequency, octaves.
#define COMPOSITE_NOISE 15
#define LUMA_NOISE 16
#define CHROMA_NOISE 17
#define CHROMA_PHASE 18
// Whether comb filters work near the color carrier alone.
#define SHARP_COMB (values[CHROMA_PHASE].z != 0.0)
#define CHROMA_DELAY 19
#define EDGE_WAVE 20
#define HEAD_SWITCH 21
#define HEAD_SWITCH_LINE 22
#define TRACKING 23
#define BAND 24

// A row of a field.
struct Line {
    // Its number in the field, how many the field has, and from one to the next how many rows of the picture.
    int row;
    int rows;
    int stride;
    // The field's number in time.
    int frame;
};

Line lineAt(int y) {
    if (FIELDS == 0) return Line(y, HEIGHT, 1, FRAME);
    int parity = y & 1;
    int rows = (HEIGHT + 1 - parity) / 2;
    int frame = FIELDS > 2 ? FRAME : 2 * FRAME + (FIELDS == 1 ? parity : 1 - parity);
    return Line(y / 2, rows, 2, frame);
}

// The stages that throw dice, each its own.
#define DICE_COMPOSITE 1u
#define DICE_HEAD_SWITCH 2u
#define DICE_HEAD_SWITCH_LINE 3u
#define DICE_TRACKING 4u
#define DICE_TRACKING_NOISE 5u
#define DICE_LUMA 6u
#define DICE_CHROMA_I 7u
#define DICE_CHROMA_Q 8u
#define DICE_CHROMA_PHASE 9u
#define DICE_EDGE_WAVE 10u
#define DICE_CHROMA_LOSS 11u

// A seed for a stage and a field; `each` parts what is random once a row from once a field.
uint dice(uint stage, int frame) {
    return hash(uint(frame) + hash(stage + hash(SEED)));
}

// 0…1, without 1.
float unit(uint bits) {
    return float(bits >> 8) * (1.0 / 16777216.0);
}

// One of ±1 … ±8, as the gradients of the one-dimensional simplex noise are (Gustavson, "Simplex noise demystified").
float gradient(int place, uint seed) {
    uint bits = hash(uint(place) ^ seed);
    float size = float((bits >> 28) & 7u) + 1.0;
    return (bits & 0x80000000u) != 0u ? -size : size;
}

// Simplex noise in one dimension, standard deviation 0.9.
float simplex(float place, uint seed) {
    float left = floor(place);
    float x = place - left;
    int cell = int(left);
    float a = 1.0 - x * x;
    float b = x * (2.0 - x);
    a *= a;
    b *= b;
    return a * a * gradient(cell, seed) * x + b * b * gradient(cell + 1, seed) * (x - 1.0);
}

// The same in two dimensions, standard deviation 0.01.
float simplex(vec2 place, uint seed) {
    const float skew = 0.3660254;
    const float unskew = 0.21132487;
    vec2 cell = floor(place + (place.x + place.y) * skew);
    vec2 p0 = place - cell + (cell.x + cell.y) * unskew;
    vec2 middle = p0.x >= p0.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
    vec2 corners[3] = vec2[3](vec2(0.0), middle, vec2(1.0));
    float sum = 0.0;
    for (int i = 0; i < 3; i++) {
        vec2 p = p0 - corners[i] + float(i) * unskew;
        float near = max(0.5 - dot(p, p), 0.0);
        near *= near;
        uint bits = hash(ivec2(cell + corners[i]), seed) >> 28;
        vec2 slope = (bits & 4u) != 0u ? vec2(2.0, 1.0) : vec2(1.0, 2.0);
        if ((bits & 1u) != 0u) slope.x = -slope.x;
        if ((bits & 2u) != 0u) slope.y = -slope.y;
        sum += near * near * dot(slope, p);
    }
    return sum;
}

// Octaves of noise along a row: a setting's (intensity, frequency in cells a pixel, octaves).
struct RowNoise {
    float intensity;
    float frequency;
    int octaves;
    float offset;
    uint seed;
};

// How many octaves there are: fixed with the kernel, or 9 where it is told as it runs.
#define OCTAVES_OF(fixed, noise) ((fixed) < 9 ? (fixed) : (noise).octaves)

RowNoise rowNoise(vec4 setting, uint stage, Line line) {
    uint seed = hash(uint(line.row) + dice(stage, line.frame));
    return RowNoise(
        setting.x * 0.25, setting.y / HORIZONTAL_SCALE, int(setting.z),
        unit(hash(seed)) * float(WIDTH), hash(seed + 0x9e3779b9u));
}

// Of the four samples from x on.
vec4 noiseAt(int x, RowNoise noise, int octaves) {
    vec4 place = (vec4(x, x + 1, x + 2, x + 3) + noise.offset) * noise.frequency;
    vec4 sum = vec4(0.0);
    for (int octave = 0; octave < octaves; octave++) {
        sum += vec4(
            simplex(place.x, noise.seed), simplex(place.y, noise.seed), simplex(place.z, noise.seed),
            simplex(place.w, noise.seed));
        place *= 2.0;
    }
    return sum * noise.intensity;
}

// Noise that is weaker the higher luma is, and as it is set at a luma of one quarter, if that is wanted.
vec4 shaded(vec4 noise, vec4 luma) {
#if defined SHADOWS && SHADOWS
    return noise * (1.25 - clamp(luma, 0.0, 1.0));
#else
    return noise;
#endif
}

// How far a tape's wave moves a row, in pixels: intensity, speed, frequency, octaves.
float edgeWave(Line line, vec4 setting) {
    uint seed = dice(DICE_EDGE_WAVE, 0);
    vec2 place = vec2(float(line.row) + unit(seed) * float(line.rows), float(line.frame) * setting.y);
    place *= setting.z / VERTICAL_SCALE;
    float sum = 0.0;
    float gain = 1.0;
    for (int octave = 0; octave < int(setting.w); octave++) {
        sum += gain * simplex(place, hash(seed));
        place *= 2.0;
        gain *= 0.70710678;
    }
    return sum / 0.022 * setting.x * 0.5 * HORIZONTAL_SCALE;
}

// The color carrier at a line's first pixel: its cosine for I and its sine for Q, of the quarters 1, 0, -1, 0.
struct Carrier {
    vec2 now;
    float swing;
};

Carrier carrierAt(Line line) {
    int phase = 0;
    if (PHASE_SHIFT == 2) {
        phase = ((line.frame + 2 * line.row) & 2) + PHASE_OFFSET;
    } else if (PHASE_SHIFT != 0) {
        phase = line.frame + line.row * PHASE_STEP + PHASE_OFFSET;
    } else if (TRUE_PHASE) {
        phase = PHASE_OFFSET;
    }
    phase &= 3;
    float swing = (line.row & 1) != 0 ? PHASE_SWING : 1.0;
    vec2 now = vec2(phase == 0 ? 1.0 : phase == 2 ? -1.0 : 0.0, phase == 1 ? 1.0 : phase == 3 ? -1.0 : 0.0);
    return Carrier(vec2(now.x, swing * now.y), swing);
}

// A pixel later.
void turn(inout Carrier carrier) {
    carrier.now = carrier.swing * vec2(-carrier.now.y, carrier.now.x);
}

// Samples that a row's last texel has beyond its end are the row's last.
vec4 padded(vec4 texel, int x) {
    texel.y = x + 1 < WIDTH ? texel.y : texel.x;
    texel.z = x + 2 < WIDTH ? texel.z : texel.y;
    texel.w = x + 3 < WIDTH ? texel.w : texel.z;
    return texel;
}

// Luma and chroma lie side by side, a third of the texels each.
int planeWidth() { return (WIDTH + 3) >> 2; }
