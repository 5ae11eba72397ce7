#include "cvips.h"
#include "library.h"
#include "messages.h"

static VipsImage *describe(const void *pixels, const CVipsSettings *settings) {
    size_t bytes = (size_t) settings->width * (size_t) settings->height * (size_t) settings->channels
        * (size_t) settings->bits / 8;
    VipsBandFormat format = settings->bits == 32
        ? VIPS_FORMAT_FLOAT
        : (settings->bits == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR);
    VipsImage *raw = libvips.vips_image_new_from_memory(
        pixels, bytes, settings->width, settings->height, settings->channels, format);
    if (raw == NULL)
        return NULL;
    VipsInterpretation color = settings->bits == 32
        ? VIPS_INTERPRETATION_scRGB
        : (settings->bits == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB);
    VipsInterpretation kind = settings->channels < 3
        ? (settings->bits == 16 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
        : color;
    // libvips always writes a resolution, so an unknown one becomes the customary 72 dots per inch.
    const double customary = 72 / 25.4;
    bool known = settings->resolutionX > 0 && settings->resolutionY > 0;
    VipsImage *image = NULL;
    libvips.vips_copy(
        raw, &image, "interpretation", kind, "xres", known ? settings->resolutionX : customary, "yres",
        known ? settings->resolutionY : customary, NULL);
    VIPS_UNREF(raw);
    if (image != NULL && settings->xmpLength > 0)
        libvips.vips_image_set_blob_copy(image, VIPS_META_XMP_NAME, settings->xmp, settings->xmpLength);
    if (image != NULL && settings->profileLength > 0)
        libvips.vips_image_set_blob_copy(
            image, VIPS_META_ICC_NAME, settings->profile, settings->profileLength);
    return image;
}

static VipsForeignTiffCompression tiff_compression(CVipsCompression compression) {
    switch (compression) {
    case CVIPS_UNCOMPRESSED:
        return VIPS_FOREIGN_TIFF_COMPRESSION_NONE;
    case CVIPS_LZW:
        return VIPS_FOREIGN_TIFF_COMPRESSION_LZW;
    case CVIPS_DEFLATE:
        return VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE;
    case CVIPS_ZSTD:
        return VIPS_FOREIGN_TIFF_COMPRESSION_ZSTD;
    }
    return VIPS_FOREIGN_TIFF_COMPRESSION_DEFLATE;
}

void *cvips_encode(
    CVipsFormat format, const void *pixels, const CVipsSettings *settings, size_t *length,
    char *message) {
    VipsImage *image = describe(pixels, settings);
    void *output = NULL;
    int failed = image == NULL;
    if (!failed) {
        switch (format) {
        case CVIPS_TIFF:
            // In inches, since 300 dots per inch would become 118.11 pixels per centimeter.
            failed = libvips.vips_tiffsave_buffer(
                image, &output, length, "compression", tiff_compression(settings->compression), "predictor",
                settings->bits == 32
                    ? VIPS_FOREIGN_TIFF_PREDICTOR_FLOAT
                    : VIPS_FOREIGN_TIFF_PREDICTOR_HORIZONTAL,
                "resunit", VIPS_FOREIGN_TIFF_RESUNIT_INCH, "bigtiff",
                VIPS_IMAGE_SIZEOF_IMAGE(image) > 3500000000ULL, NULL);
            break;
        case CVIPS_WEBP:
            // Strips all metadata: otherwise libvips would add its own EXIF block with the size and the
            // resolution.
            failed = libvips.vips_webpsave_buffer(
                image, &output, length, "Q", settings->quality, "lossless", settings->isLossless, "strip",
                TRUE, NULL);
            break;
        }
    }
    if (failed) {
        cvips_take_error(message);
        output = NULL;
    }
    VIPS_UNREF(image);
    return output;
}

void cvips_free(void *block) {
    g_free(block);
}
