#include "planes.h"

#include <stdlib.h>

#include "conversion.h"
#include "cvideo-reader.h"
#include "from-rgba.h"
#include "tone-map.h"
#include "to-rgba.h"

/// Numbers that are not in ITU-T H.273 count as unspecified.
static int code_point(int number) { return number >= 0 && number < 256 ? number : 2; }

CVideoPlanes planes_of(const AVFrame *frame, double peak) {
    return (CVideoPlanes) {
        .pixelFormat = frame->format,
        .width = frame->width,
        .height = frame->height,
        .range = frame->color_range,
        .isInterlaced = is_interlaced(frame),
        .chromaLocation = frame->chroma_location,
        .primaries = code_point(frame->color_primaries),
        .transfer = code_point(frame->color_trc),
        .matrix = code_point(frame->colorspace),
        .peak = (float) peak,
    };
}

int cvideo_pixel_format(const char *name) {
    CVideoFailure failure;
    return cvideo_load(&failure) ? libav.av_get_pix_fmt(name) : -1;
}

size_t cvideo_planes_size(const CVideoPlanes *planes) {
    CVideoFailure failure;
    if (!cvideo_load(&failure) || !to_rgba_bits(planes->pixelFormat)) return 0;
    int width = planes->width, height = planes->height;
    if (width <= 0 || height <= 0 || (int64_t) width * height > CVIDEO_MOST_PIXELS) return 0;
    int size = libav.av_image_get_buffer_size(planes->pixelFormat, width, height, 1);
    return size < 0 ? 0 : size;
}

int cvideo_planes_bits(const CVideoPlanes *planes) {
    CVideoFailure failure;
    return cvideo_load(&failure) ? to_rgba_bits(planes->pixelFormat) : 0;
}

bool cvideo_planes_are_full(const CVideoPlanes *planes) {
    CVideoFailure failure;
    return cvideo_load(&failure) && stored_range(planes->pixelFormat, planes->range) == AVCOL_RANGE_JPEG;
}

/// A frame of these samples, or null if memory is short.
///
/// - bytes: the samples, or NULL for a frame without any. The frame does not own them.
static AVFrame *frame_of(const CVideoPlanes *planes, const void *bytes) {
    AVFrame *frame = libav.av_frame_alloc();
    if (!frame) return NULL;
    frame->format = planes->pixelFormat;
    frame->width = planes->width;
    frame->height = planes->height;
    frame->color_range = planes->range;
    frame->chroma_location = planes->chromaLocation;
    frame->color_primaries = planes->primaries;
    frame->color_trc = planes->transfer;
    frame->colorspace = planes->matrix;
    // The order of the fields does not matter to a conversion.
    set_fields(frame, planes->isInterlaced, false);
    if (bytes) {
        libav.av_image_fill_arrays(
            frame->data, frame->linesize, bytes, planes->pixelFormat, planes->width, planes->height, 1);
    }
    return frame;
}

bool cvideo_planes_to_rgba(
    const CVideoPlanes *planes, const void *bytes, const CVideoPixels *form, void *rgba, size_t byteCount,
    CVideoFailure *failure) {
    if (!cvideo_load(failure)) return false;
    if (cvideo_planes_size(planes) == 0) {
        const char *name = libav.av_get_pix_fmt_name(planes->pixelFormat);
        return cvideo_fail(failure, CVIDEO_NO_PIXEL_FORMAT, name ? name : "unknown");
    }
    AVFrame *frame = frame_of(planes, bytes);
    if (!frame) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    bool isMapped = tone_map_is_needed(planes->transfer) || primaries_are_converted(planes->primaries);
    ToneMap *map = isMapped ? tone_map_of(frame, planes->peak) : NULL;
    bool isDone = isMapped && !map ? cvideo_fail_with(failure, AVERROR(ENOMEM))
                                   : to_rgba(frame, form, map, rgba, byteCount, failure);
    tone_map_destroy(map);
    libav.av_frame_free(&frame);
    return isDone;
}

/// The same format with a plane for each component.
static enum AVPixelFormat separated(enum AVPixelFormat format) {
    return format == AV_PIX_FMT_NV12 ? AV_PIX_FMT_YUV420P : format;
}

bool cvideo_planes_can_be_made(const CVideoPlanes *planes) {
    CVideoFailure failure;
    if (!cvideo_load(&failure) || cvideo_planes_size(planes) == 0) return false;
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(separated(planes->pixelFormat));
    return format && !(format->flags & AV_PIX_FMT_FLAG_RGB) && planes->chromaLocation == AVCHROMA_LOC_LEFT
        && from_rgba_knows(separated(planes->pixelFormat));
}

/// Pairs the samples of two planes.
static void pair(
    const uint8_t *restrict first, const uint8_t *restrict second, uint8_t *restrict pairs, size_t count) {
    for (size_t index = 0; index < count; index++) {
        pairs[2 * index] = first[index];
        pairs[2 * index + 1] = second[index];
    }
}

bool cvideo_planes_from_rgba(
    const CVideoPlanes *planes, const void *rgba, int bits, bool hasAlpha, void *bytes,
    CVideoFailure *failure) {
    if (!cvideo_load(failure)) return false;
    CVideoPlanes separate = *planes;
    separate.pixelFormat = separated(planes->pixelFormat);
    AVFrame *frame = frame_of(&separate, bytes);
    if (!frame) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    size_t count = (size_t) AV_CEIL_RSHIFT(planes->width, 1) * (size_t) AV_CEIL_RSHIFT(planes->height, 1);
    uint8_t *chroma = NULL, *pairs = frame->data[1];
    bool isPaired = separate.pixelFormat != planes->pixelFormat;
    if (isPaired) {
        chroma = malloc(2 * count);
        frame->data[1] = chroma;
        frame->data[2] = chroma + count;
    }
    Picture picture = {rgba, planes->width, planes->height, bits, hasAlpha};
    bool isDone = isPaired && !chroma ? cvideo_fail_with(failure, AVERROR(ENOMEM))
                                      : from_rgba(&picture, planes->isInterlaced, frame, failure);
    if (isDone && isPaired) pair(chroma, chroma + count, pairs, count);
    free(chroma);
    libav.av_frame_free(&frame);
    return isDone;
}

/// Sets a plane and the components in it. False if textures cannot hold its samples.
static bool set_plane(
    const CVideoPlanes *planes, const AVPixFmtDescriptor *format, int index, CVideoLayout *layout) {
    CVideoPlane *plane = &layout->planes[index];
    int texel = 0;
    for (int component = 0; component < format->nb_components; component++) {
        const AVComponentDescriptor *stored = &format->comp[component];
        if (stored->plane != index) continue;
        if (texel == 0 || stored->step < texel) texel = stored->step;
        plane->bytesPerSample = stored->depth > 8 ? 2 : 1;
        bool isChroma = component == 1 || component == 2;
        plane->height = isChroma ? AV_CEIL_RSHIFT(planes->height, format->log2_chroma_h) : planes->height;
    }
    int bytesPerRow = libav.av_image_get_linesize(planes->pixelFormat, planes->width, index);
    if (texel == 0 || texel % plane->bytesPerSample || bytesPerRow < texel) return false;
    plane->samplesPerTexel = texel / plane->bytesPerSample;
    plane->width = bytesPerRow / texel;
    for (int component = 0; component < format->nb_components; component++) {
        const AVComponentDescriptor *stored = &format->comp[component];
        if (stored->plane != index) continue;
        if (stored->step % texel || stored->offset % plane->bytesPerSample) return false;
        layout->components[component] = (CVideoComponent) {
            .plane = index,
            .channel = stored->offset % texel / plane->bytesPerSample,
            .step = stored->step / texel,
            .first = stored->offset / texel,
            .shift = stored->shift,
            .bits = stored->depth,
        };
    }
    return plane->samplesPerTexel <= 4 && bytesPerRow % texel == 0;
}

bool cvideo_planes_layout(const CVideoPlanes *planes, CVideoLayout *layout) {
    *layout = (CVideoLayout) {0};
    if (cvideo_planes_size(planes) == 0) return false;
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(planes->pixelFormat);
    const uint64_t unlike = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_BE;
    // Samples of less than a byte share one, as in RGB565.
    if (format->flags & unlike || format->comp[0].depth < 8) return false;
    layout->componentCount = format->nb_components;
    for (int component = 0; component < format->nb_components; component++) {
        if (format->comp[component].plane >= layout->planeCount) {
            layout->planeCount = format->comp[component].plane + 1;
        }
    }
    size_t offset = 0;
    for (int index = 0; index < layout->planeCount; index++) {
        CVideoPlane *plane = &layout->planes[index];
        if (!set_plane(planes, format, index, layout)) return false;
        plane->offset = offset;
        offset += (size_t) plane->width * plane->samplesPerTexel * plane->bytesPerSample * plane->height;
    }
    AVFrame *frame = frame_of(planes, NULL);
    if (!frame) return false;
    layout->conversion = frame_conversion(frame);
    layout->encoding = frame_encoding(frame);
    add_tone_map(&layout->conversion, frame, planes->peak);
    if (planes->keepsRange && tone_map_is_needed(frame->color_trc)) {
        layout->conversion.isInvertible = true;
        layout->conversion.toneParameter = 10000;
    }
    libav.av_frame_free(&frame);
    return offset == cvideo_planes_size(planes);
}
