// High dynamic range by ITU-R BT.2100 and BT.2390. The light of PQ signals is in cd/m².

const float standardWhite = 100.0;  // of video in standard dynamic range, by BT.2035

vec3 pqSignal(vec3 light) {
    vec3 power = pow(light / 10000.0, vec3(2610.0 / 16384.0));
    vec3 ratio = (3424.0 / 4096.0 + 2413.0 / 128.0 * power) / (1.0 + 2392.0 / 128.0 * power);
    return pow(ratio, vec3(2523.0 / 32.0));
}

vec3 pqLight(vec3 signal) {
    vec3 power = pow(signal, vec3(32.0 / 2523.0));
    vec3 light = max(power - 3424.0 / 4096.0, 0.0) / (2413.0 / 128.0 - 2392.0 / 128.0 * power);
    return 10000.0 * pow(light, vec3(16384.0 / 2610.0));
}

// BT.2390-11, section 5.4: the EETF on PQ signals, from black and a peak to black and the standard white. Its
// spline with the knee K and the highest output m is K + (1 − m) / 2 × (1 − (1 − t)³), since K = 1.5 m − 0.5.
vec3 compressed(vec3 signal, float peak) {
    float top = pqSignal(vec3(peak)).x;
    float most = pqSignal(vec3(standardWhite)).x / top;
    if (most >= 1.0) return min(signal, top);
    float knee = 1.5 * most - 0.5;
    vec3 x = min(signal / top, 1.0);
    vec3 rest = 1.0 - max(x - knee, 0.0) / (1.0 - knee);
    vec3 spline = knee + 0.5 * (1.0 - most) * (1.0 - rest * rest * rest);
    return mix(x, spline, greaterThanEqual(x, vec3(knee))) * top;
}

vec3 expanded(vec3 signal, float peak) {
    float top = pqSignal(vec3(peak)).x;
    float most = pqSignal(vec3(standardWhite)).x / top;
    if (most >= 1.0) return min(signal, top);
    float knee = 1.5 * most - 0.5;
    vec3 x = signal / top;
    vec3 cube = clamp(1.0 - (x - knee) / (0.5 * (1.0 - most)), 0.0, 1.0);
    return mix(x, 1.0 - (1.0 - knee) * pow(cube, vec3(1.0 / 3.0)), greaterThanEqual(x, vec3(knee))) * top;
}

// HLG's OOTF for a display with a peak of 1000 cd/m², relative to it, and its inverse.
const vec3 hlgLuminance = vec3(0.2627, 0.6780, 0.0593);
const float hlgPeak = 1000.0;
const float hlgA = 0.17883277, hlgB = 1.0 - 4.0 * hlgA, hlgC = 0.5 - hlgA * log(4.0 * hlgA);

vec3 hlgLight(vec3 signal) {
    vec3 scene = mix(
        signal * signal / 3.0, (exp((signal - hlgC) / hlgA) + hlgB) / 12.0, greaterThan(signal, vec3(0.5)));
    return scene * pow(dot(scene, hlgLuminance), 0.2);
}

vec3 hlgSignal(vec3 light) {
    float luminance = dot(light, hlgLuminance);
    vec3 scene = luminance > 0.0 ? light * pow(luminance, -0.2 / 1.2) : vec3(0.0);
    return mix(
        sqrt(3.0 * scene), hlgA * log(max(12.0 * scene - hlgB, 1e-6)) + hlgC,
        greaterThan(scene, vec3(1.0 / 12.0)));
}
