#include "from-rgba.h"

#include <stdlib.h>
#include <string.h>

#include "conversion.h"
#include "fast.h"

// Rows are converted as floats. Code points are those of ITU-T H.273, formulas those of ITU-R BT.601, BT.709
// and BT.2020.

/// Padding before and after a row of floats, for the sample beyond each end.
enum { MARGIN = 8 };

/// A row of a picture in the frame's width, in the picture's levels.
typedef struct {
    float *red, *green, *blue, *alpha;
} Row;

typedef struct {
    const Picture *picture;
    AVFrame *frame;
    const AVPixFmtDescriptor *format;
    bool byField, blends, keepsAlpha;
    /// Levels of a component of the frame = weights × RGB + offset.
    float luma[3], blue[3], red[3], lumaOffset, chromaOffset, alphaScale;
    /// The highest level, which pure blue and red exceed in the full range.
    float most;
    Row first, second;
    /// A row of a component, with padding at both ends.
    float *levels;
} Conversion;

bool from_rgba_knows(enum AVPixelFormat pixelFormat) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(pixelFormat);
    if (!format || format->nb_components == 2) return false;
    const uint64_t special =
        AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_BITSTREAM
        | AV_PIX_FMT_FLAG_PAL;
    if (format->flags & special || strncmp(format->name, "xyz", 3) == 0) return false;
    for (int index = 0; index < format->nb_components; index++) {
        const AVComponentDescriptor *component = &format->comp[index];
        if (component->depth < 8 || component->depth > 16 || component->shift) return false;
        // Planar YCbCr in native byte order.
        bool isPlain = component->offset == 0 && component->step == (component->depth > 8 ? 2 : 1);
        if (!(format->flags & AV_PIX_FMT_FLAG_RGB) && !isPlain) return false;
    }
    return format->flags & AV_PIX_FMT_FLAG_RGB
        || (!(format->flags & AV_PIX_FMT_FLAG_BE) && format->log2_chroma_w <= 1
            && format->log2_chroma_h <= 1);
}

FAST static void split8(
    const uint32_t *restrict pixels, float *restrict red, float *restrict green, float *restrict blue,
    float *restrict alpha, int count) {
    for (int index = 0; index < count; index++) {
        uint32_t pixel = pixels[index];
        red[index] = (float) (int) (pixel & 255);
        green[index] = (float) (int) (pixel >> 8 & 255);
        blue[index] = (float) (int) (pixel >> 16 & 255);
        alpha[index] = (float) (int) (pixel >> 24);
    }
}

FAST static void split16(
    const uint64_t *restrict pixels, float *restrict red, float *restrict green, float *restrict blue,
    float *restrict alpha, int count) {
    for (int index = 0; index < count; index++) {
        uint64_t pixel = pixels[index];
        red[index] = (float) (int) (pixel & 65535);
        green[index] = (float) (int) (pixel >> 16 & 65535);
        blue[index] = (float) (int) (pixel >> 32 & 65535);
        alpha[index] = (float) (int) (pixel >> 48);
    }
}

FAST static void blend(float *restrict color, const float *restrict alpha, float top, int count) {
    for (int index = 0; index < count; index++) {
        color[index] = top + (color[index] - top) * alpha[index] / top;
    }
}

static void repeat_end(float *row, int count, int width) {
    for (int index = count; index < width; index++) row[index] = row[count - 1];
}

/// The row of the picture for a row of the frame; past the end, the last row of the same field.
static int shown_row(const Conversion *conversion, int row) {
    int height = conversion->picture->height, step = conversion->byField ? 2 : 1;
    while (row >= height && row >= step) row -= step;
    return row < height ? row : height - 1;
}

static void split(const Conversion *conversion, int row, Row result) {
    const Picture *picture = conversion->picture;
    size_t offset = (size_t) shown_row(conversion, row) * picture->width;
    float top = picture->bits == 8 ? 255 : 65535;
    if (picture->bits == 8) {
        split8(
            (const uint32_t *) picture->bytes + offset, result.red, result.green, result.blue, result.alpha,
            picture->width);
    } else {
        split16(
            (const uint64_t *) picture->bytes + offset, result.red, result.green, result.blue, result.alpha,
            picture->width);
    }
    float *colors[3] = {result.red, result.green, result.blue};
    for (int index = 0; index < 3; index++) {
        if (conversion->blends) blend(colors[index], result.alpha, top, picture->width);
        repeat_end(colors[index], picture->width, conversion->frame->width);
    }
    repeat_end(result.alpha, picture->width, conversion->frame->width);
}

FAST static void weigh(
    const float *restrict red, const float *restrict green, const float *restrict blue,
    const float *restrict weights, float offset, float *restrict result, int count) {
    float first = weights[0], second = weights[1], third = weights[2];
    for (int index = 0; index < count; index++) {
        result[index] = first * red[index] + second * green[index] + third * blue[index] + offset;
    }
}

FAST static void scale(const float *restrict source, float factor, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = factor * source[index];
}

FAST static void limit(float *restrict row, float most, int count) {
    for (int index = 0; index < count; index++) row[index] = row[index] < most ? row[index] : most;
}

FAST static void mix(float *restrict row, const float *restrict other, float share, int count) {
    for (int index = 0; index < count; index++) row[index] += share * (other[index] - row[index]);
}

/// Keeps every second sample, mixed with half of its neighbors.
FAST static void halve(const float *restrict levels, float *restrict result, int count) {
    for (int index = 0; index < count; index++) {
        result[index] =
            0.25f * levels[2 * index - 1] + 0.5f * levels[2 * index] + 0.25f * levels[2 * index + 1];
    }
}

FAST static void round8(const float *restrict levels, uint8_t *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = (uint8_t) (int) (levels[index] + 0.5f);
}

FAST static void round16(const float *restrict levels, uint16_t *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = (uint16_t) (int) (levels[index] + 0.5f);
}

static void write_levels(
    const Conversion *conversion, int component, int row, const float *levels, int count) {
    const AVComponentDescriptor *layout = &conversion->format->comp[component];
    uint8_t *target =
        conversion->frame->data[layout->plane] + (ptrdiff_t) row * conversion->frame->linesize[layout->plane];
    if (layout->depth == 8) {
        round8(levels, target, count);
    } else {
        round16(levels, (uint16_t *) target, count);
    }
}

static void write_luma(const Conversion *conversion, int row, Row colors) {
    int width = conversion->frame->width;
    if (row >= conversion->frame->height) return;
    weigh(
        colors.red, colors.green, colors.blue, conversion->luma, conversion->lumaOffset, conversion->levels,
        width);
    write_levels(conversion, 0, row, conversion->levels, width);
    if (!conversion->keepsAlpha) return;
    scale(colors.alpha, conversion->alphaScale, conversion->levels, width);
    write_levels(conversion, 3, row, conversion->levels, width);
}

static void write_chroma(const Conversion *conversion, int row, Row colors) {
    int width = conversion->frame->width;
    for (int component = 1; component <= 2; component++) {
        float *levels = conversion->levels;
        const float *weights = component == 1 ? conversion->blue : conversion->red;
        weigh(colors.red, colors.green, colors.blue, weights, conversion->chromaOffset, levels, width);
        limit(levels, conversion->most, width);
        if (conversion->format->log2_chroma_w == 0) {
            write_levels(conversion, component, row, levels, width);
        } else {
            levels[-1] = levels[0];
            levels[width] = levels[width - 1];
            // The other row's red is no longer needed.
            halve(levels, conversion->second.red, (width + 1) / 2);
            write_levels(conversion, component, row, conversion->second.red, (width + 1) / 2);
        }
    }
}

static void convert_to_ycbcr(const Conversion *conversion) {
    const AVFrame *frame = conversion->frame;
    int width = frame->width, height = frame->height;
    if (conversion->format->nb_components == 1) {
        for (int row = 0; row < height; row++) {
            split(conversion, row, conversion->first);
            write_luma(conversion, row, conversion->first);
        }
        return;
    }
    if (conversion->format->log2_chroma_h == 0) {
        for (int row = 0; row < height; row++) {
            split(conversion, row, conversion->first);
            write_luma(conversion, row, conversion->first);
            write_chroma(conversion, row, conversion->first);
        }
        return;
    }
    int chromaRows = (height + 1) / 2;
    // Of fields with an odd number of rows, the second one has a row of luma below its last row of chroma.
    int count = conversion->byField ? (height + 3) / 4 * 2 : chromaRows;
    for (int row = 0; row < count; row++) {
        int upper = 2 * row, lower = 2 * row + 1;
        float share = 0.5f;
        if (conversion->byField) {
            // In a field, chroma row n lies at luma line 2n + 1/4 (top field) or 2n + 3/4 (bottom field).
            int parity = row % 2;
            upper = row / 2 * 4 + parity;
            lower = upper + 2;
            share = parity ? 0.75f : 0.25f;
        }
        split(conversion, upper, conversion->first);
        split(conversion, lower, conversion->second);
        write_luma(conversion, upper, conversion->first);
        write_luma(conversion, lower, conversion->second);
        if (row >= chromaRows) continue;
        mix(conversion->first.red, conversion->second.red, share, width);
        mix(conversion->first.green, conversion->second.green, share, width);
        mix(conversion->first.blue, conversion->second.blue, share, width);
        write_chroma(conversion, row, conversion->first);
    }
}

FAST static void reorder(
    const uint32_t *restrict pixels, int red, int green, int blue, uint32_t *restrict result, int count) {
    for (int index = 0; index < count; index++) {
        uint32_t pixel = pixels[index];
        result[index] = (pixel & 255) << red | (pixel >> 8 & 255) << green | (pixel >> 16 & 255) << blue
            | (pixel & 0xff000000);
    }
}

FAST static void separate(const uint64_t *restrict pixels, int shift, uint16_t *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = (uint16_t) (pixels[index] >> shift);
}

/// Writes the levels unchanged, in the layouts that occur in video; false for others.
static bool copy_levels(const Conversion *conversion) {
    const AVFrame *frame = conversion->frame;
    const Picture *picture = conversion->picture;
    const AVComponentDescriptor *layout = conversion->format->comp;
    bool isPlanar = conversion->format->flags & AV_PIX_FMT_FLAG_PLANAR;
    int bits = picture->bits, count = conversion->format->nb_components;
    bool isKnown = bits == 8
        ? !isPlanar && layout[0].step == 4 && layout[0].offset + layout[1].offset + layout[2].offset == 3
        : isPlanar && !(conversion->format->flags & AV_PIX_FMT_FLAG_BE);
    if (!isKnown || layout[0].depth != bits || conversion->blends || picture->width != frame->width) {
        return false;
    }
    for (int row = 0; row < frame->height; row++) {
        size_t offset = (size_t) shown_row(conversion, row) * picture->width;
        if (bits == 8) {
            reorder(
                (const uint32_t *) picture->bytes + offset, 8 * layout[0].offset, 8 * layout[1].offset,
                8 * layout[2].offset, (uint32_t *) (frame->data[0] + (ptrdiff_t) row * frame->linesize[0]),
                picture->width);
            continue;
        }
        for (int component = 0; component < count; component++) {
            int plane = layout[component].plane;
            separate(
                (const uint64_t *) picture->bytes + offset, 16 * component,
                (uint16_t *) (frame->data[plane] + (ptrdiff_t) row * frame->linesize[plane]), picture->width);
        }
    }
    return true;
}

/// Writes red, green and blue unchanged if the frame has the same bit depth, else scaled and rounded.
static void convert_to_rgb(const Conversion *conversion) {
    if (copy_levels(conversion)) return;
    const AVFrame *frame = conversion->frame;
    const AVPixFmtDescriptor *format = conversion->format;
    float top = conversion->picture->bits == 8 ? 255 : 65535;
    for (int row = 0; row < frame->height; row++) {
        split(conversion, row, conversion->first);
        const float *colors[4] = {
            conversion->first.red,
            conversion->first.green,
            conversion->first.blue,
            conversion->first.alpha,
        };
        for (int component = 0; component < format->nb_components; component++) {
            const AVComponentDescriptor *layout = &format->comp[component];
            uint8_t *target = frame->data[layout->plane] + (ptrdiff_t) row * frame->linesize[layout->plane]
                + layout->offset;
            scale(colors[component], ((1 << layout->depth) - 1) / top, conversion->levels, frame->width);
            for (int column = 0; column < frame->width; column++, target += layout->step) {
                unsigned level = (unsigned) (conversion->levels[column] + 0.5f);
                if (layout->depth == 8) {
                    *target = level;
                } else if (format->flags & AV_PIX_FMT_FLAG_BE) {
                    target[0] = level >> 8, target[1] = level;
                } else {
                    target[0] = level, target[1] = level >> 8;
                }
            }
        }
    }
}

static void set_weights(Conversion *conversion) {
    float top = conversion->picture->bits == 8 ? 255 : 65535;
    CVideoEncoding encoding = frame_encoding(conversion->frame);
    for (int index = 0; index < 3; index++) {
        conversion->luma[index] = encoding.weights[0][index] / top;
        conversion->blue[index] = encoding.weights[1][index] / top;
        conversion->red[index] = encoding.weights[2][index] / top;
    }
    conversion->lumaOffset = encoding.offset[0];
    conversion->chromaOffset = encoding.offset[1];
    conversion->most = encoding.most;
    conversion->alphaScale = encoding.alphaScale / top;
}

bool from_rgba(const Picture *picture, bool byField, AVFrame *frame, CVideoFailure *failure) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(frame->format);
    if (!format || !from_rgba_knows(frame->format)) {
        return cvideo_fail(failure, CVIDEO_NO_PIXEL_FORMAT, format ? format->name : "unknown");
    }
    bool hasAlpha = format->flags & AV_PIX_FMT_FLAG_ALPHA;
    Conversion conversion = {
        .picture = picture,
        .frame = frame,
        .format = format,
        .byField = byField,
        .keepsAlpha = hasAlpha,
        .blends = picture->hasAlpha && !hasAlpha,
    };
    set_weights(&conversion);
    size_t length = (size_t) frame->width + 2 * MARGIN;
    float *memory = malloc(9 * length * sizeof *memory);
    if (!memory) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    float *rows[9];
    for (int index = 0; index < 9; index++) rows[index] = memory + index * length + MARGIN;
    conversion.first = (Row) {rows[0], rows[1], rows[2], rows[3]};
    conversion.second = (Row) {rows[4], rows[5], rows[6], rows[7]};
    conversion.levels = rows[8];
    if (format->flags & AV_PIX_FMT_FLAG_RGB) {
        convert_to_rgb(&conversion);
    } else {
        convert_to_ycbcr(&conversion);
    }
    free(memory);
    return true;
}
