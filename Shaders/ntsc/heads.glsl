// The composite signal as picked up by the heads: head switching and tracking errors shift rows sideways,
// leaving 0 in uncovered areas, and snow is added.
#include "include/row-pieces.glsl"
#include "include/ntsc.glsl"
#ifdef SNOW
#include "include/ntsc-snow.glsl"
#endif

struct Heads {
    int y;
    // False for most rows, which are only copied.
    bool isDisturbed;
    // The shift caused by head switching, the first sample that it affects, and the click.
    float head;
    int start;
    float click;
    // The shift caused by tracking errors, and their noise.
    float tracking;
    RowNoise noise;
    vec4 snow;
};

// How much of a drifting band of tracking errors covers a line, 0…1; same as in NTSCFields.swift.
float bandShare(Line line) {
    float amount = bandAmount;
    float position = bandPosition + float(line.frame) * bandSpeed;
    float center = (position - floor(position / 1.2) * 1.2 - 0.1) * float(line.rows);
    float reach = (0.04 + 0.1 * amount) * float(line.rows);
    return amount > 0.0 ? max(0.0, 1.0 - abs(float(line.row) - center) / reach) : 0.0;
}

Heads headsAt(int y, Line line) {
    Heads heads;
    heads.y = y;
    heads.head = 0.0;
    heads.start = 0;
    heads.click = 0.0;
    heads.tracking = 0.0;
    heads.snow = vec4(0.0);
    // Rows are counted from the bottom; the lowest ones are not visible.
    float height = headRows;
    float offset = headOffset;
    int affected = int(height - offset);
    int fromBottom = line.rows - line.row;
    if (affected > 0 && fromBottom <= affected) {
        float share = (float(fromBottom) + offset) / height;
        float noise = unit(hash(uint(fromBottom) + dice(DICE_HEAD_SWITCH, line.frame))) - 0.5;
        heads.head = (headShift * pow(share, 1.5) + noise) * horizontalScale;
        if (fromBottom == affected && headMidLine) {
            uint seed = dice(DICE_HEAD_SWITCH_LINE, line.frame);
            float one = unit(hash(seed));
            float jitter = 0.5 * (one + unit(hash(seed + 1u))) - 0.5;
            float start = midLinePosition + jitter * midLineJitter;
            heads.start = max(int(float(rowLength) * start), 0);
            heads.click = 0.5 * (one + 0.5);
        }
    }
    // Tracking errors increase toward the bottom, or toward the middle of a drifting band.
    float rows = trackingRows;
    float fromTop = float(line.row - line.rows) + rows;
    float share = rows > 0.0 && fromTop >= 0.0 ? fromTop / rows : 0.0;
    float band = bandShare(line);
    uint seed = dice(DICE_TRACKING, line.frame);
    float position = 0.5 * (unit(hash(seed)) * float(line.rows) + float(line.row));
    float wave = simplex(position, hash(seed + 1u));
    float waves = share * trackingWave + band * (2.0 + 28.0 * bandAmount);
    heads.tracking = wave * waves * 0.25 * horizontalScale;
    float intensity = 4.0 * (share * share * trackingNoise + 0.5 * band * band * bandAmount);
    heads.noise = rowNoise(vec3(intensity, 0.25, 1.0), DICE_TRACKING_NOISE, line);
    heads.isDisturbed = heads.head != 0.0 || heads.click > 0.0 || heads.tracking != 0.0 || intensity > 0.0;
#ifdef SNOW
    heads.snow = snowTexel(y);
    heads.isDisturbed = heads.isDisturbed || heads.snow.y > 0.0;
#endif
    return heads;
}

// The signal as recorded on tape; 0 outside the row.
float onTape(int x, Heads heads) {
    if (x < 0 || x >= rowLength) return 0.0;
    float signal = load(ivec2(x >> 2, heads.y))[x & 3];
#ifdef SNOW
    signal = withSnow(signal, x, heads.snow, ON_TAPE);
#endif
    return signal;
}

float pickedUp(int x, Heads heads) {
    float tracking = floor(heads.tracking);
    float trackingPart = heads.tracking - tracking;
    float head = floor(heads.head);
    float headPart = heads.head - head;
    float signal = 0.0;
    // Each of the two shifts interpolates between two samples, so up to four contribute.
    for (int i = 0; i <= int(trackingPart > 0.0); i++) {
        int at = x - int(tracking) - i;
        if (at < 0 || at >= rowLength) continue;
        float value = 0.0;
        if (at < heads.start) {
            value = onTape(at, heads);
        } else {
            for (int k = 0; k <= int(headPart > 0.0); k++) {
                value += (k == 0 ? 1.0 - headPart : headPart) * onTape(at - int(head) - k, heads);
            }
        }
        float age = float(at - heads.start) / (16.0 * horizontalScale);
        if (heads.click > 0.0 && age >= 0.0 && age < 1.0) {
            value += heads.click * (1.0 - age) * (1.0 - age) * (1.0 - age);
        }
        signal += (i == 0 ? 1.0 - trackingPart : trackingPart) * value;
    }
#ifdef SNOW
    signal = withSnow(signal, x, heads.snow, PICKED_UP);
#endif
    return signal;
}

void main() {
    Piece piece = pieceAt(planeWidth());
    int y = piece.y;
    if (y >= area.w) return;
    Heads heads = headsAt(y, lineAt(y));
    // Two loops, since a software renderer can skip work that none of its rows needs only if it is in a loop.
    int copied = heads.isDisturbed ? piece.first : piece.end;
    int moved = heads.isDisturbed ? piece.end : piece.first;
    for (int t = piece.first; t < copied; t++) {
        imageStore(result, ivec2(t, y) - resultOrigin, load(ivec2(t, y)));
    }
    for (int t = piece.first; t < moved; t++) {
        vec4 signal;
        for (int k = 0; k < 4; k++) signal[k] = pickedUp(4 * t + k, heads);
        signal += noiseAt(4 * t, heads.noise, 1);
        imageStore(result, ivec2(t, y) - resultOrigin, padded(signal, 4 * t));
    }
}
