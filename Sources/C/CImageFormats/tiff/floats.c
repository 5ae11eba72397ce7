#include "ctiff.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

typedef struct {
    const uint8_t *bytes;
    toff_t length, position;
} Source;

static tmsize_t read_some(thandle_t handle, void *target, tmsize_t count) {
    Source *source = handle;
    tmsize_t left = source->position < source->length ? (tmsize_t) (source->length - source->position) : 0;
    if (count > left) count = left;
    memcpy(target, source->bytes + source->position, (size_t) count);
    source->position += (toff_t) count;
    return count;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count) {
    (void) handle, (void) bytes, (void) count;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    Source *source = handle;
    toff_t from = whence == SEEK_CUR ? source->position : (whence == SEEK_END ? source->length : 0);
    // Offsets may be negative, which are represented by large unsigned numbers.
    source->position = from + offset;
    if (source->position > source->length) source->position = source->length;
    return source->position;
}

static int close_nothing(thandle_t handle) {
    (void) handle;
    return 0;
}

static toff_t length_of(thandle_t handle) { return ((Source *) handle)->length; }

static _Thread_local char *complaint;

/// Only the first error is kept, since it is closest to the cause.
static void record_message(const char *module, const char *format, va_list arguments) {
    (void) module;
    if (complaint && !complaint[0]) vsnprintf(complaint, CTIFF_MESSAGE_SIZE, format, arguments);
}

static float half(uint16_t bits) {
    uint32_t sign = (uint32_t) (bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 0x3FF;
    union {
        uint32_t bits;
        float value;
    } result;
    if (exponent == 0) {
        // Subnormal numbers are multiples of 2^-24.
        result.value = (float) fraction / 16777216.0f;
        result.bits |= sign;
    } else {
        result.bits = sign | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
    }
    return result.value;
}

static float sample(const uint8_t *samples, size_t index, int bits) {
    uint16_t narrow;
    double wide;
    float value;
    switch (bits) {
    case 16:
        memcpy(&narrow, samples + 2 * index, sizeof narrow);
        return half(narrow);
    case 64:
        memcpy(&wide, samples + 8 * index, sizeof wide);
        return (float) wide;
    default:
        memcpy(&value, samples + 4 * index, sizeof value);
        return value;
    }
}

typedef struct {
    TIFF *file;
    const CTIFFForm *form;
    int bits, samples;
    bool isPlanar;
    float *rgba;
} Reading;

/// The RGBA channel for a sample; -1 for none.
static int channel_of(const CTIFFForm *form, int sample) {
    return sample < form->colors ? sample : (sample == form->alphaSample ? 3 : -1);
}

/// Writes some samples of a row to their RGBA channels. `first` is the index of the first sample.
static void put(
    const Reading *reading, const uint8_t *pixels, int count, int first, int samples, float *target) {
    for (int s = 0; s < samples; s++) {
        int channel = channel_of(reading->form, first + s);
        if (channel < 0) continue;
        for (int x = 0; x < count; x++) {
            float value = sample(pixels, (size_t) x * (size_t) samples + (size_t) s, reading->bits);
            target[4 * x + channel] = value;
            if (reading->form->colors == 1 && channel == 0) target[4 * x + 1] = target[4 * x + 2] = value;
        }
    }
}

static bool read_strips(const Reading *reading, int *rows) {
    int planes = reading->isPlanar ? reading->samples : 1, each = reading->isPlanar ? 1 : reading->samples;
    uint64_t size = TIFFScanlineSize64(reading->file);
    if (size < (uint64_t) reading->form->width * (uint64_t) each * (uint64_t) reading->bits / 8) return false;
    uint8_t *line = malloc((size_t) size);
    if (!line) return false;
    bool done = true;
    *rows = reading->form->height;
    for (int plane = 0; plane < planes && done; plane++)
        for (int y = 0; y < reading->form->height; y++) {
            if (TIFFReadScanline(reading->file, line, (uint32_t) y, (uint16_t) plane) < 0) {
                *rows = y < *rows ? y : *rows;
                done = false;
                break;
            }
            float *target = reading->rgba + (size_t) y * (size_t) reading->form->width * 4;
            put(reading, line, reading->form->width, plane, each, target);
        }
    free(line);
    return done;
}

static bool read_tiles(const Reading *reading, int *rows) {
    uint32_t width = 0, height = 0;
    TIFFGetField(reading->file, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(reading->file, TIFFTAG_TILELENGTH, &height);
    int w = (int) width, h = (int) height;
    if (w < 1 || h < 1) return false;
    int planes = reading->isPlanar ? reading->samples : 1, each = reading->isPlanar ? 1 : reading->samples;
    uint64_t size = TIFFTileSize64(reading->file);
    if (size / (uint64_t) w / (uint64_t) each / ((uint64_t) reading->bits / 8) < (uint64_t) h) return false;
    uint8_t *tile = malloc((size_t) size);
    if (!tile) return false;
    const CTIFFForm *form = reading->form;
    bool done = true;
    *rows = form->height;
    for (int plane = 0; plane < planes && done; plane++)
        for (int top = 0; top < form->height && done; top += h)
            for (int left = 0; left < form->width; left += w) {
                const uint32_t column = (uint32_t) left, row = (uint32_t) top;
                if (TIFFReadTile(reading->file, tile, column, row, 0, (uint16_t) plane) < 0) {
                    *rows = top < *rows ? top : *rows;
                    done = false;
                    break;
                }
                int count = form->width - left < w ? form->width - left : w;
                for (int y = 0; y < h && top + y < form->height; y++) {
                    size_t bytes = (size_t) w * (size_t) each * (size_t) reading->bits / 8;
                    float *target =
                        reading->rgba + ((size_t) (top + y) * (size_t) form->width + (size_t) left) * 4;
                    put(reading, tile + (size_t) y * bytes, count, plane, each, target);
                }
            }
    free(tile);
    return done;
}

/// True if libtiff finds the given properties in the file.
static bool begin(Reading *reading) {
    uint32_t width = 0, height = 0;
    uint16_t bits = 0, samples = 1, planes = PLANARCONFIG_CONTIG, kind = 0, colors = 0;
    TIFFGetField(reading->file, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(reading->file, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(reading->file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(reading->file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(reading->file, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(reading->file, TIFFTAG_SAMPLEFORMAT, &kind);
    TIFFGetField(reading->file, TIFFTAG_PHOTOMETRIC, &colors);
    reading->bits = bits;
    reading->samples = samples;
    reading->isPlanar = planes == PLANARCONFIG_SEPARATE;
    const CTIFFForm *form = reading->form;
    return width == (uint32_t) form->width && height == (uint32_t) form->height && kind == SAMPLEFORMAT_IEEEFP
        && (colors == PHOTOMETRIC_RGB || colors == PHOTOMETRIC_MINISBLACK)
        && (bits == 16 || bits == 32 || bits == 64) && samples >= form->colors && samples <= 64
        && form->alphaSample < samples;
}

bool ctiff_read_floats(
    const void *data, size_t length, const CTIFFForm *form, float *rgba, int *rows, char *message) {
    Source source = {data, length, 0};
    *rows = 0;
    message[0] = 0;
    complaint = message;
    TIFFErrorHandler warnings = TIFFSetWarningHandler(NULL), errors = TIFFSetErrorHandler(record_message);
    Reading reading = {.form = form, .rgba = rgba};
    // Disables memory mapping and libtiff's own log.
    reading.file = TIFFClientOpen(
        "", "rm", &source, read_some, write_nothing, seek, close_nothing, length_of, NULL, NULL);
    bool done = false;
    if (reading.file && TIFFSetDirectory(reading.file, (tdir_t) form->page)) {
        if (!begin(&reading))
            snprintf(message, CTIFF_MESSAGE_SIZE, "%s", "its tags contradict each other");
        else
            done = TIFFIsTiled(reading.file) ? read_tiles(&reading, rows) : read_strips(&reading, rows);
    }
    if (reading.file) TIFFClose(reading.file);
    if (!done && !message[0]) snprintf(message, CTIFF_MESSAGE_SIZE, "%s", "libtiff cannot read it");
    TIFFSetErrorHandler(errors);
    TIFFSetWarningHandler(warnings);
    complaint = NULL;
    return done;
}
