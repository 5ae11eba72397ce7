#include "to-rgba.h"

#include <stdlib.h>
#include <string.h>

#include "fast.h"

// Rows go through floats: a row of each component, chroma brought to the width of luma, then the matrix. Code
// points are those of ITU-T H.273, formulas those of ITU-R BT.601, BT.709 and BT.2020.

/// Rows that are turned together, so that a cache line of the turned picture is written at once.
enum { BAND = 16 };

typedef struct {
    const AVFrame *frame;
    const AVPixFmtDescriptor *format;
    int width, height;
    /// The picture's size divided by that of its chroma, as powers of two.
    int log2Across, log2Down;
    bool isYCbCr, isGray, hasAlpha;
    /// Where chroma lies among luma, in pixels of luma, from the first: across, and down in a progressive frame.
    float sitingAcross, sitingDown;
    bool isInterlaced;
    /// RGB = matrix × components + offset, in the levels of the result.
    float matrix[3][3], offset[3];
    float alphaScale;
    /// The largest level of the result.
    int top;
    uint16_t *samples;
    /// A row of each of the four components in the picture's width, with room beyond both ends.
    float *components[4];
    /// A row of chroma as it is stored, with room beyond both ends, and the other one it is mixed with.
    float *chroma, *otherChroma;
} Conversion;

/// Room before and behind a row of floats, for the sample beyond each end.
enum { MARGIN = 8 };

int to_rgba_bits(enum AVPixelFormat pixelFormat) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(pixelFormat);
    if (!format || format->flags & (AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER)) return 0;
    // CIE XYZ, as in digital cinema.
    if (strncmp(format->name, "xyz", 3) == 0) return 0;
    int bits = 0;
    for (int index = 0; index < format->nb_components; index++) {
        if (format->comp[index].depth > bits) bits = format->comp[index].depth;
    }
    return bits > 16 ? 0 : bits > 8 ? 16 : 8;
}

FAST static void widen(const uint8_t *restrict source, uint16_t *restrict samples, int count) {
    for (int index = 0; index < count; index++) samples[index] = source[index];
}

FAST static void to_floats(const uint16_t *restrict samples, float *restrict result, int count) {
    for (int index = 0; index < count; index++) result[index] = samples[index];
}

/// Reads a row of a component's samples.
static void read_samples(const Conversion *conversion, int component, int row, int count) {
    const AVPixFmtDescriptor *format = conversion->format;
    const AVFrame *frame = conversion->frame;
    const AVComponentDescriptor *layout = &format->comp[component];
    const uint8_t *source = frame->data[layout->plane] + (ptrdiff_t) row * frame->linesize[layout->plane] + layout->offset;
    uint16_t *samples = conversion->samples;
    const uint64_t special = AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BE;
    bool isPlain = !(format->flags & special);
    if (isPlain && layout->depth == 8 && layout->shift == 0) {
        if (layout->step == 1) {
            widen(source, samples, count);
        } else {
            for (int index = 0; index < count; index++) samples[index] = source[index * layout->step];
        }
    } else if (isPlain && layout->depth > 8 && layout->step == 2 && layout->shift == 0) {
        memcpy(samples, source, (size_t) count * 2);
    } else {
        // The colors of a palette are stored as blue, green, red, alpha.
        if (format->flags & AV_PIX_FMT_FLAG_PAL && component < 3) component = 2 - component;
        libav.av_read_image_line2(
            samples, (const uint8_t **) frame->data, frame->linesize, format, 0, row, component, count, 1, 2);
    }
}

/// Which component alpha is, where there is one.
static int alpha_component(const AVPixFmtDescriptor *format) {
    return format->flags & AV_PIX_FMT_FLAG_PAL ? 3 : format->nb_components - 1;
}

static void read_row(const Conversion *conversion, int component, int row, int count, float *result) {
    read_samples(conversion, component, row, count);
    to_floats(conversion->samples, result, count);
}

FAST static void mix(float *restrict row, const float *restrict other, float share, int count) {
    for (int index = 0; index < count; index++) row[index] += share * (other[index] - row[index]);
}

/// Doubles a row: each sample makes two, of itself and its neighbor at the left, and of itself and the one at the right.
FAST static void double_row(const float *restrict chroma, float *restrict result, float left, float right, int count) {
    for (int index = 0; index < count; index++) {
        float sample = chroma[index];
        result[2 * index] = sample + left * (chroma[index - 1] - sample);
        result[2 * index + 1] = sample + right * (chroma[index + 1] - sample);
    }
}

static void widen_chroma(const Conversion *conversion, float *chroma, int count, float *result) {
    int width = conversion->width;
    chroma[-1] = chroma[0];
    chroma[count] = chroma[count - 1];
    if (conversion->log2Across == 0) {
        memcpy(result, chroma, (size_t) width * sizeof *result);
    } else if (conversion->log2Across == 1) {
        double_row(
            chroma, result, conversion->sitingAcross / 2, 0.5f - conversion->sitingAcross / 2, count);
    } else {
        float step = 1.0f / (1 << conversion->log2Across);
        for (int index = 0; index < width; index++) {
            float place = (index - conversion->sitingAcross) * step;
            if (place < 0) place = 0;
            int first = (int) place;
            if (first > count - 1) first = count - 1;
            result[index] = chroma[first] + (place - first) * (chroma[first + 1] - chroma[first]);
        }
    }
}

static int clamp(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

/// Reads a chroma component for a row of luma.
static void read_chroma(const Conversion *conversion, int component, int row, float *result) {
    int count = AV_CEIL_RSHIFT(conversion->width, conversion->log2Across);
    int rows = AV_CEIL_RSHIFT(conversion->height, conversion->log2Down);
    if (conversion->log2Down == 0) {
        read_row(conversion, component, row, count, conversion->chroma);
    } else {
        // Fields have their chroma each: row n of a field's lies at its line 2n + 1/4 in the top one, 2n + 3/4 in
        // the bottom one.
        int step = conversion->isInterlaced ? 2 : 1;
        int parity = conversion->isInterlaced ? row % 2 : 0;
        int line = row / step;
        int lines = (rows - parity + step - 1) / step;
        float siting = conversion->sitingDown;
        if (conversion->isInterlaced && siting > 0) siting *= parity ? 1.5f : 0.5f;
        float place = (line - siting) / (1 << conversion->log2Down);
        int first = place < 0 ? (int) place - 1 : (int) place;
        float share = place - first;
        int upper = clamp(first, lines - 1) * step + parity;
        int lower = clamp(first + 1, lines - 1) * step + parity;
        read_row(conversion, component, clamp(upper, rows - 1), count, conversion->chroma);
        if (upper != lower && share > 0) {
            read_row(conversion, component, clamp(lower, rows - 1), count, conversion->otherChroma);
            mix(conversion->chroma, conversion->otherChroma, share, count);
        }
    }
    widen_chroma(conversion, conversion->chroma, count, result);
}

#define LEVEL(value) ((value) < 0 ? 0 : (value) > top ? top : (value))

FAST static void pack8(
    const float *restrict first, const float *restrict second, const float *restrict third,
    const float *restrict alpha, const float (*restrict m)[3], const float *restrict offset, float alphaScale,
    uint32_t *restrict result, int count) {
    const float top = 255;
    for (int index = 0; index < count; index++) {
        float a = first[index], b = second[index], c = third[index];
        float red = m[0][0] * a + m[0][1] * b + m[0][2] * c + offset[0];
        float green = m[1][0] * a + m[1][1] * b + m[1][2] * c + offset[1];
        float blue = m[2][0] * a + m[2][1] * b + m[2][2] * c + offset[2];
        float opacity = alpha[index] * alphaScale;
        result[index] = (uint32_t) (int) (LEVEL(red) + 0.5f) | (uint32_t) (int) (LEVEL(green) + 0.5f) << 8
            | (uint32_t) (int) (LEVEL(blue) + 0.5f) << 16 | (uint32_t) (int) (LEVEL(opacity) + 0.5f) << 24;
    }
}

FAST static void pack16(
    const float *restrict first, const float *restrict second, const float *restrict third,
    const float *restrict alpha, const float (*restrict m)[3], const float *restrict offset, float alphaScale,
    uint64_t *restrict result, int count) {
    const float top = 65535;
    for (int index = 0; index < count; index++) {
        float a = first[index], b = second[index], c = third[index];
        float red = m[0][0] * a + m[0][1] * b + m[0][2] * c + offset[0];
        float green = m[1][0] * a + m[1][1] * b + m[1][2] * c + offset[1];
        float blue = m[2][0] * a + m[2][1] * b + m[2][2] * c + offset[2];
        float opacity = alpha[index] * alphaScale;
        result[index] = (uint64_t) (int) (LEVEL(red) + 0.5f) | (uint64_t) (int) (LEVEL(green) + 0.5f) << 16
            | (uint64_t) (int) (LEVEL(blue) + 0.5f) << 32 | (uint64_t) (int) (LEVEL(opacity) + 0.5f) << 48;
    }
}

static void convert_row(const Conversion *conversion, int row, void *result) {
    float *const *components = conversion->components;
    int width = conversion->width;
    read_row(conversion, 0, row, width, components[0]);
    if (!conversion->isGray && conversion->isYCbCr) {
        read_chroma(conversion, 1, row, components[1]);
        read_chroma(conversion, 2, row, components[2]);
    } else if (!conversion->isGray) {
        read_row(conversion, 1, row, width, components[1]);
        read_row(conversion, 2, row, width, components[2]);
    }
    if (conversion->hasAlpha) {
        read_row(conversion, alpha_component(conversion->format), row, width, components[3]);
    }
    const float (*matrix)[3] = conversion->matrix;
    if (conversion->top == 255) {
        pack8(
            components[0], components[1], components[2], components[3], matrix, conversion->offset,
            conversion->alphaScale, result, width);
    } else {
        pack16(
            components[0], components[1], components[2], components[3], matrix, conversion->offset,
            conversion->alphaScale, result, width);
    }
}

void luma_weights(const AVFrame *frame, double *red, double *blue) {
    enum AVColorSpace space = frame->colorspace;
    if (space == AVCOL_SPC_UNSPECIFIED || space == AVCOL_SPC_RGB || space == AVCOL_SPC_RESERVED) {
        space = frame->height <= 576 ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709;
    }
    *red = .299, *blue = .114;
    switch (space) {
    case AVCOL_SPC_BT709: *red = .2126, *blue = .0722; break;
    case AVCOL_SPC_FCC: *red = .30, *blue = .11; break;
    case AVCOL_SPC_SMPTE240M: *red = .212, *blue = .087; break;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: *red = .2627, *blue = .0593; break;
    default: break;
    }
}

/// Sets the matrix and the offset for levels of `bits` bits.
static void set_matrix(Conversion *conversion, int bits) {
    const AVFrame *frame = conversion->frame;
    const AVPixFmtDescriptor *format = conversion->format;
    double top = conversion->top, most = (1 << bits) - 1;
    memset(conversion->matrix, 0, sizeof conversion->matrix);
    memset(conversion->offset, 0, sizeof conversion->offset);
    if (!conversion->isYCbCr && !conversion->isGray) {
        for (int index = 0; index < 3; index++) {
            double levels = (1 << format->comp[index].depth) - 1;
            conversion->matrix[index][index] = (float) (top / levels);
        }
        return;
    }
    // Old names of formats tell the range, and gray has the full one unless it says otherwise.
    bool isFull = frame->color_range == AVCOL_RANGE_JPEG || strncmp(format->name, "yuvj", 4) == 0
        || (conversion->isGray && frame->color_range == AVCOL_RANGE_UNSPECIFIED);
    double step = bits >= 8 ? 1 << (bits - 8) : 1.0 / (1 << (8 - bits));
    double scale = isFull ? top / most : top / (219 * step), black = isFull ? 0 : 16 * step;
    double chromaScale = isFull ? top / most : top / (224 * step), middle = 128 * step;
    double chroma[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    if (!conversion->isGray && frame->colorspace == AVCOL_SPC_YCGCO) {
        double ycgco[3][2] = {{-1, 1}, {1, 0}, {-1, -1}};
        memcpy(chroma, ycgco, sizeof chroma);
    } else if (!conversion->isGray) {
        double red, blue;
        luma_weights(frame, &red, &blue);
        double green = 1 - red - blue;
        chroma[0][1] = 2 * (1 - red);
        chroma[1][0] = -2 * blue * (1 - blue) / green;
        chroma[1][1] = -2 * red * (1 - red) / green;
        chroma[2][0] = 2 * (1 - blue);
    }
    for (int index = 0; index < 3; index++) {
        conversion->matrix[index][0] = (float) scale;
        conversion->matrix[index][1] = (float) (chroma[index][0] * chromaScale);
        conversion->matrix[index][2] = (float) (chroma[index][1] * chromaScale);
        conversion->offset[index] =
            (float) (-black * scale - middle * chromaScale * (chroma[index][0] + chroma[index][1]));
    }
}

static void set_siting(Conversion *conversion) {
    float middleAcross = ((1 << conversion->log2Across) - 1) / 2.0f;
    float middleDown = ((1 << conversion->log2Down) - 1) / 2.0f;
    conversion->sitingAcross = 0;
    conversion->sitingDown = middleDown;
    switch (conversion->frame->chroma_location) {
    case AVCHROMA_LOC_CENTER: conversion->sitingAcross = middleAcross; break;
    case AVCHROMA_LOC_TOPLEFT: conversion->sitingDown = 0; break;
    case AVCHROMA_LOC_TOP: conversion->sitingAcross = middleAcross, conversion->sitingDown = 0; break;
    case AVCHROMA_LOC_BOTTOMLEFT: conversion->sitingDown = 2 * middleDown; break;
    case AVCHROMA_LOC_BOTTOM:
        conversion->sitingAcross = middleAcross, conversion->sitingDown = 2 * middleDown;
        break;
    default: break;
    }
}

static bool is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 3, 100)
    return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
    return frame->interlaced_frame;
#endif
}

/// Gives the conversion its rows; false where there is no memory.
static bool allocate_rows(Conversion *conversion, float **memory, uint16_t **samples) {
    size_t length = (size_t) conversion->width + 2 * MARGIN + 2;
    *memory = calloc(6 * length, sizeof **memory);
    *samples = malloc((length + 16) * sizeof **samples);
    if (!*memory || !*samples) return false;
    for (int index = 0; index < 4; index++) conversion->components[index] = *memory + index * length + MARGIN;
    conversion->chroma = *memory + 4 * length + MARGIN;
    conversion->otherChroma = *memory + 5 * length + MARGIN;
    conversion->samples = *samples;
    return true;
}

/// Where the picture's first pixel lies in the turned one, and the way to the next pixel and row, in pixels.
typedef struct {
    ptrdiff_t first, across, down;
} Placement;

static Placement placement(const CVideoPixels *form, int width, int height) {
    Placement place;
    switch (form->quarterTurns) {
    case 1: place = (Placement) {height - 1, height, -1}; break;
    case 2: place = (Placement) {(ptrdiff_t) width * height - 1, -1, -width}; break;
    case 3: place = (Placement) {(ptrdiff_t) (width - 1) * height, -height, 1}; break;
    default: place = (Placement) {0, 1, width}; break;
    }
    if (form->isMirrored) {
        place.first += place.across * (width - 1);
        place.across = -place.across;
    }
    return place;
}

static void place_rows(
    const void *rows, int rowCount, int width, int top, Placement place, int bytesPerPixel, void *rgba) {
    ptrdiff_t start = place.first + top * place.down;
    for (int column = 0; column < width; column++) {
        for (int row = 0; row < rowCount; row++) {
            ptrdiff_t target = start + column * place.across + row * place.down;
            size_t source = (size_t) row * width + column;
            if (bytesPerPixel == 4) {
                ((uint32_t *) rgba)[target] = ((const uint32_t *) rows)[source];
            } else {
                ((uint64_t *) rgba)[target] = ((const uint64_t *) rows)[source];
            }
        }
    }
}

bool to_rgba(const AVFrame *frame, const CVideoPixels *form, void *rgba, size_t byteCount, CVideoFailure *failure) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(frame->format);
    if (!format || !to_rgba_bits(frame->format)) {
        return cvideo_fail(failure, CVIDEO_NO_PIXEL_FORMAT, format ? format->name : "unknown");
    }
    int width = frame->width, height = frame->height, bytesPerPixel = form->bits == 8 ? 4 : 8;
    if (width <= 0 || height <= 0 || byteCount / bytesPerPixel / width < (size_t) height) {
        return cvideo_fail(failure, CVIDEO_DAMAGED, "its pictures change their size");
    }
    Conversion conversion = {
        .frame = frame, .format = format, .width = width, .height = height,
        .log2Across = format->log2_chroma_w, .log2Down = format->log2_chroma_h,
        .isYCbCr = !(format->flags & AV_PIX_FMT_FLAG_RGB) && format->nb_components >= 3,
        .isGray = format->nb_components <= 2 && !(format->flags & AV_PIX_FMT_FLAG_PAL),
        .hasAlpha = format->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL),
        .isInterlaced = is_interlaced(frame),
        .top = form->bits == 8 ? 255 : 65535,
    };
    set_siting(&conversion);
    set_matrix(&conversion, format->comp[0].depth);
    float *memory = NULL;
    uint16_t *samples = NULL;
    void *band = NULL;
    Placement place = placement(form, width, height);
    bool isTurned = place.across != 1;
    bool isDone = allocate_rows(&conversion, &memory, &samples)
        && (!isTurned || (band = malloc((size_t) BAND * width * bytesPerPixel)));
    if (!isDone) cvideo_fail_with(failure, AVERROR(ENOMEM));
    conversion.alphaScale = 1;
    if (isDone && conversion.hasAlpha) {
        int component = alpha_component(format);
        int bits = component < format->nb_components ? format->comp[component].depth : 8;
        conversion.alphaScale = (float) conversion.top / ((1 << bits) - 1);
    } else if (isDone) {
        for (int index = 0; index < width; index++) conversion.components[3][index] = (float) conversion.top;
    }
    for (int top = 0; isDone && top < height; top += BAND) {
        int count = height - top < BAND ? height - top : BAND;
        for (int row = 0; row < count; row++) {
            size_t offset = isTurned ? (size_t) row * width : (size_t) place.first + (top + row) * place.down;
            convert_row(&conversion, top + row, (char *) (isTurned ? band : rgba) + offset * bytesPerPixel);
        }
        if (isTurned) place_rows(band, count, width, top, place, bytesPerPixel, rgba);
    }
    free(memory);
    free(samples);
    free(band);
    return isDone;
}
