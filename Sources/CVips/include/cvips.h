#pragma once

// libvips without its variable argument lists. Functions that can fail return false or null and write one
// sentence fragment into `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CVIPS_MESSAGE_SIZE 300

/// Starts libvips; call it once, before anything else here.
bool cvips_start(char *message);
/// Has the process end with this status where libvips or GLib gets no memory; they would abort.
void cvips_exit_without_memory(int status);

typedef struct CVipsReader CVipsReader;

typedef struct {
    int width, height;
    bool isGray, hasAlpha;
    /// Read as sixteen bits per channel; otherwise eight.
    bool isSixteenBit;
    /// The EXIF orientation, 1...8; the rows come as they are stored.
    int orientation;
    /// Pixels per millimeter, 0 when the file does not say.
    double resolutionX, resolutionY;
    /// Why there is no reader: it is not damage.
    bool hasUnknownColors;
} CVipsHeader;

typedef enum { CVIPS_READS_JPEG, CVIPS_READS_TIFF, CVIPS_READS_WEBP, CVIPS_READS_GIF, CVIPS_READS_HEIF } CVipsLoader;

typedef struct {
    /// The one that reads the format. libvips is never asked which it might be: it would hand the bytes to every
    /// loader it has, those too that are blocked.
    CVipsLoader loader;
    /// 2, 4 or 8 decodes a JPEG, and no other format, at that part of its size; 1 decodes all of it.
    int shrink;
    /// Which of the samples behind the colors is the alpha, from 0; -1 for none.
    int alphaSample;
    /// Reads on after damage where the loader can.
    bool acceptsDamage;
} CVipsRequest;

/// Reads the header; `data` must outlive the reader.
CVipsReader *cvips_reader_create(
    const void *data, size_t length, const CVipsRequest *request, CVipsHeader *header, char *message);
/// Decodes to RGBA rows without padding, converted to sRGB: `width` × `height` pixels, as the header says. `rows` is told how
/// many were decoded, where they are not all.
bool cvips_reader_read_rows(CVipsReader *reader, void *rgba, int width, int height, int *rows, char *message);
/// A metadata block by its libvips name, valid while the reader lives; null when absent.
const uint8_t *cvips_reader_block(CVipsReader *reader, const char *name, size_t *length);
void cvips_reader_destroy(CVipsReader *reader);

/// Converts RGBA rows, of which gray ones have equal colors, from `profile` (an ICC profile) to sRGB in place. A profile that does not fit the
/// channels or cannot be read leaves the rows as they are, as does one that is sRGB already.
bool cvips_convert_to_srgb(
    void *rgba, int width, int height, bool isSixteenBit, bool isGray, const void *profile,
    size_t profileLength, char *message);
/// Converts rows of CMYK, 255 for full ink, to RGBA in place, from `profile`, where it is not null and fits, else from an
/// ordinary printing profile.
bool cvips_convert_cmyk_to_srgb(
    void *rows, int width, int height, const void *profile, size_t profileLength, char *message);
/// Makes an ICC profile from PNG's gAMA and cHRM (0 where unknown); release it with cvips_free.
void *cvips_make_profile(double gamma, const double chromaticities[8], bool isGray, size_t *length);

typedef struct {
    int width, height, channels;
    bool isSixteenBit;
    /// WebP, 1...100.
    int quality;
    double resolutionX, resolutionY;
    const uint8_t *exif, *xmp, *iptc;
    size_t exifLength, xmpLength, iptcLength;
} CVipsSettings;

typedef enum { CVIPS_TIFF, CVIPS_WEBP } CVipsFormat;

/// Encodes sRGB or gray rows; release the result with cvips_free.
void *cvips_encode(
    CVipsFormat format, const void *pixels, const CVipsSettings *settings, size_t *length,
    char *message);
void cvips_free(void *block);
