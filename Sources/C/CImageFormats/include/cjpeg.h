#pragma once

// libjpeg-turbo with functions that return normally on errors. libjpeg reports errors by longjmp, so every
// function here sets its own jump target. Functions that can fail return false and leave a sentence fragment
// in the reader's or writer's `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CJPEGReader CJPEGReader;
typedef struct CJPEGWriter CJPEGWriter;

/// The pixel layout of a row; the fourth byte of RGBX is ignored.
typedef enum {
    CJPEG_GRAY,
    CJPEG_RGB,
    CJPEG_RGBX,
    CJPEG_CMYK,
} CJPEGRows;

/// The picture's properties, from the file's header.
typedef struct {
    int width, height;
    /// The layout of the rows to be read: RGBX or CMYK.
    CJPEGRows rows;
    bool isGray;
    /// True if the header could not be read because its colors are unknown, rather than because of damage.
    bool hasUnknownColors;
    /// From the file's JFIF segment; 0 if that does not specify a resolution.
    double pixelsPerMillimeterX, pixelsPerMillimeterY;
} CJPEGHeader;

/// `data` must outlive the reader. If damage is accepted, reading continues after it with invented pixels
/// where possible. Null only if allocation fails.
CJPEGReader *cjpeg_reader_create(const void *data, size_t length, bool acceptsDamage);
const char *cjpeg_reader_message(const CJPEGReader *reader);
/// Must be called exactly once, before all other functions.
bool cjpeg_reader_read_header(CJPEGReader *reader, CJPEGHeader *header);
/// Reduces the rows to a half, a quarter or an eighth of the size, and reports the resulting size. Call it
/// before reading the first row.
bool cjpeg_reader_reduce(CJPEGReader *reader, int denominator, int *width, int *height);
/// Reads the next `count` rows, with four bytes per pixel and no padding: RGBA, or CMYK with 255 for full
/// ink.
bool cjpeg_reader_read_rows(CJPEGReader *reader, void *rows, size_t count);
/// The number of rows read so far.
size_t cjpeg_reader_row_count(const CJPEGReader *reader);
/// Reads from the last row to the end of the picture; false if a scan is missing or there is excess pixel
/// data.
bool cjpeg_reader_read_end(CJPEGReader *reader);
void cjpeg_reader_destroy(CJPEGReader *reader);

typedef struct {
    uint32_t width, height;
    CJPEGRows rows;
    /// 1...100.
    int quality;
    /// True for chroma at full resolution, false for half resolution.
    bool hasFullColor;
    /// Optimizes the Huffman codes, which makes the file smaller but keeps two bytes per sample in memory
    /// until the end.
    bool countsCodes;
    /// Dots per inch; 0 if unknown.
    uint16_t dotsPerInchX, dotsPerInchY;
} CJPEGSettings;

/// The output accumulates in memory; take it with `cjpeg_writer_output`, then call
/// `cjpeg_writer_clear_output`. Null only if allocation fails.
CJPEGWriter *cjpeg_writer_create(void);
const char *cjpeg_writer_message(const CJPEGWriter *writer);
bool cjpeg_writer_start(CJPEGWriter *writer, const CJPEGSettings *settings);
/// Writes a metadata segment of at most 65533 bytes; call it before writing the first row. `marker` is its
/// second byte: 0xE1 for APP1.
bool cjpeg_writer_write_segment(CJPEGWriter *writer, int marker, const void *data, size_t length);
/// Writes the next rows, without padding.
bool cjpeg_writer_write_rows(CJPEGWriter *writer, const void *rows, size_t count);
bool cjpeg_writer_finish(CJPEGWriter *writer);
const uint8_t *cjpeg_writer_output(const CJPEGWriter *writer, size_t *length);
void cjpeg_writer_clear_output(CJPEGWriter *writer);
void cjpeg_writer_destroy(CJPEGWriter *writer);
