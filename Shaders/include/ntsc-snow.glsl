// Transients on the signal. They are generated in advance, by SnowTable.swift, since the distance to the next
// one depends on the position of the last one. The table begins with a texel per row of the picture: the
// index of its first transient, their number and the maximum length. A transient has a position, a length,
// the length of half a wave and a seed; half waves below 0 mark transients that are on the tape before the
// heads pick it up, 0 marks dropouts.
#define SNOW_WIDTH 1024
#define ON_TAPE 0
#define PICKED_UP 1

vec4 snowTexel(int index) { return fetchTable(ivec2(index % SNOW_WIDTH, index / SNOW_WIDTH)); }

// The signal at x with the row's transients of a kind; `row` is the row's texel.
float withSnow(float signal, int x, vec4 row, int kind) {
    int low = int(row.x);
    int end = low + int(row.y);
    // The first transient that may extend to x.
    for (int high = end; low < high;) {
        int middle = (low + high) / 2;
        if (snowTexel(middle).x + row.z <= float(x)) low = middle + 1;
        else high = middle;
    }
    for (int index = low; index < end; index++) {
        vec4 transient = snowTexel(index);
        float age = float(x) - transient.x;
        if (age < 0.0) break;
        if (age >= transient.y || (transient.z < 0.0) != (kind == ON_TAPE)) continue;
        float fading = 1.0 - age / transient.y;
        uint bits = hash(uint(x) ^ floatBitsToUint(transient.w));
        if (transient.z == 0.0) {
            // Without a carrier the demodulator drifts to white, and recovers slowly.
            float gone = min(1.0, 3.0 * fading);
            signal = mix(signal, transient.w + 0.2 * (unit(bits) - 0.5), gone);
        } else {
            float wave = cos(3.14159265 * age / abs(transient.z));
            signal += wave * fading * fading * (3.0 * unit(bits) - 1.0);
        }
    }
    return signal;
}
