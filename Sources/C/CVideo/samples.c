#include "samples.h"

// A separate constant step for each layout, since the compiler vectorizes only loops with a known step.

FAST static void read_bytes(const uint8_t *restrict source, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = source[index];
}

FAST static void read_bytes_in_pairs(const uint8_t *restrict source, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = source[2 * index];
}

FAST static void read_bytes_in_threes(const uint8_t *restrict source, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = source[3 * index];
}

FAST static void read_bytes_in_fours(const uint8_t *restrict source, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = source[4 * index];
}

FAST static void read_words(
    const uint16_t *restrict source, int shift, int mask, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = source[index] >> shift & mask;
}

FAST static void read_words_in_pairs(
    const uint16_t *restrict source, int shift, int mask, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = source[2 * index] >> shift & mask;
}

/// Palette colors are stored as blue, green, red, alpha.
static void read_palette(
    const uint8_t *indices, const uint8_t *palette, int component, float *result, int count) {
    int channel = component < 3 ? 2 - component : 3;
    for (int index = 0; index < count; index++) result[index] = palette[4 * indices[index] + channel];
}

/// Reads samples that are bytes, or 16-bit words in native byte order; false for any other layout.
static bool read_plain(
    const uint8_t *source, const AVComponentDescriptor *layout, float *result, int count) {
    const uint16_t *words = (const uint16_t *) source;
    int mask = (1 << layout->depth) - 1;
    if (layout->depth == 8 && layout->shift == 0) {
        switch (layout->step) {
        case 1: return read_bytes(source, result, count), true;
        case 2: return read_bytes_in_pairs(source, result, count), true;
        case 3: return read_bytes_in_threes(source, result, count), true;
        case 4: return read_bytes_in_fours(source, result, count), true;
        default: return false;
        }
    }
    if (layout->depth <= 8 || layout->depth + layout->shift > 16 || (uintptr_t) source % 2 != 0) return false;
    switch (layout->step) {
    case 2: return read_words(words, layout->shift, mask, result, count), true;
    case 4: return read_words_in_pairs(words, layout->shift, mask, result, count), true;
    default: return false;
    }
}

void read_samples(
    const AVFrame *frame, const AVPixFmtDescriptor *format, int component, int row, int count,
    uint16_t *scratch, float *result) {
    bool isPalette = format->flags & AV_PIX_FMT_FLAG_PAL;
    const AVComponentDescriptor *layout = &format->comp[isPalette ? 0 : component];
    const uint8_t *source =
        frame->data[layout->plane] + (ptrdiff_t) row * frame->linesize[layout->plane] + layout->offset;
    if (isPalette) return read_palette(source, frame->data[1], component, result, count);
    const uint64_t special = AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_BE;
    if (!(format->flags & special) && read_plain(source, layout, result, count)) return;
    libav.av_read_image_line2(
        scratch, (const uint8_t **) frame->data, frame->linesize, format, 0, row, component, count, 0, 2);
    read_words(scratch, 0, UINT16_MAX, result, count);
}
