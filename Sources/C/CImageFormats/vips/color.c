#include "color.h"
#include "cvips.h"
#include "messages.h"

#include <string.h>

bool cvips_is_deep(VipsImage *image) {
    VipsBandFormat format = libvips.vips_image_get_format(image);
    return format != VIPS_FORMAT_UCHAR && format != VIPS_FORMAT_CHAR;
}

static int color_count(VipsImage *image) {
    switch (libvips.vips_image_get_interpretation(image)) {
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
        // In a color space unknown to libvips, a single band can only be gray.
        return libvips.vips_image_get_bands(image) == 1 ? 1 : 0;
    }
}

bool cvips_find_bands(VipsImage *image, int alphaSample, Bands *bands) {
    int count = libvips.vips_image_get_bands(image);
    bands->colors = color_count(image);
    if (bands->colors == 0 || count < bands->colors
        || libvips.vips_band_format_iscomplex(libvips.vips_image_get_format(image))) {
        vips_error("glint", "Glint does not support its color format");
        return false;
    }
    int alpha = bands->colors + alphaSample;
    bands->alpha = alphaSample >= 0 && alpha < count ? alpha : -1;
    return true;
}

/// Each step consumes its input and returns null on failure, so that steps can be chained and checked once.
/// `output` points to the variable that the call passed as `failed` sets.
static VipsImage *consume(VipsImage *input, int failed, VipsImage **output) {
    VIPS_UNREF(input);
    return failed != 0 ? NULL : *output;
}

static VipsImage *cast(VipsImage *input, VipsBandFormat format) {
    VipsImage *output = NULL;
    return input == NULL ? NULL : consume(input, libvips.vips_cast(input, &output, format, NULL), &output);
}

static VipsImage *scale(VipsImage *input, double factor, double offset) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, libvips.vips_linear1(input, &output, factor, offset, NULL), &output);
}

static VipsImage *extract(VipsImage *input, int first, int count) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, libvips.vips_extract_band(input, &output, first, "n", count, NULL), &output);
}

static VipsImage *interpret(VipsImage *input, VipsInterpretation kind) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, libvips.vips_copy(input, &output, "interpretation", kind, NULL), &output);
}

static VipsImage *colorspace(VipsImage *input, VipsInterpretation kind) {
    VipsImage *output = NULL;
    return input == NULL
        ? NULL
        : consume(input, libvips.vips_colourspace(input, &output, kind, NULL), &output);
}

static bool is_lab(VipsImage *image) {
    VipsInterpretation kind = libvips.vips_image_guess_interpretation(image);
    return kind == VIPS_INTERPRETATION_LAB || kind == VIPS_INTERPRETATION_LABS;
}

static bool is_float(VipsImage *image) {
    return libvips.vips_band_format_isfloat(libvips.vips_image_get_format(image));
}

/// Converts unusual sample types to 8 or 16 unsigned bits. Floats stay unchanged, as do colors whose space
/// defines the meaning of their numbers.
static VipsImage *plain_samples(VipsImage *image) {
    if (image == NULL)
        return NULL;
    VipsInterpretation kind = libvips.vips_image_guess_interpretation(image);
    if (kind == VIPS_INTERPRETATION_LAB || kind == VIPS_INTERPRETATION_LABS
        || kind == VIPS_INTERPRETATION_XYZ || kind == VIPS_INTERPRETATION_LCH)
        return image;
    switch (libvips.vips_image_get_format(image)) {
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

/// Alpha as unsigned integers, or as floats if colors are floats.
static VipsImage *plain_alpha(VipsImage *alpha, VipsInterpretation colors) {
    if (alpha == NULL)
        return NULL;
    if (is_float(alpha))
        return alpha;
    // For LABS images, libvips also makes the 16-bit alpha signed; its bits are reinterpreted as unsigned.
    VipsImage *output = NULL;
    if (colors == VIPS_INTERPRETATION_LABS)
        return consume(alpha, libvips.vips_copy(alpha, &output, "format", VIPS_FORMAT_USHORT, NULL), &output);
    return plain_samples(interpret(alpha, VIPS_INTERPRETATION_MULTIBAND));
}

/// Converts CIE Lab with a D50 white point, as TIFF writers define it (Adobe Photoshop TIFF Technical Notes,
/// "CIELab"), to linear light with sRGB primaries.
static VipsImage *lab_light(VipsImage *color) {
    // From XYZ under D50, 0...100: the inverse of the matrix in sRGB's ICC profile.
    // clang-format off
    static const double matrix[] = {
        0.031338564, -0.016168668, -0.004906148,
        -0.009787686, 0.019161416, 0.000334541,
        0.000719452, -0.002289913, 0.014052427,
    };
    // clang-format on
    VipsImage *lab = colorspace(color, VIPS_INTERPRETATION_LAB), *xyz = NULL, *light = NULL;
    if (lab == NULL)
        return NULL;
    VipsArrayDouble *white = libvips.vips_array_double_newv(3, VIPS_D50_X0, VIPS_D50_Y0, VIPS_D50_Z0);
    xyz = consume(lab, libvips.vips_Lab2XYZ(lab, &xyz, "temp", white, NULL), &xyz);
    libvips.vips_area_unref(VIPS_AREA(white));
    VipsImage *numbers = libvips.vips_image_new_matrix_from_array(3, 3, matrix, 9);
    if (xyz != NULL && numbers != NULL)
        xyz = consume(xyz, libvips.vips_recomb(xyz, &light, numbers, NULL), &light);
    VIPS_UNREF(numbers);
    return xyz;
}

/// The color bands as stored in the file, with gray as three equal bands.
static VipsImage *stored_rgb(VipsImage *color, bool isSixteenBit) {
    return colorspace(color, isSixteenBit ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB);
}

static VipsImage *stored_floats(VipsImage *color) {
    VipsImage *three[3] = {color, color, color};
    VipsImage *joined = NULL;
    return libvips.vips_image_get_bands(color) > 1
        ? color
        : consume(color, libvips.vips_bandjoin(three, &joined, 3, NULL), &joined);
}

static VipsImage *color_bands(VipsImage *color, CVipsSamples samples, bool isSixteenBit) {
    switch (samples) {
    case CVIPS_RGB_OR_GRAY:
        return stored_rgb(color, isSixteenBit);
    case CVIPS_CMYK:
        return is_float(color) ? scale(color, 65535, 0.5) : color;
    case CVIPS_LINEAR:
        return is_lab(color) ? lab_light(color) : colorspace(color, VIPS_INTERPRETATION_scRGB);
    case CVIPS_FLOAT:
        return stored_floats(color);
    }
    return NULL;
}

/// The output format of libvips for such samples.
static VipsBandFormat read_format(CVipsSamples samples, bool isSixteenBit) {
    if (samples == CVIPS_LINEAR || samples == CVIPS_FLOAT) return VIPS_FORMAT_FLOAT;
    return isSixteenBit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
}

CVipsSamples cvips_samples(VipsImage *source) {
    switch (libvips.vips_image_guess_interpretation(source)) {
    case VIPS_INTERPRETATION_LAB:
    case VIPS_INTERPRETATION_LABS:
    case VIPS_INTERPRETATION_XYZ:
    case VIPS_INTERPRETATION_LCH:
        return CVIPS_LINEAR;
    case VIPS_INTERPRETATION_CMYK:
        return CVIPS_CMYK;
    default:
        return is_float(source) ? CVIPS_FLOAT : CVIPS_RGB_OR_GRAY;
    }
}

VipsImage *cvips_with_alpha(VipsImage *source, Bands bands, bool isSixteenBit) {
    CVipsSamples samples = cvips_samples(source);
    VipsBandFormat format = read_format(samples, isSixteenBit);
    bool isFloat = format == VIPS_FORMAT_FLOAT;
    double opaque = isFloat ? 1 : (isSixteenBit ? 65535 : 255);

    VipsInterpretation kind = libvips.vips_image_get_interpretation(source);
    libvips.g_object_ref(source);
    VipsImage *image = interpret(extract(source, 0, bands.colors), kind);
    VipsImage *alpha = NULL;
    if (bands.alpha >= 0 && image != NULL) {
        libvips.g_object_ref(source);
        alpha = plain_alpha(extract(source, bands.alpha, 1), kind);
        if (alpha == NULL)
            VIPS_UNREF(image);
    }
    image = plain_samples(image);
    if (image != NULL)
        image = cast(color_bands(image, samples, isSixteenBit), format);
    VipsImage *joined = NULL;
    if (alpha != NULL && isFloat != is_float(alpha)) {
        double most = libvips.vips_image_get_format(alpha) == VIPS_FORMAT_UCHAR ? 255 : 65535;
        alpha = isFloat ? scale(alpha, 1 / most, 0) : scale(alpha, 65535, 0.5);
    }
    if (image != NULL && alpha != NULL) {
        alpha = cast(alpha, format);
        if (alpha != NULL)
            libvips.vips_bandjoin2(image, alpha, &joined, NULL);
    } else if (image != NULL) {
        libvips.vips_bandjoin_const1(image, &joined, opaque, NULL);
    }
    VIPS_UNREF(image);
    VIPS_UNREF(alpha);
    return joined;
}

static int pass_on(VipsRegion *region, void *sequence, void *image, void *failed, gboolean *stop) {
    (void) image;
    (void) stop;
    VipsRegion *input = sequence;
    VipsRect *area = &region->valid;
    if (libvips.vips_region_prepare(input, area) == 0
        && libvips.vips_region_region(region, input, area, area->left, area->top) == 0)
        return 0;
    g_atomic_int_set((int *) failed, 1);
    return -1;
}

VipsImage *cvips_watch(VipsImage *source, int *failed) {
    VipsImage *image = libvips.vips_image_new();
    libvips.g_object_ref(source);
    vips_object_local(image, source);
    int error = libvips.vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, source, NULL);
    if (error == 0) {
        error = libvips.vips_image_generate(
            image, libvips.vips_start_one, pass_on, libvips.vips_stop_one, source, failed);
    }
    if (error != 0) VIPS_UNREF(image);
    return image;
}

size_t cvips_bytes_per_pixel(CVipsSamples samples, bool isSixteenBit) {
    size_t count = samples == CVIPS_CMYK ? 5 : 4;
    return count * libvips.vips_format_sizeof(read_format(samples, isSixteenBit));
}

bool cvips_has_shape(VipsImage *image, int width, int height, size_t bytesPerPixel) {
    bool fits = libvips.vips_image_get_width(image) == width && libvips.vips_image_get_height(image) == height
        && VIPS_IMAGE_SIZEOF_PEL(image) == bytesPerPixel;
    if (!fits)
        vips_error("glint", "Glint does not support its color format");
    return fits;
}

typedef struct {
    char *rows;
    int computed;
} Target;

static int copy_area(VipsRegion *region, VipsRect *area, void *data) {
    Target *target = data;
    size_t bytes = VIPS_REGION_SIZEOF_LINE(region);
    for (int y = area->top; y < area->top + area->height; y++)
        memcpy(target->rows + bytes * (size_t) y, VIPS_REGION_ADDR(region, 0, y), bytes);
    target->computed = area->top + area->height;
    return 0;
}

bool cvips_copy_rows(
    VipsImage *image, void *rows, int width, int height, size_t bytesPerPixel, int *computed) {
    Target target = {rows, 0};
    bool done = cvips_has_shape(image, width, height, bytesPerPixel)
        && libvips.vips_sink_disc(image, copy_area, &target) == 0;
    *computed = target.computed;
    return done;
}

int cvips_copy_rows_before_damage(
    VipsImage *image, void *target, int width, int height, size_t bytesPerPixel) {
    if (!cvips_has_shape(image, width, height, bytesPerPixel) || libvips.vips_image_pio_input(image) != 0)
        return 0;
    VipsRegion *region = libvips.vips_region_new(image);
    if (region == NULL)
        return 0;
    size_t bytes = VIPS_IMAGE_SIZEOF_LINE(image);
    VipsRect row = {0, 0, width, 1};
    for (; row.top < height; row.top++) {
        if (libvips.vips_region_prepare(region, &row) != 0)
            break;
        memcpy((char *) target + bytes * (size_t) row.top, VIPS_REGION_ADDR(region, 0, row.top), bytes);
    }
    g_object_unref(region);
    return row.top;
}

const uint8_t *cvips_ordinary_cmyk_profile(size_t *length) {
    static VipsBlob *profile = NULL;
    static gsize loaded = 0;
    if (g_once_init_enter(&loaded)) {
        if (libvips.vips_profile_load("cmyk", &profile, NULL) != 0) {
            libvips.vips_error_clear();
            profile = NULL;
        }
        g_once_init_leave(&loaded, 1);
    }
    *length = 0;
    return profile == NULL ? NULL : libvips.vips_blob_get(profile, length);
}
