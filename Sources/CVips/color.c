#include "color.h"
#include "cvips.h"
#include "messages.h"
#include "profile.h"

#include <string.h>

bool cvips_is_deep(VipsImage *image) {
    VipsBandFormat format = vips_image_get_format(image);
    return format != VIPS_FORMAT_UCHAR && format != VIPS_FORMAT_CHAR;
}

static int color_count(VipsImage *image) {
    switch (vips_image_get_interpretation(image)) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16:
        return 1;
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB:
    case VIPS_INTERPRETATION_RGB16:
    case VIPS_INTERPRETATION_scRGB:
    case VIPS_INTERPRETATION_LAB:
    case VIPS_INTERPRETATION_LABS:
    case VIPS_INTERPRETATION_XYZ:
        return 3;
    case VIPS_INTERPRETATION_CMYK:
        return 4;
    default:
        // Of what libvips does not know, a single band can only be lightness.
        return vips_image_get_bands(image) == 1 ? 1 : 0;
    }
}

bool cvips_find_bands(VipsImage *image, int alphaSample, Bands *bands) {
    int count = vips_image_get_bands(image);
    bands->colors = color_count(image);
    if (bands->colors == 0 || count < bands->colors || vips_band_format_iscomplex(vips_image_get_format(image))) {
        vips_error("glint", "its colors are of a kind that Glint does not read");
        return false;
    }
    int alpha = bands->colors + alphaSample;
    bands->alpha = alphaSample >= 0 && alpha < count ? alpha : -1;
    return true;
}

/// Each step consumes its input and yields null on failure, so steps can be chained and checked once. The output is a
/// place: the call that fills it stands beside it.
static VipsImage *consume(VipsImage *input, int failed, VipsImage **output) {
    VIPS_UNREF(input);
    return failed != 0 ? NULL : *output;
}

static VipsImage *cast(VipsImage *input, VipsBandFormat format) {
    VipsImage *output = NULL;
    return input == NULL ? NULL : consume(input, vips_cast(input, &output, format, NULL), &output);
}

static VipsImage *scale(VipsImage *input, double factor, double offset) {
    VipsImage *output = NULL;
    return input == NULL ? NULL : consume(input, vips_linear1(input, &output, factor, offset, NULL), &output);
}

static VipsImage *extract(VipsImage *input, int first, int count) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, vips_extract_band(input, &output, first, "n", count, NULL), &output);
}

static VipsImage *interpret(VipsImage *input, VipsInterpretation kind) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, vips_copy(input, &output, "interpretation", kind, NULL), &output);
}

static VipsImage *colorspace(VipsImage *input, VipsInterpretation kind) {
    VipsImage *output = NULL;
    return input == NULL ? NULL : consume(input, vips_colourspace(input, &output, kind, NULL), &output);
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
            return consume(color, 0, &output);
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
        tagged, &output, "srgb", "embedded", TRUE, "intent", cvips_intent(profile, length),
        "black_point_compensation", TRUE, "depth", depth, NULL);
    VIPS_UNREF(tagged);
    if (failed != 0) {
        vips_error_clear();
        return color;
    }
    return consume(color, 0, &output);
}

static bool is_float(VipsImage *image) {
    return vips_band_format_isfloat(vips_image_get_format(image));
}

/// Brings unusual sample types to 8 or 16 unsigned bits, except floats, and colors whose own space says what
/// their numbers mean.
static VipsImage *plain_samples(VipsImage *image) {
    if (image == NULL)
        return NULL;
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

/// Alpha as unsigned integers, or as floats where the colors are.
static VipsImage *plain_alpha(VipsImage *alpha, VipsInterpretation colors) {
    if (alpha == NULL)
        return NULL;
    if (is_float(alpha))
        return scale(alpha, 65535, 0.5);
    // libvips takes all sixteen bits of such a Lab file for signed ones.
    VipsImage *output = NULL;
    if (colors == VIPS_INTERPRETATION_LABS)
        return consume(alpha, vips_copy(alpha, &output, "format", VIPS_FORMAT_USHORT, NULL), &output);
    return plain_samples(interpret(alpha, VIPS_INTERPRETATION_MULTIBAND));
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

    if (is_float(color) && (isMono || isRGB || kind == VIPS_INTERPRETATION_CMYK)) {
        if (profile == NULL && kind != VIPS_INTERPRETATION_CMYK) {
            VipsImage *three[3] = {color, color, color};
            VipsImage *joined = NULL;
            if (isMono)
                color = consume(color, vips_bandjoin(three, &joined, 3, NULL), &joined);
            return colorspace(interpret(color, VIPS_INTERPRETATION_scRGB), target);
        }
        color = cast(scale(color, 65535, 0.5), VIPS_FORMAT_USHORT);
        if (kind != VIPS_INTERPRETATION_CMYK)
            color = interpret(color, isMono ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16);
    }
    if (profile != NULL && color != NULL)
        color = through_profile(color, profile, length);
    return colorspace(color, target);
}

VipsImage *cvips_to_rgba(VipsImage *source, Bands bands, bool isSixteenBit) {
    VipsBandFormat format = isSixteenBit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
    double opaque = isSixteenBit ? 65535 : 255;

    VipsInterpretation kind = vips_image_get_interpretation(source);
    g_object_ref(source);
    VipsImage *image = interpret(extract(source, 0, bands.colors), kind);
    VipsImage *alpha = NULL;
    if (bands.alpha >= 0 && image != NULL) {
        g_object_ref(source);
        alpha = plain_alpha(extract(source, bands.alpha, 1), kind);
        if (alpha == NULL)
            VIPS_UNREF(image);
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

/// Whether the image has pixels of four samples of 8 or 16 bits.
static bool has_shape(VipsImage *image, int width, int height, bool isSixteenBit) {
    return vips_image_get_width(image) == width && vips_image_get_height(image) == height &&
        vips_image_get_bands(image) == 4 &&
        vips_image_get_format(image) == (isSixteenBit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR);
}

typedef struct {
    char *rows;
    int computed;
} Target;

static int copy_area(VipsRegion *region, VipsRect *area, void *data) {
    Target *target = data;
    size_t bytes = VIPS_REGION_SIZEOF_LINE(region);
    for (int y = area->top; y < area->top + area->height; y++)
        memcpy(target->rows + bytes * (size_t)y, VIPS_REGION_ADDR(region, 0, y), bytes);
    target->computed = area->top + area->height;
    return 0;
}

bool cvips_copy_rows(VipsImage *image, void *rows, int width, int height, bool isSixteenBit, int *computed) {
    Target target = {rows, 0};
    bool fits = has_shape(image, width, height, isSixteenBit);
    if (!fits)
        vips_error("glint", "its colors are of a kind that Glint does not read");
    bool done = fits && vips_sink_disc(image, copy_area, &target) == 0;
    if (computed != NULL)
        *computed = target.computed;
    return done;
}

int cvips_copy_rows_before_damage(VipsImage *image, void *target, int width, int height, bool isSixteenBit) {
    if (!has_shape(image, width, height, isSixteenBit) || vips_image_pio_input(image) != 0)
        return 0;
    VipsRegion *region = vips_region_new(image);
    if (region == NULL)
        return 0;
    size_t bytes = VIPS_IMAGE_SIZEOF_LINE(image);
    VipsRect row = {0, 0, width, 1};
    for (; row.top < height; row.top++) {
        if (vips_region_prepare(region, &row) != 0)
            break;
        memcpy((char *)target + bytes * (size_t)row.top, VIPS_REGION_ADDR(region, 0, row.top), bytes);
    }
    g_object_unref(region);
    return row.top;
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
        alpha = extract(pixels, 3, 1);
        color = extract(pixels, 0, isGray ? 1 : 3);
        VipsImage *before = color;
        if (color != NULL)
            color = through_profile(color, profile, profileLength);
        if (color != NULL && color == before)
            done = true;
        // Every area is computed from the same area of the same rows, and only then overwritten.
        else if (color != NULL && alpha != NULL && vips_bandjoin2(color, alpha, &joined, NULL) == 0)
            done = cvips_copy_rows(joined, rgba, width, height, isSixteenBit, NULL);
    }
    if (!done)
        cvips_take_error(message);
    VIPS_UNREF(joined);
    VIPS_UNREF(alpha);
    VIPS_UNREF(color);
    VIPS_UNREF(pixels);
    return done;
}

bool cvips_convert_cmyk_to_srgb(
    void *rows, int width, int height, const void *profile, size_t profileLength, char *message) {
    VipsImage *pixels = vips_image_new_from_memory(
        rows, (size_t)width * (size_t)height * 4, width, height, 4, VIPS_FORMAT_UCHAR);
    VipsImage *color = pixels == NULL ? NULL : interpret(pixels, VIPS_INTERPRETATION_CMYK);
    if (color != NULL && profile != NULL)
        color = through_profile(color, profile, profileLength);
    color = cast(colorspace(color, VIPS_INTERPRETATION_sRGB), VIPS_FORMAT_UCHAR);
    VipsImage *rgba = NULL;
    // Every area is computed from the same area of the same rows, and only then overwritten.
    bool done = color != NULL && vips_bandjoin_const1(color, &rgba, 255, NULL) == 0 &&
        cvips_copy_rows(rgba, rows, width, height, false, NULL);
    if (!done)
        cvips_take_error(message);
    VIPS_UNREF(rgba);
    VIPS_UNREF(color);
    return done;
}
