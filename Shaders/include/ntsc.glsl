// Definitions shared by the passes of the analog video chain: fields and random numbers. NTSCValues.swift
// provides the values that every pass receives:
//     rowLength, rowCount    the picture's size
//     frameNumber            counted from 0
//     fieldMode              0 all rows; 1 and 2 two fields, upper or lower first; 3 and 4 only one of them
//     phaseShift, phaseOffset, phaseStep    how the color carrier's phase advances from row to row (if
//                            phaseShift is 2, every second row by half a cycle; if it is 1 or 3, every row by
//                            phaseStep quarters of a cycle), and its initial phase
//     phaseSwing             -1 if Q changes its sign from row to row (PAL)
//     steady                 1 if filters start in the steady state of the first sample, unlike the reference
//     chromaInI, ringingNotch, tapeLuma …    coefficients of row filters, for lowPass, bandPass or onePole
//     …Noise                 intensity, frequency, octaves
//     sharpComb              whether comb filters work only near the color carrier
#include "include/noise.glsl"

// A row of a field.
struct Line {
    // The row's index in the field, the number of rows in the field, and the spacing of these in rows of the
    // picture.
    int row;
    int rows;
    int stride;
    // The field's index in temporal order.
    int frame;
};

Line lineAt(int y) {
    if (fieldMode == 0) return Line(y, rowCount, 1, frameNumber);
    int parity = y & 1;
    int rows = (rowCount + 1 - parity) / 2;
    int frame = fieldMode > 2 ? frameNumber : 2 * frameNumber + (fieldMode == 1 ? parity : 1 - parity);
    return Line(y / 2, rows, 2, frame);
}

// The stages that use random numbers, each with its own sequence.
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

// The seed for a stage and a field.
uint dice(uint stage, int frame) {
    return hash(uint(frame) + hash(stage + hash(uint(randomSeed))));
}

// A number from 0 up to, but not including, 1.
float unit(uint bits) {
    return float(bits >> 8) * (1.0 / 16777216.0);
}

// One of ±1 … ±8, like the gradients of one-dimensional simplex noise (Gustavson, "Simplex noise
// demystified").
float gradient(int position, uint seed) {
    uint bits = hash(uint(position) ^ seed);
    float size = float((bits >> 28) & 7u) + 1.0;
    return (bits & 0x80000000u) != 0u ? -size : size;
}

// One-dimensional simplex noise with a standard deviation of 0.9.
float simplex(float position, uint seed) {
    float left = floor(position);
    float x = position - left;
    int cell = int(left);
    float a = 1.0 - x * x;
    float b = x * (2.0 - x);
    a *= a;
    b *= b;
    return a * a * gradient(cell, seed) * x + b * b * gradient(cell + 1, seed) * (x - 1.0);
}

// Two-dimensional simplex noise with a standard deviation of 0.01.
float simplex(vec2 position, uint seed) {
    const float skew = 0.3660254;
    const float unskew = 0.21132487;
    vec2 cell = floor(position + (position.x + position.y) * skew);
    vec2 p0 = position - cell + (cell.x + cell.y) * unskew;
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

// Octaves of noise along a row, from a setting (intensity, frequency in cells per pixel, octaves).
struct RowNoise {
    float intensity;
    float frequency;
    int octaves;
    float offset;
    uint seed;
};

// The number of octaves: `fixed`, which is a compile-time constant, unless that is 9 and the number is given
// at run time.
#define OCTAVES_OF(fixed, noise) ((fixed) < 9 ? (fixed) : (noise).octaves)

RowNoise rowNoise(vec3 setting, uint stage, Line line) {
    uint seed = hash(uint(line.row) + dice(stage, line.frame));
    return RowNoise(
        setting.x * 0.25, setting.y / horizontalScale, int(setting.z),
        unit(hash(seed)) * float(rowLength), hash(seed + 0x9e3779b9u));
}

// The noise of the four samples beginning at x.
vec4 noiseAt(int x, RowNoise noise, int octaves) {
    vec4 position = (vec4(x, x + 1, x + 2, x + 3) + noise.offset) * noise.frequency;
    vec4 sum = vec4(0.0);
    for (int octave = 0; octave < octaves; octave++) {
        sum += vec4(
            simplex(position.x, noise.seed), simplex(position.y, noise.seed), simplex(position.z, noise.seed),
            simplex(position.w, noise.seed));
        position *= 2.0;
    }
    return sum * noise.intensity;
}

// With SHADOWS, the noise decreases with luma and is unchanged at a luma of one quarter.
vec4 shaded(vec4 noise, vec4 luma) {
#if defined SHADOWS && SHADOWS
    return noise * (1.25 - clamp(luma, 0.0, 1.0));
#else
    return noise;
#endif
}

// The horizontal shift of a row caused by the tape's wave, in pixels. The setting contains intensity, speed,
// frequency and octaves.
float edgeWave(Line line, vec4 setting) {
    uint seed = dice(DICE_EDGE_WAVE, 0);
    vec2 position = vec2(float(line.row) + unit(seed) * float(line.rows), float(line.frame) * setting.y);
    position *= setting.z / verticalScale;
    float sum = 0.0;
    float gain = 1.0;
    for (int octave = 0; octave < int(setting.w); octave++) {
        sum += gain * simplex(position, hash(seed));
        position *= 2.0;
        gain *= 0.70710678;
    }
    return sum / 0.022 * setting.x * 0.5 * horizontalScale;
}

// The color carrier at a line's first pixel: cosine for I and sine for Q, each from the cycle 1, 0, -1, 0.
struct Carrier {
    vec2 now;
    float swing;
};

Carrier carrierAt(Line line) {
    int phase = 0;
    if (phaseShift == 2) {
        phase = ((line.frame + 2 * line.row) & 2) + phaseOffset;
    } else if (phaseShift != 0) {
        phase = line.frame + line.row * phaseStep + phaseOffset;
    } else if (truePhase) {
        phase = phaseOffset;
    }
    phase &= 3;
    float swing = (line.row & 1) != 0 ? phaseSwing : 1.0;
    vec2 now = vec2(phase == 0 ? 1.0 : phase == 2 ? -1.0 : 0.0, phase == 1 ? 1.0 : phase == 3 ? -1.0 : 0.0);
    return Carrier(vec2(now.x, swing * now.y), swing);
}

// Advances the carrier by one pixel.
void turn(inout Carrier carrier) {
    carrier.now = carrier.swing * vec2(-carrier.now.y, carrier.now.x);
}

// Replaces the samples of a row's last texel that lie beyond the row's end with the row's last sample.
vec4 padded(vec4 texel, int x) {
    texel.y = x + 1 < rowLength ? texel.y : texel.x;
    texel.z = x + 2 < rowLength ? texel.z : texel.y;
    texel.w = x + 3 < rowLength ? texel.w : texel.z;
    return texel;
}

// Luma and the two chroma planes are side by side, each a third of the texels wide.
int planeWidth() { return (rowLength + 3) >> 2; }
