#include "color.h"
#include "cvips.h"
#include "messages.h"

#include <lcms2.h>
#include <math.h>
#include <string.h>

bool cvips_is_deep(VipsImage *image) {
    VipsBandFormat format = vips_image_get_format(image);
    return format != VIPS_FORMAT_UCHAR && format != VIPS_FORMAT_CHAR &&
        vips_image_get_coding(image) == VIPS_CODING_NONE;
}

bool cvips_is_gray(VipsImage *image) {
    VipsInterpretation kind = vips_image_guess_interpretation(image);
    return vips_image_get_bands(image) < 3 || kind == VIPS_INTERPRETATION_B_W ||
        kind == VIPS_INTERPRETATION_GREY16;
}

/// Each step consumes its input and yields null on failure, so steps can be chained and checked once.
static VipsImage *consume(VipsImage *input, int failed, VipsImage *output) {
    VIPS_UNREF(input);
    return failed != 0 ? NULL : output;
}

static VipsImage *cast(VipsImage *input, VipsBandFormat format) {
    VipsImage *output = NULL;
    return input == NULL ? NULL : consume(input, vips_cast(input, &output, format, NULL), output);
}

static VipsImage *scale(VipsImage *input, double factor, double offset) {
    VipsImage *output = NULL;
    return input == NULL ? NULL : consume(input, vips_linear1(input, &output, factor, offset, NULL), output);
}

static VipsImage *bands(VipsImage *input, int first, int count) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, vips_extract_band(input, &output, first, "n", count, NULL), output);
}

static VipsImage *interpret(VipsImage *input, VipsInterpretation kind) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, vips_copy(input, &output, "interpretation", kind, NULL), output);
}

static VipsImage *colorspace(VipsImage *input, VipsInterpretation kind) {
    VipsImage *output = NULL;
    return input == NULL ? NULL : consume(input, vips_colourspace(input, &output, kind, NULL), output);
}

static int transform(VipsImage *input, VipsImage **output, bool isSixteenBit) {
    return vips_icc_transform(
        input, output, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE,
        "black_point_compensation", TRUE, "depth", isSixteenBit ? 16 : 8, NULL);
}

/// True when the profile moves no color of a grid (9 levels per channel, or all 256 grays) by more
/// than one level of 8 bits: then it is sRGB in all but name, and the pixels stay bit for bit.
static bool is_srgb(const void *profile, size_t length, bool isGray) {
    enum { levels = 9 };
    int count = isGray ? 256 : levels * levels * levels, channels = isGray ? 1 : 3;
    uint16_t grid[levels * levels * levels * 3], *entry = grid;
    for (int index = 0; index < count; index++) {
        if (isGray) {
            *entry++ = (uint16_t)(index * 257);
        } else {
            *entry++ = (uint16_t)(index % levels * 65535 / (levels - 1));
            *entry++ = (uint16_t)(index / levels % levels * 65535 / (levels - 1));
            *entry++ = (uint16_t)(index / levels / levels * 65535 / (levels - 1));
        }
    }
    size_t gridSize = sizeof(uint16_t) * (size_t)(count * channels);
    VipsImage *probe = vips_image_new_from_memory(grid, gridSize, count, 1, channels, VIPS_FORMAT_USHORT);
    VipsImage *image =
        interpret(probe, isGray ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16);
    if (image == NULL)
        return false;
    vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, length);
    VipsImage *converted = NULL;
    bool same = transform(image, &converted, true) == 0;
    size_t size = 0;
    uint16_t *result = same ? vips_image_write_to_memory(converted, &size) : NULL;
    same = result != NULL && size == sizeof(uint16_t) * 3 * (size_t)count;
    for (int index = 0; same && index < count * 3; index++)
        same = abs((int)result[index] - (int)grid[isGray ? index / 3 : index]) <= 257;
    g_free(result);
    VIPS_UNREF(converted);
    VIPS_UNREF(image);
    return same;
}

/// True when the picture carries a profile that fits its channels.
static bool usable_profile(VipsImage *image, const void **profile, size_t *length) {
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) == VIPS_TYPE_BLOB &&
        vips_image_get_blob(image, VIPS_META_ICC_NAME, profile, length) == 0 &&
        vips_icc_is_compatible_profile(image, *profile, *length);
}

static bool is_float(VipsImage *image) {
    return vips_band_format_isfloat(vips_image_get_format(image));
}

/// Brings unusual sample types to 8 or 16 unsigned bits, except floats, which stay.
static VipsImage *plain_samples(VipsImage *image) {
    switch (vips_image_get_format(image)) {
    case VIPS_FORMAT_UCHAR:
    case VIPS_FORMAT_USHORT:
    case VIPS_FORMAT_FLOAT:
    case VIPS_FORMAT_DOUBLE:
        return image;
    case VIPS_FORMAT_UINT:
        return cast(scale(image, 1.0 / 65537, 0.5), VIPS_FORMAT_USHORT);
    case VIPS_FORMAT_CHAR:
        return cast(image, VIPS_FORMAT_UCHAR);
    default:
        return cast(image, VIPS_FORMAT_USHORT);
    }
}

/// The color bands as sRGB. Float samples are linear light from 0 to 1, as TIFF writers mean them, unless
/// a profile says how they are encoded.
static VipsImage *color_to_srgb(VipsImage *color, bool isSixteenBit) {
    VipsInterpretation target = isSixteenBit ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
    VipsInterpretation kind = vips_image_guess_interpretation(color);
    const void *profile;
    size_t length;
    bool isMono = vips_image_get_bands(color) == 1;
    bool isCMYK = kind == VIPS_INTERPRETATION_CMYK;
    bool isRGB = vips_image_get_bands(color) == 3 &&
        (kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_RGB ||
         kind == VIPS_INTERPRETATION_RGB16 || kind == VIPS_INTERPRETATION_scRGB);
    bool hasProfile = (isMono || isRGB || isCMYK) && usable_profile(color, &profile, &length);
    if (hasProfile && !isCMYK && is_srgb(profile, length, isMono))
        hasProfile = is_float(color);
    if (is_float(color) && (isMono || isRGB)) {
        if (!hasProfile) {
            VipsImage *three[3] = {color, color, color};
            VipsImage *joined = NULL;
            if (isMono)
                color = consume(color, vips_bandjoin(three, &joined, 3, NULL), joined);
            return colorspace(interpret(color, VIPS_INTERPRETATION_scRGB), target);
        }
        color = cast(scale(color, 65535, 0.5), VIPS_FORMAT_USHORT);
        color = interpret(color, isMono ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16);
        if (color == NULL)
            return NULL;
    }
    if (hasProfile) {
        VipsImage *converted = NULL;
        if (transform(color, &converted, isSixteenBit) == 0)
            return consume(color, 0, converted);
        vips_error_clear();
    }
    return colorspace(color, target);
}

VipsImage *cvips_to_rgba(VipsImage *source, bool isSixteenBit) {
    VipsImage *image = NULL;
    if (vips_image_decode(source, &image) != 0)
        return NULL;
    VipsBandFormat format = isSixteenBit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
    double opaque = isSixteenBit ? 65535 : 255;

    VipsImage *alpha = NULL;
    if (vips_image_hasalpha(image)) {
        // Bands past the alpha are other people's data.
        int colors = vips_image_get_bands(image) < 3 ? 1
            : vips_image_guess_interpretation(image) == VIPS_INTERPRETATION_CMYK ? 4
                                                                                 : 3;
        VipsInterpretation kind = vips_image_guess_interpretation(image);
        g_object_ref(image);
        alpha = bands(image, colors, 1);
        if (alpha != NULL)
            alpha = is_float(alpha) ? scale(alpha, 65535, 0.5) : plain_samples(alpha);
        image = interpret(bands(image, 0, colors), kind);
        if (alpha == NULL || image == NULL) {
            VIPS_UNREF(alpha);
            VIPS_UNREF(image);
            return NULL;
        }
    }
    image = plain_samples(image);
    if (image != NULL)
        image = cast(color_to_srgb(image, isSixteenBit), format);
    VipsImage *rgba = NULL;
    if (image != NULL && alpha != NULL) {
        alpha = cast(alpha, format);
        if (alpha != NULL)
            vips_bandjoin2(image, alpha, &rgba, NULL);
    } else if (image != NULL) {
        vips_bandjoin_const1(image, &rgba, opaque, NULL);
    }
    VIPS_UNREF(image);
    VIPS_UNREF(alpha);
    return rgba;
}

static int copy_area(VipsRegion *region, VipsRect *area, void *target) {
    size_t bytes = VIPS_REGION_SIZEOF_LINE(region);
    for (int y = area->top; y < area->top + area->height; y++)
        memcpy((char *)target + bytes * (size_t)y, VIPS_REGION_ADDR(region, 0, y), bytes);
    return 0;
}

bool cvips_copy_rows(VipsImage *image, void *target) {
    return vips_sink_disc(image, copy_area, target) == 0;
}

bool cvips_convert_to_srgb(
    void *rgba, int width, int height, bool isSixteenBit, bool isGray, const void *profile,
    size_t profileLength, char *message) {
    size_t bytes = (size_t)width * (size_t)height * (isSixteenBit ? 8 : 4);
    VipsImage *pixels = vips_image_new_from_memory(
        rgba, bytes, width, height, 4, isSixteenBit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR);
    VipsInterpretation kind = isGray
        ? (isSixteenBit ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
        : (isSixteenBit ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB);
    VipsImage *color = pixels == NULL ? NULL : interpret(pixels, kind);
    VipsImage *alpha = NULL, *rgb = NULL, *joined = NULL;
    bool done = false;
    if (color != NULL) {
        g_object_ref(color);
        alpha = bands(color, 3, 1);
        color = bands(color, 0, isGray ? 1 : 3);
    }
    if (color != NULL && alpha != NULL) {
        if (!vips_icc_is_compatible_profile(color, profile, profileLength) ||
            is_srgb(profile, profileLength, isGray)) {
            done = true;
        } else {
            vips_image_set_blob_copy(color, VIPS_META_ICC_NAME, profile, profileLength);
            if (transform(color, &rgb, isSixteenBit) != 0)
                done = true;
            // Every area is computed from the same area of the same rows, and only then overwritten.
            else if (vips_bandjoin2(rgb, alpha, &joined, NULL) == 0)
                done = cvips_copy_rows(joined, rgba);
        }
    }
    if (!done)
        cvips_take_error(message);
    vips_error_clear();
    VIPS_UNREF(joined);
    VIPS_UNREF(rgb);
    VIPS_UNREF(alpha);
    VIPS_UNREF(color);
    return done;
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
