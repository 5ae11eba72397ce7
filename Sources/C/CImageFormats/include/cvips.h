#pragma once

// libvips without variable argument lists. Functions that can fail return false or null, and write a sentence
// fragment to `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CVIPS_MESSAGE_SIZE 300

/// Loads and initializes libvips; must be called once, before anything else here.
bool cvips_start(char *message);
/// Makes the process exit with this status if libvips or GLib runs out of memory, instead of aborting.
void cvips_exit_without_memory(int status);

typedef struct CVipsReader CVipsReader;

/// The color model of a pixel's samples and their output format; alpha follows the colors.
typedef enum {
    /// Red, green, blue and alpha with 8 or 16 bits; gray has three equal colors.
    CVIPS_RGB_OR_GRAY,
    /// Cyan, magenta, yellow, black and alpha with 8 or 16 bits; the maximum is full ink.
    CVIPS_CMYK,
    /// For CIE Lab or XYZ: linear RGB with sRGB primaries, which exceeds 0...1 outside that gamut, and alpha,
    /// 0...1, as floats.
    CVIPS_LINEAR,
    /// Red, green, blue and alpha as stored floats; gray has three equal colors.
    CVIPS_FLOAT
} CVipsSamples;

typedef struct {
    int width, height;
    /// The number of pictures in the file.
    int pageCount;
    /// The index of the file's main picture, starting at 0.
    int mainPage;
    bool isGray, hasAlpha;
    CVipsSamples samples;
    /// The file has more than eight bits per channel.
    bool isSixteenBit;
    /// The number of significant bits in a 16-bit sample, counted from the highest; 0 for all.
    int usedBits;
    /// The file contains floats.
    bool isFloat;
    /// The EXIF orientation, 1...8; rows are returned as stored.
    int orientation;
    /// Pixels per millimeter; 0 if the file specifies none.
    double resolutionX, resolutionY;
    /// True if no reader was created because the colors are unknown, rather than because of damage.
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
    /// The loader for the file's format. libvips must not detect it: it would pass the bytes to all of its
    /// loaders, including blocked ones.
    CVipsLoader loader;
    /// The index of the picture in a file with several, starting at 0; -1 for the main picture.
    int page;
    /// The factor by which to enlarge a drawing.
    double scale;
    /// The index of alpha among the samples after the colors, starting at 0; -1 if there is none.
    int alphaSample;
    /// Continues after damage if the loader supports this.
    bool acceptsDamage;
} CVipsRequest;

/// Reads the header. `data` must outlive the reader.
CVipsReader *cvips_reader_create(
    const void *data, size_t length, const CVipsRequest *request, CVipsHeader *header, char *message);
/// Decodes to rows without padding, in the file's colors: `width` × `height` pixels, which must equal the
/// header's. Sets `rows` to the number of decoded rows, in case some are missing.
bool cvips_reader_read_rows(
    CVipsReader *reader, void *pixels, int width, int height, int *rows, char *message);
/// Decodes the next rows in the same format, on the calling thread. For each reader, use either this function
/// or the one that decodes all rows at once.
bool cvips_reader_next_rows(CVipsReader *reader, void *pixels, int count, char *message);
/// The size in bytes of a decoded pixel.
size_t cvips_bytes_per_pixel(CVipsSamples samples, bool isSixteenBit);
/// A metadata block by its name in libvips, valid as long as the reader; null if absent.
const uint8_t *cvips_reader_block(CVipsReader *reader, const char *name, size_t *length);
void cvips_reader_destroy(CVipsReader *reader);

/// The profile of a typical printing press, for CMYK files without a profile; null if it is not available. It
/// must not be freed.
const uint8_t *cvips_ordinary_cmyk_profile(size_t *length);

/// TIFF compression.
typedef enum {
    CVIPS_UNCOMPRESSED,
    CVIPS_LZW,
    CVIPS_DEFLATE,
    CVIPS_ZSTD,
} CVipsCompression;

typedef struct {
    int width, height, channels;
    /// 8, 16, or 32 for floats, which are only supported for TIFF.
    int bits;
    /// For WebP, 1...100.
    int quality;
    /// For WebP: lossless compression.
    bool isLossless;
    CVipsCompression compression;
    double resolutionX, resolutionY;
    /// `xmp` and `profile` are only used for TIFF.
    const uint8_t *xmp;
    size_t xmpLength;
    const uint8_t *profile;
    size_t profileLength;
} CVipsSettings;

typedef enum {
    CVIPS_TIFF,
    CVIPS_WEBP,
} CVipsFormat;

/// Encodes RGB or gray rows; free the result with cvips_free.
void *cvips_encode(
    CVipsFormat format, const void *pixels, const CVipsSettings *settings, size_t *length,
    char *message);
void cvips_free(void *block);
