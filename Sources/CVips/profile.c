#include "profile.h"
#include "cvips.h"

#include <lcms2.h>
#include <math.h>
#include <stdint.h>

enum { encode_steps = 65536 };

typedef struct {
    int channels;
    /// From the profile's linear light to that of sRGB, row by row.
    float matrix[9];
    /// From a sample to linear light, by channel.
    float *decode[3];
    /// From linear light times `encode_steps` to an encoded value, one entry past the end.
    float *encode;
} Shaper;

static void invert(const double m[9], double result[9]) {
    double determinant = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            result[i * 3 + j] = m[a * 3 + c] * m[b * 3 + d] - m[a * 3 + d] * m[b * 3 + c];
        }
        determinant += m[i] * result[i * 3];
    }
    for (int i = 0; i < 9; i++)
        result[i] /= determinant;
}

/// The colorants, XYZ at D50, as columns.
static bool colorants(cmsHPROFILE profile, double matrix[9]) {
    const cmsTagSignature tags[3] = {
        cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
    for (int i = 0; i < 3; i++) {
        const cmsCIEXYZ *color = cmsReadTag(profile, tags[i]);
        if (color == NULL)
            return false;
        matrix[i] = color->X;
        matrix[3 + i] = color->Y;
        matrix[6 + i] = color->Z;
    }
    return true;
}

static bool matrix_to_srgb(cmsHPROFILE profile, float matrix[9]) {
    cmsHPROFILE srgb = cmsCreate_sRGBProfile();
    double from[9], to[9], back[9];
    bool known = srgb != NULL && colorants(profile, from) && colorants(srgb, to);
    if (srgb != NULL)
        cmsCloseProfile(srgb);
    if (!known)
        return false;
    invert(to, back);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            matrix[i * 3 + j] =
                (float)(back[i * 3] * from[j] + back[i * 3 + 1] * from[3 + j] + back[i * 3 + 2] * from[6 + j]);
    return true;
}

/// Fills a shaper, whose tables live as long as `owner`; false when the profile is of another kind.
static bool make_shaper(cmsHPROFILE profile, int channels, int levels, VipsImage *owner, Shaper *shaper) {
    cmsColorSpaceSignature space = cmsGetColorSpace(profile);
    if (cmsGetPCS(profile) != cmsSigXYZData || !cmsIsMatrixShaper(profile) ||
        cmsIsTag(profile, cmsSigAToB0Tag) || space != (channels == 1 ? cmsSigGrayData : cmsSigRgbData))
        return false;
    if (channels == 3 && !matrix_to_srgb(profile, shaper->matrix))
        return false;
    shaper->channels = channels;
    const cmsTagSignature gray[1] = {cmsSigGrayTRCTag};
    const cmsTagSignature rgb[3] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    for (int channel = 0; channel < channels; channel++) {
        const cmsToneCurve *curve = cmsReadTag(profile, (channels == 1 ? gray : rgb)[channel]);
        if (curve == NULL)
            return false;
        float *table = shaper->decode[channel] = VIPS_ARRAY(owner, levels, float);
        for (int level = 0; level < levels; level++)
            table[level] = cmsEvalToneCurveFloat(curve, (float)level / (float)(levels - 1));
    }
    // IEC 61966-2-1.
    shaper->encode = VIPS_ARRAY(owner, encode_steps + 2, float);
    for (int step = 0; step < encode_steps + 2; step++) {
        double light = fmin((double)step / encode_steps, 1);
        shaper->encode[step] =
            (float)(light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055);
    }
    return true;
}

static float encoded(const Shaper *shaper, float light) {
    float position = fminf(fmaxf(light, 0), 1) * encode_steps;
    int step = (int)position;
    float below = shaper->encode[step];
    return below + (shaper->encode[step + 1] - below) * (position - (float)step);
}

static void shape(const Shaper *shaper, const int samples[3], float result[3]) {
    if (shaper->channels == 1) {
        result[0] = result[1] = result[2] = encoded(shaper, shaper->decode[0][samples[0]]);
        return;
    }
    float red = shaper->decode[0][samples[0]];
    float green = shaper->decode[1][samples[1]];
    float blue = shaper->decode[2][samples[2]];
    for (int i = 0; i < 3; i++) {
        const float *row = shaper->matrix + i * 3;
        result[i] = encoded(shaper, row[0] * red + row[1] * green + row[2] * blue);
    }
}

/// True when no color of a grid, nine levels per channel or all grays, moves by more than one level of 255: the
/// profile is sRGB in all but name, and the pixels shall stay bit for bit.
static bool is_srgb(const Shaper *shaper, int levels) {
    int side = shaper->channels == 1 ? 256 : 9;
    int count = shaper->channels == 1 ? side : side * side * side;
    for (int index = 0; index < count; index++) {
        int samples[3] = {
            index % side * (levels - 1) / (side - 1), index / side % side * (levels - 1) / (side - 1),
            index / side / side * (levels - 1) / (side - 1)};
        float result[3];
        shape(shaper, samples, result);
        for (int i = 0; i < shaper->channels; i++)
            if (fabsf(result[i] - (float)samples[i] / (float)(levels - 1)) > 1.0f / 255)
                return false;
    }
    return true;
}

#define SHAPE_LINE(TYPE, FULL)                                                  \
    do {                                                                        \
        const TYPE *from = (const TYPE *)VIPS_REGION_ADDR(input, area->left, y); \
        TYPE *to = (TYPE *)VIPS_REGION_ADDR(region, area->left, y);             \
        for (int x = 0; x < area->width; x++, from += channels, to += 3) {      \
            int last = channels - 1;                                            \
            int samples[3] = {from[0], from[VIPS_MIN(1, last)], from[last]};    \
            float result[3];                                                    \
            shape(shaper, samples, result);                                     \
            for (int i = 0; i < 3; i++)                                         \
                to[i] = (TYPE)(result[i] * FULL + 0.5f);                        \
        }                                                                       \
    } while (0)

static int shape_area(VipsRegion *region, void *sequence, void *image, void *data, gboolean *stop) {
    (void)image;
    (void)stop;
    VipsRegion *input = sequence;
    const Shaper *shaper = data;
    VipsRect *area = &region->valid;
    int channels = shaper->channels;
    if (vips_region_prepare(input, area) != 0)
        return -1;
    for (int y = area->top; y < area->top + area->height; y++) {
        if (region->im->BandFmt == VIPS_FORMAT_USHORT)
            SHAPE_LINE(uint16_t, 65535);
        else
            SHAPE_LINE(uint8_t, 255);
    }
    return 0;
}

ProfileOutcome cvips_convert_matrix_profile(
    VipsImage *color, const void *profile, size_t length, VipsImage **output) {
    bool isSixteenBit = vips_image_get_format(color) == VIPS_FORMAT_USHORT;
    int levels = isSixteenBit ? 65536 : 256;
    cmsHPROFILE opened = cmsOpenProfileFromMem(profile, (cmsUInt32Number)length);
    if (opened == NULL)
        return PROFILE_OTHER;
    VipsImage *image = vips_image_new();
    Shaper *shaper = VIPS_NEW(image, Shaper);
    bool isShaper = make_shaper(opened, vips_image_get_bands(color), levels, image, shaper);
    cmsCloseProfile(opened);
    ProfileOutcome outcome = PROFILE_OTHER;
    if (isShaper && is_srgb(shaper, levels)) {
        outcome = PROFILE_IS_SRGB;
    } else if (isShaper) {
        outcome = PROFILE_FAILED;
        g_object_ref(color);
        vips_object_local(image, color);
        if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, color, NULL) == 0) {
            image->Bands = 3;
            image->Type = isSixteenBit ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
            if (vips_image_generate(
                    image, vips_start_one, shape_area, vips_stop_one, color, shaper) == 0) {
                *output = image;
                return PROFILE_CONVERTED;
            }
        }
    }
    VIPS_UNREF(image);
    return outcome;
}

VipsIntent cvips_intent(const void *profile, size_t length) {
    cmsHPROFILE opened = cmsOpenProfileFromMem(profile, (cmsUInt32Number)length);
    bool isRelative =
        opened == NULL || cmsIsIntentSupported(opened, INTENT_RELATIVE_COLORIMETRIC, LCMS_USED_AS_INPUT);
    if (opened != NULL)
        cmsCloseProfile(opened);
    return isRelative ? VIPS_INTENT_RELATIVE : VIPS_INTENT_PERCEPTUAL;
}

void *cvips_make_profile(double gamma, const double c[8], bool isGray, size_t *length) {
    // The sRGB curve, IEC 61966-2-1. Files that say 1/2.2 mean it.
    const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    bool isOrdinary = gamma <= 0 || fabs(gamma * 2.2 - 1) < 0.05;
    cmsToneCurve *curve =
        isOrdinary ? cmsBuildParametricToneCurve(NULL, 4, srgb) : cmsBuildGamma(NULL, 1 / gamma);
    // Rec. 709 primaries, D65.
    cmsCIExyY white = {0.3127, 0.3290, 1};
    cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
    if (c[1] > 0 && c[3] > 0 && c[5] > 0 && c[7] > 0) {
        white = (cmsCIExyY){c[0], c[1], 1};
        primaries = (cmsCIExyYTRIPLE){{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
    }
    cmsToneCurve *curves[3] = {curve, curve, curve};
    cmsHPROFILE profile = curve == NULL ? NULL
        : isGray                        ? cmsCreateGrayProfile(&white, curve)
                                        : cmsCreateRGBProfile(&white, &primaries, curves);
    cmsUInt32Number size = 0;
    void *block = NULL;
    if (profile != NULL && cmsSaveProfileToMem(profile, NULL, &size)) {
        block = g_malloc(size);
        if (!cmsSaveProfileToMem(profile, block, &size)) {
            g_free(block);
            block = NULL;
        }
    }
    if (profile != NULL)
        cmsCloseProfile(profile);
    if (curve != NULL)
        cmsFreeToneCurve(curve);
    *length = size;
    return block;
}
