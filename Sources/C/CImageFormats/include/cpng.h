#pragma once

// libpng with functions that return normally on errors. libpng reports errors by longjmp, so every function
// here sets its own jump target, and no Swift frame is ever skipped. Functions that can fail return false and
// leave a sentence fragment in the reader's or writer's `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPNG_MESSAGE_SIZE 200

typedef struct CPNGReader CPNGReader;
typedef struct CPNGWriter CPNGWriter;

typedef struct {
    uint32_t width, height;
    bool isGray, hasAlpha;
    /// Rows are stored in several interlaced passes.
    bool isInterlaced;
    /// Samples have 16 bits; they are returned in native byte order.
    bool isSixteenBit;
    /// The size of the decompressed image data, including filter bytes and all interlace passes.
    uint64_t unpackedBytes;
    /// Color information. `profile` is valid as long as the reader; null if the file has none.
    bool isSRGB;
    const uint8_t *profile;
    uint32_t profileLength;
    /// ITU-T H.273 code points for primaries, transfer, matrix and range (cICP), if present.
    bool hasCodePoints;
    uint8_t codePoints[4];
    /// The encoding exponent (0.45455 for ordinary pictures); 0 if the file specifies none.
    double gamma;
    /// x and y of white, red, green and blue; all 0 if the file specifies none.
    double chromaticities[8];
    /// Pixels per meter; 0 if the file specifies none.
    uint32_t pixelsPerMeterX, pixelsPerMeterY;
} CPNGHeader;

typedef struct {
    const char *keyword;
    /// UTF-8 if `isUTF8`, else Latin-1.
    const char *text;
    size_t length;
    bool isUTF8;
} CPNGText;

/// `data` must outlive the reader. If damage is accepted, data with wrong checksums is used. Null only if
/// allocation fails.
CPNGReader *cpng_reader_create(const void *data, size_t length, bool acceptsDamage);
/// Creates a reader for an open file, which it reads from the first byte. The descriptor must stay open as
/// long as the reader exists.
CPNGReader *cpng_reader_create_from_file(int descriptor, bool acceptsDamage);
const char *cpng_reader_message(const CPNGReader *reader);
/// Reads up to the beginning of the image data.
bool cpng_reader_read_header(CPNGReader *reader, CPNGHeader *header);
/// Reads the next `count` rows as RGBA without padding; an interlaced picture must be read all at once.
bool cpng_reader_read_rows(CPNGReader *reader, void *rgba, uint32_t count);
/// Reads the data from the last row to the end of the PNG.
bool cpng_reader_read_end(CPNGReader *reader);
/// The number of rows read, from the top; for interlaced pictures, the rows read in at least one pass.
uint32_t cpng_reader_row_count(const CPNGReader *reader);
/// The EXIF block, if it has been read already, or null. Like texts, it may follow the rows.
const uint8_t *cpng_reader_exif(CPNGReader *reader, uint32_t *length);
int cpng_reader_text_count(CPNGReader *reader);
CPNGText cpng_reader_text(CPNGReader *reader, int index);
/// True if libpng skipped an EXIF block, a profile or a text because it is invalid or exceeds libpng's
/// limits.
bool cpng_reader_lost_exif(const CPNGReader *reader);
bool cpng_reader_lost_profile(const CPNGReader *reader);
bool cpng_reader_lost_text(const CPNGReader *reader);
void cpng_reader_destroy(CPNGReader *reader);

typedef struct {
    uint32_t width, height;
    bool isGray, hasAlpha, isSixteenBit;
    uint32_t pixelsPerMeterX, pixelsPerMeterY;
    const uint8_t *exif;
    uint32_t exifLength;
    /// A color profile; without one the file is marked as sRGB.
    const uint8_t *profile;
    uint32_t profileLength;
    const CPNGText *texts;
    int textCount;
} CPNGSettings;

/// True if libpng accepts this color profile. Otherwise it would drop the profile with only a warning.
bool cpng_accepts_profile(const uint8_t *profile, uint32_t length, bool isGray);

/// The output accumulates in memory; take it with `cpng_writer_output`, then call `cpng_writer_clear_output`.
/// Null only if allocation fails.
CPNGWriter *cpng_writer_create(void);
const char *cpng_writer_message(const CPNGWriter *writer);
bool cpng_writer_write_header(CPNGWriter *writer, const CPNGSettings *settings);
/// Writes a piece of the image data: filtered and compressed rows with big-endian samples.
bool cpng_writer_write_data(CPNGWriter *writer, const void *data, size_t length);
bool cpng_writer_finish(CPNGWriter *writer);
const uint8_t *cpng_writer_output(const CPNGWriter *writer, size_t *length);
void cpng_writer_clear_output(CPNGWriter *writer);
void cpng_writer_destroy(CPNGWriter *writer);
