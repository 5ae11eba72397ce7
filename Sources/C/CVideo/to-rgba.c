#include "to-rgba.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "conversion.h"
#include "samples.h"

// Rows are converted as floats: a row of each component, chroma upsampled to the width of luma, then the
// matrix. Code points are those of ITU-T H.273, formulas those of ITU-R BT.601, BT.709 and BT.2020.

enum {
    /// Rows that are rotated together, so that a whole cache line of the rotated picture is written at once.
    BAND = 16,
    /// Padding before and after a row of floats, for samples beyond each end.
    MARGIN = 16,
    /// Number of cached chroma rows: for each field, the two rows around a row of luma.
    KEPT_ROWS = 4,
};

typedef struct {
    const AVFrame *frame;
    const AVPixFmtDescriptor *format;
    int width, height;
    /// The matrix and the offset produce R'G'B' in output levels. If there is a tone map, they produce R'G'B'
    /// in 0...1, and `levels` scales the tone map's result to output levels.
    CVideoConversion color;
    const ToneMap *toneMap;
    float levels[3][3];
    /// The largest output level.
    int top;
    /// A row of each of the four components, in the picture's width.
    float *components[4];
    /// A chroma row interpolated between two stored ones, with padding at both ends.
    float *chroma;
    /// Stored rows of Cb and Cr, each at its row number modulo the count, and their row numbers: most chroma
    /// rows are used for several luma rows.
    float *chromaRows[2][KEPT_ROWS];
    int chromaNumbers[2][KEPT_ROWS];
    uint16_t *scratch;
} Conversion;

int to_rgba_bits(enum AVPixelFormat pixelFormat) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(pixelFormat);
    if (!format
        || format->flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER)) {
        return 0;
    }
    // CIE XYZ, as in digital cinema.
    if (strncmp(format->name, "xyz", 3) == 0) return 0;
    int bits = 0;
    for (int index = 0; index < format->nb_components; index++) {
        if (format->comp[index].depth > bits) bits = format->comp[index].depth;
    }
    return bits > 16 ? 0 : (bits > 8 ? 16 : 8);
}

static void read_row(const Conversion *conversion, int component, int row, int count, float *result) {
    read_samples(
        conversion->frame, conversion->format, component, row, count, conversion->scratch, result);
}

FAST static void mix(
    const float *restrict upper, const float *restrict lower, float share, float *restrict result,
    int count) {
    for (int index = 0; index < count; index++) {
        result[index] = upper[index] + share * (lower[index] - upper[index]);
    }
}

typedef float Four __attribute__((vector_size(16), aligned(4)));
typedef float Eight __attribute__((vector_size(32), aligned(4)));

/// Doubles the samples: each becomes a mix with its left neighbor, and one with its right neighbor. Up to
/// eight samples past the end may be processed.
FAST static void double_row(
    const float *restrict chroma, float *restrict result, float left, float right, int count) {
    for (int index = 0; index < count; index += 8) {
        Eight sample = *(const Eight *) (chroma + index);
        Eight even = sample + left * (*(const Eight *) (chroma + index - 1) - sample);
        Eight odd = sample + right * (*(const Eight *) (chroma + index + 1) - sample);
        *(Eight *) (result + 2 * index) = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
        *(Eight *) (result + 2 * index + 8) = __builtin_shufflevector(even, odd, 4, 12, 5, 13, 6, 14, 7, 15);
    }
}

/// Quadruples the samples, mixing each with its neighbors on both sides.
FAST static void quadruple_row(
    const float *restrict chroma, float *restrict result, Four left, Four right, int count) {
    for (int index = 0; index < count; index++) {
        float sample = chroma[index];
        *(Four *) (result + 4 * index) =
            sample + left * (chroma[index - 1] - sample) + right * (chroma[index + 1] - sample);
    }
}

/// Upsamples a row of chroma to the width of luma.
static void widen_chroma(const Conversion *conversion, float *chroma, int count, float *result) {
    chroma[-1] = chroma[0];
    chroma[count] = chroma[count - 1];
    float siting = conversion->color.sitingAcross;
    if (conversion->color.log2Across == 0) {
        memcpy(result, chroma, (size_t) count * sizeof *result);
    } else if (conversion->color.log2Across == 1) {
        double_row(chroma, result, siting / 2, 0.5f - siting / 2, count);
    } else {
        Four left, right;
        for (int index = 0; index < 4; index++) {
            float distance = (index - siting) / 4;
            left[index] = distance < 0 ? -distance : 0;
            right[index] = distance > 0 ? distance : 0;
        }
        quadruple_row(chroma, result, left, right, count);
    }
}

static int clamp(int value, int most) { return value < 0 ? 0 : (value > most ? most : value); }

/// A stored row of Cb (1) or Cr (2).
static const float *stored_chroma(Conversion *conversion, int component, int row, int count) {
    int slot = row % KEPT_ROWS;
    float *samples = conversion->chromaRows[component - 1][slot];
    int *number = &conversion->chromaNumbers[component - 1][slot];
    if (*number != row) {
        read_row(conversion, component, row, count, samples);
        *number = row;
    }
    return samples;
}

/// Reads a chroma component for a row of luma.
static void read_chroma(Conversion *conversion, int component, int row, float *result) {
    int count = AV_CEIL_RSHIFT(conversion->width, conversion->color.log2Across);
    if (conversion->color.log2Across == 0 && conversion->color.log2Down == 0) {
        return read_row(conversion, component, row, count, result);
    }
    if (conversion->color.log2Down == 0) {
        read_row(conversion, component, row, count, conversion->chroma);
        return widen_chroma(conversion, conversion->chroma, count, result);
    }
    // Each field has its own chroma: in a field, chroma row n lies at luma line 2n + 1/4 (top field) or
    // 2n + 3/4 (bottom field).
    int rows = AV_CEIL_RSHIFT(conversion->height, conversion->color.log2Down);
    int step = conversion->color.isInterlaced ? 2 : 1;
    int parity = conversion->color.isInterlaced ? row % 2 : 0;
    int line = row / step;
    int lines = (rows - parity + step - 1) / step;
    float siting = conversion->color.sitingDown;
    if (conversion->color.isInterlaced && siting > 0) siting *= parity ? 1.5f : 0.5f;
    float position = (line - siting) / (1 << conversion->color.log2Down);
    int first = (int) floorf(position);
    int upper = clamp(first, lines - 1) * step + parity;
    int lower = clamp(first + 1, lines - 1) * step + parity;
    const float *upperRow = stored_chroma(conversion, component, clamp(upper, rows - 1), count);
    const float *lowerRow = stored_chroma(conversion, component, clamp(lower, rows - 1), count);
    mix(upperRow, lowerRow, position - first, conversion->chroma, count);
    widen_chroma(conversion, conversion->chroma, count, result);
}

#define AT_LEAST(value, least) ((value) > (least) ? (value) : (least))
#define AT_MOST(value, most) ((value) < (most) ? (value) : (most))
/// An output level, to which a half was added for rounding.
#define LEVEL(value) ((int) AT_MOST(AT_LEAST(value, 0.5f), top + 0.5f))

#define PACK(Pixel, bits, alpha) \
    const float top = (1 << bits) - 1; \
    for (int index = 0; index < count; index++) { \
        float a = first[index], b = second[index], c = third[index]; \
        float red = m[0][0] * a + m[0][1] * b + m[0][2] * c + (offset[0] + 0.5f); \
        float green = m[1][0] * a + m[1][1] * b + m[1][2] * c + (offset[1] + 0.5f); \
        float blue = m[2][0] * a + m[2][1] * b + m[2][2] * c + (offset[2] + 0.5f); \
        result[index] = (Pixel) LEVEL(red) | (Pixel) LEVEL(green) << bits | (Pixel) LEVEL(blue) << 2 * bits \
            | (Pixel) (alpha) << 3 * bits; \
    }

#define PACKING(Pixel) \
    const float *restrict first, const float *restrict second, const float *restrict third, \
        const float(*restrict m)[3], const float *restrict offset, Pixel *restrict result, int count

FAST static void pack8_opaque(PACKING(uint32_t)) { PACK(uint32_t, 8, 255); }
FAST static void pack16_opaque(PACKING(uint64_t)) { PACK(uint64_t, 16, 65535); }

FAST static void pack8(const float *restrict alpha, float scale, PACKING(uint32_t)) {
    PACK(uint32_t, 8, LEVEL(alpha[index] * scale + 0.5f));
}

FAST static void pack16(const float *restrict alpha, float scale, PACKING(uint64_t)) {
    PACK(uint64_t, 16, LEVEL(alpha[index] * scale + 0.5f));
}

/// Converts components to R'G'B', in place.
FAST static void to_rgb(
    float *restrict first, float *restrict second, float *restrict third, const float (*restrict m)[3],
    const float *restrict offset, int count) {
    for (int index = 0; index < count; index++) {
        float a = first[index], b = second[index], c = third[index];
        first[index] = m[0][0] * a + m[0][1] * b + m[0][2] * c + offset[0];
        second[index] = m[1][0] * a + m[1][1] * b + m[1][2] * c + offset[1];
        third[index] = m[2][0] * a + m[2][1] * b + m[2][2] * c + offset[2];
    }
}

static void convert_row(Conversion *conversion, int row, void *result) {
    float *const *rows = conversion->components;
    int width = conversion->width;
    read_row(conversion, 0, row, width, rows[0]);
    if (conversion->color.isYCbCr) {
        read_chroma(conversion, 1, row, rows[1]);
        read_chroma(conversion, 2, row, rows[2]);
    } else if (!conversion->color.isGray) {
        read_row(conversion, 1, row, width, rows[1]);
        read_row(conversion, 2, row, width, rows[2]);
    }
    const float(*matrix)[3] = conversion->color.matrix;
    const float *offset = conversion->color.offset;
    if (conversion->toneMap) {
        to_rgb(rows[0], rows[1], rows[2], matrix, offset, width);
        tone_map_apply(conversion->toneMap, rows[0], rows[1], rows[2], width);
        static const float none[3] = {0, 0, 0};
        matrix = conversion->levels;
        offset = none;
    }
    if (conversion->color.hasAlpha) {
        read_row(conversion, alpha_component(conversion->format), row, width, rows[3]);
        float scale = conversion->color.alphaScale;
        if (conversion->top == 255) {
            pack8(rows[3], scale, rows[0], rows[1], rows[2], matrix, offset, result, width);
        } else {
            pack16(rows[3], scale, rows[0], rows[1], rows[2], matrix, offset, result, width);
        }
    } else if (conversion->top == 255) {
        pack8_opaque(rows[0], rows[1], rows[2], matrix, offset, result, width);
    } else {
        pack16_opaque(rows[0], rows[1], rows[2], matrix, offset, result, width);
    }
}

/// Allocates the rows of a conversion in one block to be freed; null if memory is short.
static float *allocate_rows(Conversion *conversion) {
    size_t length = (size_t) conversion->width + 2 * MARGIN + 2;
    float *memory = calloc((4 + 1 + 2 * KEPT_ROWS + 1) * length, sizeof *memory);
    if (!memory) return NULL;
    float *next = memory + MARGIN;
    for (int index = 0; index < 4; index++, next += length) conversion->components[index] = next;
    for (int index = 0; index < 2 * KEPT_ROWS; index++, next += length) {
        conversion->chromaRows[index / KEPT_ROWS][index % KEPT_ROWS] = next;
        conversion->chromaNumbers[index / KEPT_ROWS][index % KEPT_ROWS] = -1;
    }
    conversion->chroma = next;
    conversion->scratch = (uint16_t *) (next + length);
    return memory;
}

static void scale_to_levels(Conversion *conversion) {
    CVideoConversion *color = &conversion->color;
    float top = (float) conversion->top;
    color->alphaScale *= top;
    for (int row = 0; row < 3; row++) {
        conversion->levels[row][row] = top;
        if (conversion->toneMap) continue;
        color->offset[row] *= top;
        for (int column = 0; column < 3; column++) color->matrix[row][column] *= top;
    }
}

/// The position of the picture's first pixel in the rotated one, and the steps to the next pixel and row, in
/// pixels.
typedef struct {
    ptrdiff_t first, across, down;
} Placement;

static Placement placement(const CVideoPixels *form, int width, int height) {
    Placement layout;
    switch (form->quarterTurns) {
    case 1: layout = (Placement) {height - 1, height, -1}; break;
    case 2: layout = (Placement) {(ptrdiff_t) width * height - 1, -1, -width}; break;
    case 3: layout = (Placement) {(ptrdiff_t) (width - 1) * height, -height, 1}; break;
    default: layout = (Placement) {0, 1, width}; break;
    }
    if (form->isMirrored) {
        layout.first += layout.across * (width - 1);
        layout.across = -layout.across;
    }
    return layout;
}

static void place_rows(
    const void *rows, int rowCount, int width, int top, Placement layout, int bytesPerPixel, void *rgba) {
    ptrdiff_t start = layout.first + top * layout.down;
    for (int column = 0; column < width; column++) {
        for (int row = 0; row < rowCount; row++) {
            ptrdiff_t target = start + column * layout.across + row * layout.down;
            size_t source = (size_t) row * width + column;
            if (bytesPerPixel == 4) {
                ((uint32_t *) rgba)[target] = ((const uint32_t *) rows)[source];
            } else {
                ((uint64_t *) rgba)[target] = ((const uint64_t *) rows)[source];
            }
        }
    }
}

bool to_rgba(
    const AVFrame *frame, const CVideoPixels *form, const ToneMap *toneMap, void *rgba, size_t byteCount,
    CVideoFailure *failure) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(frame->format);
    if (!format || !to_rgba_bits(frame->format)) {
        return cvideo_fail(failure, CVIDEO_NO_PIXEL_FORMAT, format ? format->name : "unknown");
    }
    int width = frame->width, height = frame->height, bytesPerPixel = form->bits == 8 ? 4 : 8;
    if (width <= 0 || height <= 0 || byteCount / bytesPerPixel / width < (size_t) height) {
        return cvideo_fail(failure, CVIDEO_DAMAGED, "the size of its frames changes");
    }
    Conversion conversion = {
        .frame = frame,
        .format = format,
        .width = width,
        .height = height,
        .color = frame_conversion(frame),
        .toneMap = toneMap,
        .top = form->bits == 8 ? 255 : 65535,
    };
    scale_to_levels(&conversion);
    Placement layout = placement(form, width, height);
    bool isTurned = layout.across != 1;
    void *memory = allocate_rows(&conversion);
    void *band = isTurned ? malloc((size_t) BAND * width * bytesPerPixel) : NULL;
    bool isDone = memory && (band || !isTurned);
    if (!isDone) cvideo_fail_with(failure, AVERROR(ENOMEM));
    for (int top = 0; isDone && top < height; top += BAND) {
        int count = height - top < BAND ? height - top : BAND;
        for (int row = 0; row < count; row++) {
            size_t offset =
                isTurned ? (size_t) row * width : (size_t) layout.first + (top + row) * layout.down;
            convert_row(&conversion, top + row, (char *) (isTurned ? band : rgba) + offset * bytesPerPixel);
        }
        if (isTurned) place_rows(band, count, width, top, layout, bytesPerPixel, rgba);
    }
    free(memory);
    free(band);
    return isDone;
}
