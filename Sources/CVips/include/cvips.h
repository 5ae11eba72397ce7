#pragma once

// libvips without its variable argument lists. Functions that can fail return false or null and write one
// sentence fragment into `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CVIPS_MESSAGE_SIZE 300

/// Loads and starts libvips; call it once, before anything else here.
bool cvips_start(char *message);
/// Has the process end with this status where libvips or GLib gets no memory; they would abort.
void cvips_exit_without_memory(int status);

typedef struct CVipsReader CVipsReader;

/// What the samples of a pixel are, and how they are read; behind the colors is the alpha.
typedef enum {
    /// Red, green, blue and alpha of 8 or 16 bits; those of gray are equal.
    CVIPS_RGB_OR_GRAY,
    /// Cyan, magenta, yellow, black and alpha of 8 or 16 bits, the most for full ink.
    CVIPS_CMYK,
    /// Of CIE Lab or XYZ: linear light of sRGB's red, green and blue, which goes beyond 0...1 outside its gamut, and alpha,
    /// 0...1, as floats.
    CVIPS_LINEAR,
    /// Red, green, blue and alpha as the file's floats; those of gray are equal.
    CVIPS_FLOAT
} CVipsSamples;

typedef struct {
    int width, height;
    /// How many pictures the file holds.
    int pageCount;
    /// Which of them the file says is the main one, from 0.
    int mainPage;
    bool isGray, hasAlpha;
    CVipsSamples samples;
    /// The file has more than eight bits per channel.
    bool isSixteenBit;
    /// How many bits, from the highest, of a sample of 16 bits are used; 0 for all.
    int usedBits;
    /// The file has floats.
    bool isFloat;
    /// The EXIF orientation, 1...8; the rows come as they are stored.
    int orientation;
    /// Pixels per millimeter, 0 when the file does not say.
    double resolutionX, resolutionY;
    /// Why there is no reader: it is not damage.
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
    /// The one that reads the format. libvips is never asked which it might be: it would hand the bytes to every
    /// loader it has, those too that are blocked.
    CVipsLoader loader;
    /// Of several pictures in a file, from 0; -1 for the main one.
    int page;
    /// How much larger than it says a drawing is made.
    double scale;
    /// Which of the samples behind the colors is the alpha, from 0; -1 for none.
    int alphaSample;
    /// Reads on after damage where the loader can.
    bool acceptsDamage;
} CVipsRequest;

/// Reads the header; `data` must outlive the reader.
CVipsReader *cvips_reader_create(
    const void *data, size_t length, const CVipsRequest *request, CVipsHeader *header, char *message);
/// Decodes to rows without padding, as the file has its colors: `width` × `height` pixels, as the header says. `rows` is told
/// how many were decoded, where they are not all.
bool cvips_reader_read_rows(CVipsReader *reader, void *pixels, int width, int height, int *rows, char *message);
/// Decodes the next rows likewise, on the calling thread. A reader gives its rows either so or all at once.
bool cvips_reader_next_rows(CVipsReader *reader, void *pixels, int count, char *message);
/// The bytes of a pixel as it is read.
size_t cvips_bytes_per_pixel(CVipsSamples samples, bool isSixteenBit);
/// A metadata block by its libvips name, valid while the reader lives; null when absent.
const uint8_t *cvips_reader_block(CVipsReader *reader, const char *name, size_t *length);
void cvips_reader_destroy(CVipsReader *reader);

/// The profile of an ordinary press, for inks of which a file does not tell more; null where there is none. It stays.
const uint8_t *cvips_ordinary_cmyk_profile(size_t *length);

/// Of TIFF.
typedef enum { CVIPS_UNCOMPRESSED, CVIPS_LZW, CVIPS_DEFLATE, CVIPS_ZSTD } CVipsCompression;

typedef struct {
    int width, height, channels;
    /// 8, 16, or 32 for floats, which only a TIFF can have.
    int bits;
    /// WebP, 1...100.
    int quality;
    /// WebP: the pixels exactly.
    bool isLossless;
    CVipsCompression compression;
    double resolutionX, resolutionY;
    /// Only TIFF files get these two.
    const uint8_t *xmp;
    size_t xmpLength;
    const uint8_t *profile;
    size_t profileLength;
} CVipsSettings;

typedef enum { CVIPS_TIFF, CVIPS_WEBP } CVipsFormat;

/// Encodes RGB or gray rows; release the result with cvips_free.
void *cvips_encode(
    CVipsFormat format, const void *pixels, const CVipsSettings *settings, size_t *length,
    char *message);
void cvips_free(void *block);
