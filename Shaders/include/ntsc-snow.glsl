// Transients on the signal. SnowTable.swift generates them in advance, since the position of each depends on
// the previous one. The table begins with one texel per row of the picture: the index of its first transient,
// the number of transients and their maximum length. A transient has a position, a length, the length of a
// half wave and a seed. Negative half waves mark transients that are in the signal before the heads pick it
// up; 0 marks dropouts.
#define SNOW_WIDTH 1024
#define ON_TAPE 0
#define PICKED_UP 1

vec4 snowTexel(int index) { return fetchTable(ivec2(index % SNOW_WIDTH, index / SNOW_WIDTH)); }

// The signal at x with one kind of the row's transients added; `row` is the row's texel in the table.
float withSnow(float signal, int x, vec4 row, int kind) {
    int low = int(row.x);
    int end = low + int(row.y);
    // Begins with the first transient that may extend to x.
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
            // Without a carrier, the demodulator's output drifts to white; it recovers slowly.
            float gone = min(1.0, 3.0 * fading);
            signal = mix(signal, transient.w + 0.2 * (unit(bits) - 0.5), gone);
        } else {
            float wave = cos(3.14159265 * age / abs(transient.z));
            signal += wave * fading * fading * (3.0 * unit(bits) - 1.0);
        }
    }
    return signal;
}
