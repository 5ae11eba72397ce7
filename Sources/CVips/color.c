#include "color.h"
#include "cvips.h"
#include "messages.h"
#include "profile.h"

#include <string.h>

bool cvips_is_deep(VipsImage *image) {
    VipsBandFormat format = vips_image_get_format(image);
    return format != VIPS_FORMAT_UCHAR && format != VIPS_FORMAT_CHAR;
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

/// `color` through the profile; itself when the profile is sRGB, does not fit or cannot be read.
static VipsImage *through_profile(VipsImage *color, const void *profile, size_t length) {
    if (!vips_icc_is_compatible_profile(color, profile, length))
        return color;
    VipsImage *output = NULL;
    VipsInterpretation kind = vips_image_guess_interpretation(color);
    if (kind != VIPS_INTERPRETATION_CMYK) {
        switch (cvips_convert_matrix_profile(color, profile, length, &output)) {
        case PROFILE_IS_SRGB:
            return color;
        case PROFILE_CONVERTED:
            return consume(color, 0, output);
        case PROFILE_FAILED:
            return consume(color, 1, NULL);
        case PROFILE_OTHER:
            break;
        }
    }
    VipsImage *tagged = NULL;
    if (vips_copy(color, &tagged, NULL) != 0)
        return consume(color, 1, NULL);
    vips_image_set_blob_copy(tagged, VIPS_META_ICC_NAME, profile, length);
    int depth = vips_image_get_format(color) == VIPS_FORMAT_USHORT ? 16 : 8;
    int failed = vips_icc_transform(
        tagged, &output, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_RELATIVE,
        "black_point_compensation", TRUE, "depth", depth, NULL);
    VIPS_UNREF(tagged);
    if (failed != 0) {
        vips_error_clear();
        return color;
    }
    return consume(color, 0, output);
}

static bool is_float(VipsImage *image) {
    return vips_band_format_isfloat(vips_image_get_format(image));
}

/// Brings unusual sample types to 8 or 16 unsigned bits, except floats, and colors whose own space says what
/// their numbers mean.
static VipsImage *plain_samples(VipsImage *image) {
    VipsInterpretation kind = vips_image_guess_interpretation(image);
    if (kind == VIPS_INTERPRETATION_LAB || kind == VIPS_INTERPRETATION_LABS ||
        kind == VIPS_INTERPRETATION_XYZ || kind == VIPS_INTERPRETATION_LCH)
        return image;
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
    bool isMono = vips_image_get_bands(color) == 1;
    bool isRGB = vips_image_get_bands(color) == 3 &&
        (kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_RGB ||
         kind == VIPS_INTERPRETATION_RGB16 || kind == VIPS_INTERPRETATION_scRGB);
    const void *profile = NULL;
    size_t length = 0;
    if ((isMono || isRGB || kind == VIPS_INTERPRETATION_CMYK) &&
        vips_image_get_typeof(color, VIPS_META_ICC_NAME) == VIPS_TYPE_BLOB)
        vips_image_get_blob(color, VIPS_META_ICC_NAME, &profile, &length);

    if (is_float(color) && (isMono || isRGB)) {
        if (profile == NULL) {
            VipsImage *three[3] = {color, color, color};
            VipsImage *joined = NULL;
            if (isMono)
                color = consume(color, vips_bandjoin(three, &joined, 3, NULL), joined);
            return colorspace(interpret(color, VIPS_INTERPRETATION_scRGB), target);
        }
        color = cast(scale(color, 65535, 0.5), VIPS_FORMAT_USHORT);
        color = interpret(color, isMono ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16);
    }
    if (profile != NULL && color != NULL)
        color = through_profile(color, profile, length);
    return colorspace(color, target);
}

VipsImage *cvips_to_rgba(VipsImage *source, bool isSixteenBit) {
    VipsImage *image = source;
    g_object_ref(image);
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

static int pass_on(VipsRegion *region, void *sequence, void *image, void *failed, gboolean *stop) {
    (void)image;
    (void)stop;
    VipsRegion *input = sequence;
    VipsRect *area = &region->valid;
    if (vips_region_prepare(input, area) == 0 &&
        vips_region_region(region, input, area, area->left, area->top) == 0)
        return 0;
    g_atomic_int_set((int *)failed, 1);
    return -1;
}

VipsImage *cvips_watch(VipsImage *source, int *failed) {
    VipsImage *image = vips_image_new();
    g_object_ref(source);
    vips_object_local(image, source);
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, source, NULL) == 0 &&
        vips_image_generate(image, vips_start_one, pass_on, vips_stop_one, source, failed) == 0)
        return image;
    VIPS_UNREF(image);
    return NULL;
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
    pixels = pixels == NULL ? NULL : interpret(pixels, kind);
    VipsImage *color = NULL, *alpha = NULL, *joined = NULL;
    bool done = false;
    if (pixels != NULL) {
        g_object_ref(pixels);
        g_object_ref(pixels);
        alpha = bands(pixels, 3, 1);
        color = bands(pixels, 0, isGray ? 1 : 3);
        VipsImage *before = color;
        if (color != NULL)
            color = through_profile(color, profile, profileLength);
        if (color != NULL && color == before)
            done = true;
        // Every area is computed from the same area of the same rows, and only then overwritten.
        else if (color != NULL && alpha != NULL && vips_bandjoin2(color, alpha, &joined, NULL) == 0)
            done = cvips_copy_rows(joined, rgba);
    }
    if (!done)
        cvips_take_error(message);
    VIPS_UNREF(joined);
    VIPS_UNREF(alpha);
    VIPS_UNREF(color);
    VIPS_UNREF(pixels);
    return done;
}
