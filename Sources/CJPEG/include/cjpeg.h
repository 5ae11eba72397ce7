#pragma once

// libjpeg-turbo behind functions that always return. libjpeg reports errors with longjmp; every function here
// sets its own jump target. A function that can fail returns false and leaves one sentence fragment
// in the reader's or writer's `message`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CJPEGReader CJPEGReader;
typedef struct CJPEGWriter CJPEGWriter;

/// What a row holds; the fourth byte of RGBX counts for nothing.
typedef enum { CJPEG_GRAY, CJPEG_RGB, CJPEG_RGBX, CJPEG_CMYK } CJPEGRows;

/// What a file says of its picture before the pixels.
typedef struct {
    int width, height;
    /// RGBX or CMYK: what its rows are read as.
    CJPEGRows rows;
    bool isGray;
    /// Why the header could not be read: it is not damage.
    bool hasUnknownColors;
    /// By the file's JFIF segment; 0 where that does not say.
    double pixelsPerMillimeterX, pixelsPerMillimeterY;
} CJPEGHeader;

/// `data` must outlive the reader. Where it accepts damage, it goes on with made-up pixels where it can. Null only when
/// memory is short.
CJPEGReader *cjpeg_reader_create(const void *data, size_t length, bool acceptsDamage);
const char *cjpeg_reader_message(const CJPEGReader *reader);
/// Once, before all else.
bool cjpeg_reader_read_header(CJPEGReader *reader, CJPEGHeader *header);
/// Has the rows come at a half, a quarter or an eighth of the size, and tells how large that is. Before the first row.
bool cjpeg_reader_reduce(CJPEGReader *reader, int denominator, int *width, int *height);
/// Reads the next `count` rows, four bytes a pixel without padding: RGBA, or CMYK with 255 for full ink.
bool cjpeg_reader_read_rows(CJPEGReader *reader, void *rows, size_t count);
/// How many rows were read.
size_t cjpeg_reader_row_count(const CJPEGReader *reader);
/// Reads on to the end of the picture after the last row; false where a scan is missing, or data is left of which no row
/// was made.
bool cjpeg_reader_read_end(CJPEGReader *reader);
void cjpeg_reader_destroy(CJPEGReader *reader);

typedef struct {
    uint32_t width, height;
    CJPEGRows rows;
    /// 1...100.
    int quality;
    /// Whether all colors have the brightness' resolution, else half of it.
    bool hasFullColor;
    /// Counts the codes first, which makes the file smaller; it holds two bytes for each sample until the end.
    bool countsCodes;
    /// Dots per inch, 0 where unknown.
    uint16_t dotsPerInchX, dotsPerInchY;
} CJPEGSettings;

/// What the writer produces gathers in memory; take it with `cjpeg_writer_output` and then
/// `cjpeg_writer_clear_output`. Null only when memory is short.
CJPEGWriter *cjpeg_writer_create(void);
const char *cjpeg_writer_message(const CJPEGWriter *writer);
bool cjpeg_writer_start(CJPEGWriter *writer, const CJPEGSettings *settings);
/// A segment of metadata, before the first row, of at most 65533 bytes. The marker is its second byte: 0xE1 for APP1.
bool cjpeg_writer_write_segment(CJPEGWriter *writer, int marker, const void *data, size_t length);
/// One row after the other, without padding.
bool cjpeg_writer_write_rows(CJPEGWriter *writer, const void *rows, size_t count);
bool cjpeg_writer_finish(CJPEGWriter *writer);
const uint8_t *cjpeg_writer_output(const CJPEGWriter *writer, size_t *length);
void cjpeg_writer_clear_output(CJPEGWriter *writer);
void cjpeg_writer_destroy(CJPEGWriter *writer);
