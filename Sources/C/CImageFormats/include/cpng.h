#pragma once

// libpng behind functions that always return. libpng reports errors with longjmp; every function here sets
// its own jump target, so that no frame of another language is ever jumped over. A function that can fail
// returns false and leaves a sentence fragment in the reader's or writer's `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPNG_MESSAGE_SIZE 200

typedef struct CPNGReader CPNGReader;
typedef struct CPNGWriter CPNGWriter;

typedef struct {
    uint32_t width, height;
    bool isGray, hasAlpha;
    /// Interlaced: rows are stored in several passes.
    bool isInterlaced;
    /// Samples have sixteen bits; they are returned in native byte order.
    bool isSixteenBit;
    /// Size of the image data after decompression, including filter bytes and all interlace passes.
    uint64_t unpackedBytes;
    /// Color: `profile` is valid while the reader lives; null if the file has none.
    bool isSRGB;
    const uint8_t *profile;
    uint32_t profileLength;
    /// Code points of ITU-T H.273 for primaries, transfer, matrix and range (cICP), if present.
    bool hasCodePoints;
    uint8_t codePoints[4];
    /// The encoding exponent (0.45455 for ordinary pictures), 0 if the file states none.
    double gamma;
    /// White, red, green, blue as x and y; all 0 if the file states none.
    double chromaticities[8];
    /// Pixels per meter, 0 if the file states none.
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
/// memory is short.
CPNGReader *cpng_reader_create(const void *data, size_t length, bool acceptsDamage);
/// The same, reading an open file from its first byte; it must stay open as long as the reader lives.
CPNGReader *cpng_reader_create_from_file(int descriptor, bool acceptsDamage);
const char *cpng_reader_message(const CPNGReader *reader);
/// Reads up to the first image data.
bool cpng_reader_read_header(CPNGReader *reader, CPNGHeader *header);
/// Reads the next `count` rows, as RGBA without padding; an interlaced picture must be read all at once.
bool cpng_reader_read_rows(CPNGReader *reader, void *rgba, uint32_t count);
/// Reads the remaining data from the last row to the end of the PNG.
bool cpng_reader_read_end(CPNGReader *reader);
/// Number of rows read, from the top; for an interlaced picture, rows read in at least one pass.
uint32_t cpng_reader_row_count(const CPNGReader *reader);
/// The EXIF block read so far, or null: like texts, it may follow the rows.
const uint8_t *cpng_reader_exif(CPNGReader *reader, uint32_t *length);
int cpng_reader_text_count(CPNGReader *reader);
CPNGText cpng_reader_text(CPNGReader *reader, int index);
/// True if libpng has skipped an EXIF block, a profile or a text that is broken or exceeds its limits.
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

/// True if libpng accepts this color profile. It would drop one that it considers invalid, with only a
/// warning.
bool cpng_accepts_profile(const uint8_t *profile, uint32_t length, bool isGray);

/// The output accumulates in memory; take it with `cpng_writer_output`, then call `cpng_writer_clear_output`.
/// Null only if memory is short.
CPNGWriter *cpng_writer_create(void);
const char *cpng_writer_message(const CPNGWriter *writer);
bool cpng_writer_write_header(CPNGWriter *writer, const CPNGSettings *settings);
/// Writes a piece of the image data: filtered and compressed rows, with big-endian samples.
bool cpng_writer_write_data(CPNGWriter *writer, const void *data, size_t length);
bool cpng_writer_finish(CPNGWriter *writer);
const uint8_t *cpng_writer_output(const CPNGWriter *writer, size_t *length);
void cpng_writer_clear_output(CPNGWriter *writer);
void cpng_writer_destroy(CPNGWriter *writer);
