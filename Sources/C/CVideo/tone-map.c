#include "tone-map.h"

#include <libavutil/mastering_display_metadata.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "samples.h"

// ITU-R BT.2390-11, section 5.4: the EETF on each of R', G' and B', which keeps all of them within the
// target. Black is 0 cd/m² on both sides, the target's white 100 cd/m² (BT.2035). HLG first goes through the
// OOTF of a 1000 cd/m² display. Then BT.2020's primaries are converted to BT.709's, and light is encoded with
// the inverse of BT.1886, which is how the R'G'B' of any other video is interpreted.

static const double TARGET = 100;

/// A lookup table on a logarithmic scale: equally spaced points between any two powers of two, interpolated
/// linearly.
typedef struct {
    /// The range of the argument. Larger arguments are clamped; smaller ones are treated as 0.
    float least, most;
    /// The number of an argument's bits between two points, and the bits of the smallest argument without
    /// them.
    int shift, first;
    float *values;
} Curve;

struct ToneMap {
    bool isHLG;
    /// From signal to light: display light after the EETF, or scene light for HLG.
    Curve decode;
    /// For HLG, from the scene's luminance to the factor that turns it into display light.
    Curve gain;
    /// For HLG, the EETF on light.
    Curve compress;
    /// From light to the output signal.
    Curve encode;
    /// To the primaries of BT.709.
    float primaries[3][3];
};

static int digits(float value) {
    int result;
    memcpy(&result, &value, sizeof result);
    return result;
}

static float value_of(int digits) {
    float result;
    memcpy(&result, &digits, sizeof result);
    return result;
}

/// Fills a table from `least`, a power of two, to 1, with 2 to the power of `fineness` points for each
/// doubling.
static bool fill(
    Curve *curve, float least, int fineness, double (*function)(double, double), double parameter) {
    curve->least = least;
    curve->most = 1;
    curve->shift = 23 - fineness;
    curve->first = digits(least) >> curve->shift;
    int count = (digits(1) >> curve->shift) - curve->first + 2;
    curve->values = malloc(count * sizeof *curve->values);
    if (!curve->values) return false;
    for (int index = 0; index < count; index++) {
        float input = value_of((curve->first + index) << curve->shift);
        curve->values[index] = (float) function(input < 1 ? input : 1, parameter);
    }
    return true;
}

/// The interpolated value; inlined into loops so that the compiler can vectorize them.
static inline __attribute__((always_inline)) float at(const Curve *curve, float x) {
    float input = x > curve->least ? x : curve->least;
    input = input < curve->most ? input : curve->most;
    int bits;
    memcpy(&bits, &input, sizeof bits);
    int index = (bits >> curve->shift) - curve->first;
    float share = (bits & ((1 << curve->shift) - 1)) * (1.0f / (1 << curve->shift));
    float lower = curve->values[index], upper = curve->values[index + 1];
    float result = lower + share * (upper - lower);
    return x < curve->least ? 0 : result;
}

// Perceptual quantization, BT.2100 table 4.
static const double M1 = 2610.0 / 16384, M2 = 2523.0 / 4096 * 128;
static const double C1 = 3424.0 / 4096, C2 = 2413.0 / 4096 * 32, C3 = 2392.0 / 4096 * 32;

/// The PQ signal of light in cd/m².
static double pq_signal(double light) {
    double power = pow(light / 10000, M1);
    return pow((C1 + C2 * power) / (1 + C3 * power), M2);
}

/// The light of a PQ signal, in cd/m².
static double pq_light(double signal) {
    double power = pow(signal, 1 / M2);
    return 10000 * pow(fmax(power - C1, 0) / (C2 - C3 * power), 1 / M1);
}

/// The EETF from a peak to the target's, on PQ signals.
static double compressed(double signal, double peak) {
    double top = pq_signal(peak);
    double position = fmin(signal / top, 1), most = pq_signal(TARGET) / top;
    if (most >= 1) return signal < top ? signal : top;
    double knee = 1.5 * most - 0.5;
    if (position >= knee) {
        double t = (position - knee) / (1 - knee);
        position = (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
            + (3 * t * t - 2 * t * t * t) * most;
    }
    return position * top;
}

/// From a PQ signal to output light, relative to 1.
static double decoded_pq(double signal, double peak) { return pq_light(compressed(signal, peak)) / TARGET; }

/// From light relative to the peak to output light, relative to 1.
static double compressed_light(double light, double peak) {
    return pq_light(compressed(pq_signal(light * peak), peak)) / TARGET;
}

/// The inverse of HLG's OETF, BT.2100 table 5.
static double decoded_hlg(double signal, double unused) {
    const double a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * log(4 * a);
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12;
}

/// The factor by which HLG's OOTF multiplies scene light.
static double hlg_gain(double luminance, double gamma) { return pow(luminance, gamma - 1); }

static double encoded(double light, double gamma) { return pow(light, 1 / gamma); }

bool tone_map_is_needed(enum AVColorTransferCharacteristic transfer) {
    return transfer == AVCOL_TRC_SMPTE2084 || transfer == AVCOL_TRC_ARIB_STD_B67;
}

double tone_map_peak(const AVStream *stream) {
    const AVMasteringDisplayMetadata *master =
        libav_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, NULL);
    if (!master || !master->has_luminance) return 1000;
    double peak = av_q2d(master->max_luminance);
    return peak > TARGET && peak <= 10000 ? peak : 1000;
}

/// Matrices from linear light of other primaries to that of BT.709's, by rows: derived according to SMPTE RP
/// 177 from the chromaticities of ITU-T H.273, table 2, with Bradford white adaptation. NULL for primaries
/// that are not converted.
static const float *to_bt709(enum AVColorPrimaries primaries) {
    // Matrices, row by row.
    // clang-format off
    static const float bt470m[] = {
        1.48615685f, -0.40355491f, -0.08260194f,
        -0.02510111f, 0.95402469f, 0.07107642f,
        -0.02722400f, -0.04409523f, 1.07131924f,
    };
    static const float film[] = {
        1.34617592f, -0.33919507f, -0.00698084f,
        -0.04735102f, 1.06605153f, -0.01870051f,
        -0.02166498f, -0.06131310f, 1.08297808f,
    };
    static const float rec2020[] = {
        1.66049100f, -0.58764114f, -0.07284986f,
        -0.12455047f, 1.13289990f, -0.00834942f,
        -0.01815076f, -0.10057890f, 1.11872966f,
    };
    static const float cinemaP3[] = {
        1.15751641f, -0.15496238f, -0.00255403f,
        -0.04150007f, 1.04556792f, -0.00406785f,
        -0.01805004f, -0.07857827f, 1.09662831f,
    };
    static const float displayP3[] = {
        1.22494018f, -0.22494018f, 0,
        -0.04205695f, 1.04205695f, 0,
        -0.01963755f, -0.07863605f, 1.09827360f,
    };
    static const float ebu3213[] = {
        1.02525246f, -0.02654753f, 0.00129508f,
        0.01939351f, 0.94802801f, 0.03257848f,
        -0.00176953f, -0.00144232f, 1.00321185f,
    };
    // clang-format on
    switch (primaries) {
    case AVCOL_PRI_BT470M: return bt470m;
    case AVCOL_PRI_FILM: return film;
    case AVCOL_PRI_BT2020: return rec2020;
    case AVCOL_PRI_SMPTE431: return cinemaP3;
    case AVCOL_PRI_SMPTE432: return displayP3;
    case AVCOL_PRI_EBU3213: return ebu3213;
    default: return NULL;
    }
}

bool primaries_are_converted(enum AVColorPrimaries primaries) { return to_bt709(primaries); }

const float *tone_map_matrix(enum AVColorPrimaries primaries, bool isHigh) {
    static const float same[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    bool isUnknown = isHigh && primaries == AVCOL_PRI_UNSPECIFIED;
    const float *matrix = to_bt709(isUnknown ? AVCOL_PRI_BT2020 : primaries);
    return matrix ? matrix : same;
}

double display_gamma(enum AVColorTransferCharacteristic transfer) {
    // All television transfer functions are displayed with BT.1886.
    return transfer == AVCOL_TRC_GAMMA22 ? 2.2 : (transfer == AVCOL_TRC_GAMMA28 ? 2.8 : 2.4);
}

ToneMap *tone_map_create(enum AVColorTransferCharacteristic transfer, const float *toSRGB, double peak) {
    ToneMap *map = calloc(1, sizeof *map);
    if (!map) return NULL;
    map->isHLG = transfer == AVCOL_TRC_ARIB_STD_B67;
    // Between the points, the tables differ from their formulas by less than one of 65535 output levels.
    bool isFilled = fill(&map->encode, 0x1p-40f, 7, encoded, 2.4);
    if (map->isHLG) {
        isFilled = isFilled && fill(&map->decode, 0x1p-14f, 10, decoded_hlg, 0)
            && fill(&map->gain, 0x1p-40f, 7, hlg_gain, 1.2)
            && fill(&map->compress, 0x1p-40f, 8, compressed_light, HLG_PEAK);
    } else {
        isFilled = isFilled && fill(&map->decode, 0x1p-14f, 10, decoded_pq, peak);
    }
    if (!isFilled) {
        tone_map_destroy(map);
        return NULL;
    }
    memcpy(map->primaries, toSRGB, sizeof map->primaries);
    return map;
}

static double powered(double signal, double gamma) { return pow(signal, gamma); }

static double decoded_srgb(double signal, double unused) {
    return signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4);
}

static double encoded_srgb(double light, double unused) {
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

ToneMap *primaries_map_create(enum AVColorTransferCharacteristic transfer, enum AVColorPrimaries primaries) {
    const float *matrix = to_bt709(primaries);
    ToneMap *map = matrix ? calloc(1, sizeof *map) : NULL;
    if (!map) return NULL;
    bool isSRGB = transfer == AVCOL_TRC_IEC61966_2_1;
    double gamma = display_gamma(transfer);
    bool isFilled = fill(&map->decode, 0x1p-16f, 10, isSRGB ? decoded_srgb : powered, gamma)
        && fill(&map->encode, 0x1p-40f, 7, isSRGB ? encoded_srgb : encoded, gamma);
    if (!isFilled) {
        tone_map_destroy(map);
        return NULL;
    }
    memcpy(map->primaries, matrix, sizeof map->primaries);
    return map;
}

ToneMap *tone_map_of(const AVFrame *frame, double peak) {
    if (!tone_map_is_needed(frame->color_trc)) {
        return primaries_map_create(frame->color_trc, frame->color_primaries);
    }
    return tone_map_create(frame->color_trc, tone_map_matrix(frame->color_primaries, true), peak);
}

void tone_map_destroy(ToneMap *map) {
    if (!map) return;
    free(map->decode.values);
    free(map->gain.values);
    free(map->compress.values);
    free(map->encode.values);
    free(map);
}

FAST static void apply(const Curve *curve, float *restrict row, int count) {
    const Curve copy = *curve;
    for (int index = 0; index < count; index++) row[index] = at(&copy, row[index]);
}

/// HLG's OOTF and the EETF on light.
FAST static void show(
    const ToneMap *map, float *restrict red, float *restrict green, float *restrict blue, int count) {
    const Curve gain = map->gain, compress = map->compress;
    for (int index = 0; index < count; index++) {
        float factor = at(&gain, 0.2627f * red[index] + 0.6780f * green[index] + 0.0593f * blue[index]);
        red[index] = at(&compress, factor * red[index]);
        green[index] = at(&compress, factor * green[index]);
        blue[index] = at(&compress, factor * blue[index]);
    }
}

FAST static void change_primaries(
    const float (*restrict m)[3], float *restrict red, float *restrict green, float *restrict blue,
    int count) {
    for (int index = 0; index < count; index++) {
        float r = red[index], g = green[index], b = blue[index];
        red[index] = m[0][0] * r + m[0][1] * g + m[0][2] * b;
        green[index] = m[1][0] * r + m[1][1] * g + m[1][2] * b;
        blue[index] = m[2][0] * r + m[2][1] * g + m[2][2] * b;
    }
}

void tone_map_apply(const ToneMap *map, float *red, float *green, float *blue, int count) {
    float *const rows[3] = {red, green, blue};
    for (int index = 0; index < 3; index++) apply(&map->decode, rows[index], count);
    if (map->isHLG) show(map, red, green, blue, count);
    change_primaries(map->primaries, red, green, blue, count);
    for (int index = 0; index < 3; index++) apply(&map->encode, rows[index], count);
}
