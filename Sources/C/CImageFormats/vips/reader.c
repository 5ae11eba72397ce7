#include "cvips.h"
#include "library.h"
#include "messages.h"
#include "color.h"

#include <stdio.h>
#include <string.h>

struct CVipsReader {
    const void *data;
    size_t length;
    CVipsRequest request;
    VipsImage *source;
    Bands bands;
    bool isSixteenBit;
    size_t bytesPerPixel;
    /// The image that cvips_reader_next_rows reads from, created by its first call; the number of rows read;
    /// and whether the loader has failed.
    VipsRegion *region;
    int row, failed;
};

static void stay_quiet(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {
    (void) domain;
    (void) level;
    (void) text;
    (void) data;
}

bool cvips_start(char *message) {
    if (!library_load(message))
        return false;
    // Functions that fail report damage; warnings on standard error would only repeat it.
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, stay_quiet, NULL);
    if (VIPS_INIT("glint") != 0) {
        cvips_take_error(message);
        return false;
    }
    // Keeps loaders blocked that libvips marks as untrusted.
    libvips.vips_block_untrusted_set(TRUE);
    // librsvg is written in a memory-safe language, and follows no links in a drawing loaded from memory.
    libvips.vips_operation_block_set("VipsForeignLoadSvg", FALSE);
    // The Radiance loader checks run lengths against the picture's bounds, and runs in a sandboxed process.
    libvips.vips_operation_block_set("VipsForeignLoadRad", FALSE);
    // Each picture is decoded only once, so a cache of operations would only waste memory.
    libvips.vips_cache_set_max(0);
    return true;
}

/// Loads the file as an image with unpacked pixels; null on failure.
static VipsImage *load(const void *data, size_t length, const CVipsRequest *request) {
    void *bytes = (void *) data;
    VipsFailOn damage = request->acceptsDamage ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_ERROR;
    // With sequential access, rows are decoded on demand, so memory use is bounded by the data that exists.
    VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    int page = request->page;
    VipsImage *image = NULL;
    switch (request->loader) {
    case CVIPS_READS_TIFF:
        libvips.vips_tiffload_buffer(
            bytes, length, &image, "page", page, "access", access, "fail_on", damage, NULL);
        break;
    case CVIPS_READS_WEBP:
        // This loader decodes all rows at once. By default it would write large pictures to temporary files,
        // which a sandboxed process cannot create.
        libvips.vips_webpload_buffer(
            bytes, length, &image, "page", page, "access", access, "memory", TRUE, "fail_on", damage, NULL);
        break;
    case CVIPS_READS_GIF:
        libvips.vips_gifload_buffer(
            bytes, length, &image, "page", page, "access", access, "fail_on", damage, NULL);
        break;
    case CVIPS_READS_HEIF:
        // In a file with several pictures, any of them may be the main one.
        if (page < 0)
            libvips.vips_heifload_buffer(bytes, length, &image, "access", access, "fail_on", damage, NULL);
        else
            libvips.vips_heifload_buffer(
                bytes, length, &image, "page", page, "access", access, "fail_on", damage, NULL);
        break;
    case CVIPS_READS_SVG:
        // librsvg loads no external resources if it does not know a drawing's location.
        libvips.vips_svgload_buffer(bytes, length, &image, "scale", request->scale, "access", access, NULL);
        break;
    case CVIPS_READS_RADIANCE:
        libvips.vips_radload_buffer(bytes, length, &image, "access", access, "fail_on", damage, NULL);
        break;
    }
    // Some loaders return packed pixels.
    VipsImage *decoded = NULL;
    if (image != NULL)
        libvips.vips_image_decode(image, &decoded);
    VIPS_UNREF(image);
    return decoded;
}

CVipsReader *cvips_reader_create(
    const void *data, size_t length, const CVipsRequest *request, CVipsHeader *header, char *message) {
    memset(header, 0, sizeof *header);
    VipsImage *source = load(data, length, request);
    if (source == NULL) {
        cvips_take_error(message);
        return NULL;
    }
    Bands bands;
    if (!cvips_find_bands(source, request->alphaSample, &bands)) {
        header->hasUnknownColors = true;
        cvips_take_error(message);
        VIPS_UNREF(source);
        return NULL;
    }
    header->width = libvips.vips_image_get_width(source);
    header->pageCount = libvips.vips_image_get_n_pages(source);
    if (libvips.vips_image_get_typeof(source, "heif-bitdepth") != 0)
        libvips.vips_image_get_int(source, "heif-bitdepth", &header->usedBits);
    if (libvips.vips_image_get_typeof(source, "heif-primary") != 0)
        libvips.vips_image_get_int(source, "heif-primary", &header->mainPage);
    header->height = libvips.vips_image_get_height(source);
    header->isGray = bands.colors == 1;
    header->hasAlpha = bands.alpha >= 0;
    header->samples = cvips_samples(source);
    header->isSixteenBit = cvips_is_deep(source);
    header->isFloat = libvips.vips_band_format_isfloat(libvips.vips_image_get_format(source));
    header->orientation = libvips.vips_image_get_orientation(source);
    // libvips reports one pixel per millimeter if the file specifies no resolution.
    double x = libvips.vips_image_get_xres(source), y = libvips.vips_image_get_yres(source);
    if (x != 1 || y != 1) {
        header->resolutionX = x;
        header->resolutionY = y;
    }

    CVipsReader *reader = g_new0(CVipsReader, 1);
    reader->data = data;
    reader->length = length;
    reader->request = *request;
    reader->source = source;
    reader->bands = bands;
    reader->isSixteenBit = header->isSixteenBit;
    reader->bytesPerPixel = cvips_bytes_per_pixel(header->samples, header->isSixteenBit);
    return reader;
}

/// Opens the file again to read it up to the damage, since a sequential image cannot be read twice.
static int read_rows_before_damage(const CVipsReader *reader, void *pixels, int width, int height) {
    VipsImage *source = load(reader->data, reader->length, &reader->request);
    VipsImage *converted =
        source == NULL ? NULL : cvips_with_alpha(source, reader->bands, reader->isSixteenBit);
    int rows = converted == NULL
        ? 0
        : cvips_copy_rows_before_damage(converted, pixels, width, height, reader->bytesPerPixel);
    VIPS_UNREF(converted);
    VIPS_UNREF(source);
    libvips.vips_error_clear();
    return rows;
}

/// The image converted for output; `failed` is set if the loader fails, since not all operations propagate
/// errors.
static VipsImage *convert(const CVipsReader *reader, int *failed) {
    VipsImage *watched = cvips_watch(reader->source, failed);
    VipsImage *converted =
        watched == NULL ? NULL : cvips_with_alpha(watched, reader->bands, reader->isSixteenBit);
    VIPS_UNREF(watched);
    return converted;
}

bool cvips_reader_read_rows(
    CVipsReader *reader, void *pixels, int width, int height, int *rows, char *message) {
    int failed = 0;
    *rows = 0;
    VipsImage *converted = convert(reader, &failed);
    bool done = converted != NULL
        && cvips_copy_rows(converted, pixels, width, height, reader->bytesPerPixel, rows)
        && g_atomic_int_get(&failed) == 0;
    if (!done)
        cvips_take_error(message);
    VIPS_UNREF(converted);
    if (!done && reader->request.acceptsDamage) {
        int before = read_rows_before_damage(reader, pixels, width, height);
        *rows = before > *rows ? before : *rows;
    }
    return done;
}

bool cvips_reader_next_rows(CVipsReader *reader, void *pixels, int count, char *message) {
    int width = libvips.vips_image_get_width(reader->source),
        height = libvips.vips_image_get_height(reader->source);
    if (reader->region == NULL) {
        VipsImage *converted = convert(reader, &reader->failed);
        if (converted != NULL && cvips_has_shape(converted, width, height, reader->bytesPerPixel)
            && libvips.vips_image_pio_input(converted) == 0)
            reader->region = libvips.vips_region_new(converted);
        VIPS_UNREF(converted);
    }
    VipsRect rows = {0, reader->row, width, count};
    if (reader->region == NULL || libvips.vips_region_prepare(reader->region, &rows) != 0
        || reader->failed != 0) {
        cvips_take_error(message);
        return false;
    }
    size_t bytes = reader->bytesPerPixel * (size_t) width;
    for (int y = 0; y < count; y++)
        memcpy(
            (char *) pixels + bytes * (size_t) y, VIPS_REGION_ADDR(reader->region, 0, reader->row + y),
            bytes);
    reader->row += count;
    return true;
}

const uint8_t *cvips_reader_block(CVipsReader *reader, const char *name, size_t *length) {
    const void *block = NULL;
    if (libvips.vips_image_get_typeof(reader->source, name) != VIPS_TYPE_BLOB
        || libvips.vips_image_get_blob(reader->source, name, &block, length) != 0)
        return NULL;
    return block;
}

void cvips_reader_destroy(CVipsReader *reader) {
    VIPS_UNREF(reader->region);
    VIPS_UNREF(reader->source);
    g_free(reader);
}
