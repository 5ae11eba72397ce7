#pragma once

// libvips without its variable argument lists. Functions that can fail return false or null and write a
// sentence fragment into `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CVIPS_MESSAGE_SIZE 300

/// Loads and initializes libvips; call it once, before anything else here.
bool cvips_start(char *message);
/// Makes the process exit with this status if libvips or GLib runs out of memory; they would abort.
void cvips_exit_without_memory(int status);

typedef struct CVipsReader CVipsReader;

/// The meaning of a pixel's samples and their output format; the alpha follows the colors.
typedef enum {
    /// Red, green, blue and alpha of 8 or 16 bits; those of gray are equal.
    CVIPS_RGB_OR_GRAY,
    /// Cyan, magenta, yellow, black and alpha of 8 or 16 bits; the maximum is full ink.
    CVIPS_CMYK,
    /// For CIE Lab or XYZ: linear light of sRGB's red, green and blue, which exceeds 0...1 outside its gamut,
    /// and alpha, 0...1, as floats.
    CVIPS_LINEAR,
    /// Red, green, blue and alpha as the floats in the file; for gray the three colors are equal.
    CVIPS_FLOAT
} CVipsSamples;

typedef struct {
    int width, height;
    /// The number of pictures in the file.
    int pageCount;
    /// The index of the main picture according to the file, from 0.
    int mainPage;
    bool isGray, hasAlpha;
    CVipsSamples samples;
    /// The file has more than eight bits per channel.
    bool isSixteenBit;
    /// The number of significant bits, from the highest, in a sample of 16 bits; 0 for all.
    int usedBits;
    /// The file has floats.
    bool isFloat;
    /// The EXIF orientation, 1...8; rows are returned as stored.
    int orientation;
    /// Pixels per millimeter, 0 if the file states none.
    double resolutionX, resolutionY;
    /// Why there is no reader, if the reason is not damage.
    bool hasUnknownColors;
} CVipsHeader;

typedef enum {
    CVIPS_READS_TIFF,
    CVIPS_READS_WEBP,
    CVIPS_READS_GIF,
    CVIPS_READS_HEIF,
    CVIPS_READS_SVG,
    CVIPS_READS_RADIANCE
} CVipsLoader;

typedef struct {
    /// The loader for the format. libvips is never asked to detect it: it would pass the bytes to all of its
    /// loaders, including the blocked ones.
    CVipsLoader loader;
    /// The index of the picture in a file with several, from 0; -1 for the main one.
    int page;
    /// The factor by which a drawing is enlarged.
    double scale;
    /// The index of the alpha among the samples after the colors, from 0; -1 for none.
    int alphaSample;
    /// Continues after damage if the loader can.
    bool acceptsDamage;
} CVipsRequest;

/// Reads the header; `data` must outlive the reader.
CVipsReader *cvips_reader_create(
    const void *data, size_t length, const CVipsRequest *request, CVipsHeader *header, char *message);
/// Decodes to rows without padding, in the file's colors: `width` × `height` pixels, as stated by the header.
/// Sets `rows` to the number of decoded rows, in case some are missing.
bool cvips_reader_read_rows(
    CVipsReader *reader, void *pixels, int width, int height, int *rows, char *message);
/// Decodes the next rows in the same way, on the calling thread. Use a reader either for this or for decoding
/// all rows at once.
bool cvips_reader_next_rows(CVipsReader *reader, void *pixels, int count, char *message);
/// The size in bytes of a decoded pixel.
size_t cvips_bytes_per_pixel(CVipsSamples samples, bool isSixteenBit);
/// A metadata block by its libvips name, valid while the reader lives; null if absent.
const uint8_t *cvips_reader_block(CVipsReader *reader, const char *name, size_t *length);
void cvips_reader_destroy(CVipsReader *reader);

/// The profile of a typical press, for CMYK files without a profile; null if it is not available. It is never
/// freed.
const uint8_t *cvips_ordinary_cmyk_profile(size_t *length);

/// For TIFF.
typedef enum {
    CVIPS_UNCOMPRESSED,
    CVIPS_LZW,
    CVIPS_DEFLATE,
    CVIPS_ZSTD,
} CVipsCompression;

typedef struct {
    int width, height, channels;
    /// 8, 16, or 32 for floats, which only TIFF supports.
    int bits;
    /// WebP, 1...100.
    int quality;
    /// WebP: lossless.
    bool isLossless;
    CVipsCompression compression;
    double resolutionX, resolutionY;
    /// These two are for TIFF files only.
    const uint8_t *xmp;
    size_t xmpLength;
    const uint8_t *profile;
    size_t profileLength;
} CVipsSettings;

typedef enum {
    CVIPS_TIFF,
    CVIPS_WEBP,
} CVipsFormat;

/// Encodes RGB or gray rows; release the result with cvips_free.
void *cvips_encode(
    CVipsFormat format, const void *pixels, const CVipsSettings *settings, size_t *length,
    char *message);
void cvips_free(void *block);
