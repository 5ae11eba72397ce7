#include "conversion.h"

#include <string.h>

#include "tone-map.h"

// Code points are those of ITU-T H.273, formulas those of ITU-R BT.601, BT.709 and BT.2020.

void luma_weights(const AVFrame *frame, double *red, double *blue) {
    enum AVColorSpace space = frame->colorspace;
    bool isUnknown = space == AVCOL_SPC_UNSPECIFIED || space == AVCOL_SPC_RGB || space == AVCOL_SPC_RESERVED;
    if (isUnknown && tone_map_is_needed(frame->color_trc)) {
        space = AVCOL_SPC_BT2020_NCL;
    } else if (isUnknown) {
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

enum AVColorRange stored_range(enum AVPixelFormat pixels, enum AVColorRange declared) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(pixels);
    if (!format || format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) {
        return AVCOL_RANGE_UNSPECIFIED;
    }
    // Old format names imply the range, and gray is full range unless specified otherwise.
    bool isFull = declared == AVCOL_RANGE_JPEG || strncmp(format->name, "yuvj", 4) == 0
        || (format->nb_components <= 2 && declared == AVCOL_RANGE_UNSPECIFIED);
    return isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
}

/// Sets the matrix and the offset for levels of `bits` bits.
static void set_matrix(CVideoConversion *conversion, const AVFrame *frame, int bits) {
    double most = (1 << bits) - 1;
    if (!conversion->isYCbCr && !conversion->isGray) {
        const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(frame->format);
        for (int index = 0; index < 3; index++) {
            bool isPalette = format->flags & AV_PIX_FMT_FLAG_PAL;
            double levels = (1 << format->comp[isPalette ? 0 : index].depth) - 1;
            conversion->matrix[index][index] = (float) (1 / levels);
        }
        return;
    }
    bool isFull = stored_range(frame->format, frame->color_range) == AVCOL_RANGE_JPEG;
    double step = bits >= 8 ? 1 << (bits - 8) : 1.0 / (1 << (8 - bits));
    double scale = isFull ? 1 / most : 1 / (219 * step), black = isFull ? 0 : 16 * step;
    double chromaScale = isFull ? 1 / most : 1 / (224 * step), middle = 128 * step;
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
    // Set bits are black.
    if (frame->format == AV_PIX_FMT_MONOWHITE) scale = -1, black = 1;
    for (int index = 0; index < 3; index++) {
        conversion->matrix[index][0] = (float) scale;
        conversion->matrix[index][1] = (float) (chroma[index][0] * chromaScale);
        conversion->matrix[index][2] = (float) (chroma[index][1] * chromaScale);
        conversion->offset[index] =
            (float) (-black * scale - middle * chromaScale * (chroma[index][0] + chroma[index][1]));
    }
}

static void set_siting(CVideoConversion *conversion, enum AVChromaLocation location) {
    float middleAcross = ((1 << conversion->log2Across) - 1) / 2.0f;
    float middleDown = ((1 << conversion->log2Down) - 1) / 2.0f;
    conversion->sitingAcross = 0;
    conversion->sitingDown = middleDown;
    switch (location) {
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

bool is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 3, 100)
    return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
    return frame->interlaced_frame;
#endif
}

void set_fields(AVFrame *frame, bool isInterlaced, bool isTopFirst) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 3, 100)
    if (isInterlaced) frame->flags |= AV_FRAME_FLAG_INTERLACED;
    if (isInterlaced && isTopFirst) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
    frame->interlaced_frame = isInterlaced;
    frame->top_field_first = isInterlaced && isTopFirst;
#endif
}

int alpha_component(const AVPixFmtDescriptor *format) {
    return format->flags & AV_PIX_FMT_FLAG_PAL ? 3 : format->nb_components - 1;
}

CVideoConversion frame_conversion(const AVFrame *frame) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(frame->format);
    CVideoConversion conversion = {
        .log2Across = format->log2_chroma_w,
        .log2Down = format->log2_chroma_h,
        .isYCbCr = !(format->flags & AV_PIX_FMT_FLAG_RGB) && format->nb_components >= 3,
        .isGray = format->nb_components <= 2 && !(format->flags & AV_PIX_FMT_FLAG_PAL),
        .hasAlpha = format->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL),
        .isInterlaced = is_interlaced(frame),
    };
    set_siting(&conversion, frame->chroma_location);
    set_matrix(&conversion, frame, format->comp[0].depth);
    if (conversion.hasAlpha) {
        int component = alpha_component(format);
        int bits = component < format->nb_components ? format->comp[component].depth : 8;
        conversion.alphaScale = 1.0f / ((1 << bits) - 1);
    }
    return conversion;
}

CVideoEncoding frame_encoding(const AVFrame *frame) {
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(frame->format);
    int bits = format->comp[0].depth;
    double most = (1 << bits) - 1;
    CVideoEncoding encoding = {.most = (float) most};
    if (format->flags & AV_PIX_FMT_FLAG_ALPHA) {
        encoding.alphaScale = (float) ((1 << format->comp[format->nb_components - 1].depth) - 1);
    }
    if (format->flags & AV_PIX_FMT_FLAG_RGB) {
        for (int index = 0; index < 3; index++) encoding.weights[index][index] = encoding.most;
        return encoding;
    }
    bool isFull = stored_range(frame->format, frame->color_range) == AVCOL_RANGE_JPEG;
    double step = bits >= 8 ? 1 << (bits - 8) : 1.0 / (1 << (8 - bits));
    double lumaScale = isFull ? most : 219 * step, chromaScale = isFull ? most : 224 * step;
    double red, blue;
    luma_weights(frame, &red, &blue);
    double luma[3] = {red, 1 - red - blue, blue};
    for (int index = 0; index < 3; index++) {
        encoding.weights[0][index] = (float) (lumaScale * luma[index]);
        encoding.weights[1][index] = (float) (chromaScale / 2 / (1 - blue) * ((index == 2) - luma[index]));
        encoding.weights[2][index] = (float) (chromaScale / 2 / (1 - red) * ((index == 0) - luma[index]));
    }
    encoding.offset[0] = (float) (isFull ? 0 : 16 * step);
    encoding.offset[1] = encoding.offset[2] = (float) (128 * step);
    return encoding;
}

void add_tone_map(CVideoConversion *conversion, const AVFrame *frame, double peak) {
    bool isHigh = tone_map_is_needed(frame->color_trc);
    if (!isHigh && !primaries_are_converted(frame->color_primaries)) return;
    const float *primaries = tone_map_matrix(frame->color_primaries, isHigh);
    memcpy(conversion->primaries, primaries, sizeof conversion->primaries);
    if (frame->color_trc == AVCOL_TRC_SMPTE2084) {
        conversion->toneMap = CVIDEO_PQ;
        conversion->toneParameter = (float) peak;
    } else if (isHigh) {
        conversion->toneMap = CVIDEO_HLG;
        conversion->toneParameter = HLG_PEAK;
    } else if (frame->color_trc == AVCOL_TRC_IEC61966_2_1) {
        conversion->toneMap = CVIDEO_SRGB;
    } else {
        conversion->toneMap = CVIDEO_GAMMA;
        conversion->toneParameter = (float) display_gamma(frame->color_trc);
    }
}
