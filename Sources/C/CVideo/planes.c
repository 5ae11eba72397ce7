#include "cvideo-planes.h"

#include "cvideo-reader.h"
#include "to-rgba.h"

/// Points `frame`, unless it is NULL, to the planes, which start at `bytes`. Returns the size of all planes
/// in bytes, or 0.
static size_t set_planes(const CVideoPlanes *planes, const uint8_t *bytes, AVFrame *frame) {
    CVideoFailure failure;
    if (!cvideo_load(&failure)) return 0;
    enum AVPixelFormat pixels = libav.av_get_pix_fmt(planes->pixelFormat);
    const AVPixFmtDescriptor *format = libav.av_pix_fmt_desc_get(pixels);
    int width = planes->width, height = planes->height;
    if (!format || !to_rgba_bits(pixels) || width <= 0 || height <= 0) return 0;
    if ((int64_t) width * height > CVIDEO_MOST_PIXELS) return 0;
    size_t size = 0;
    for (int index = 0; index < format->nb_components; index++) {
        bool isChroma = index == 1 || index == 2;
        size_t across = isChroma ? AV_CEIL_RSHIFT(width, format->log2_chroma_w) : width;
        size_t down = isChroma ? AV_CEIL_RSHIFT(height, format->log2_chroma_h) : height;
        across *= format->comp[index].depth > 8 ? 2 : 1;
        if (frame) {
            // The cast is needed because a frame's data is not const.
            frame->data[index] = (uint8_t *) bytes + size;
            frame->linesize[index] = (int) across;
        }
        size += across * down;
    }
    if (!frame) return size;
    frame->format = pixels;
    frame->width = width;
    frame->height = height;
    frame->color_range = planes->range;
    frame->chroma_location = planes->chromaLocation;
    return size;
}

static void set_fields(AVFrame *frame, bool isInterlaced) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 3, 100)
    if (isInterlaced) frame->flags |= AV_FRAME_FLAG_INTERLACED;
#else
    frame->interlaced_frame = isInterlaced;
#endif
}

size_t cvideo_planes_size(const CVideoPlanes *planes) { return set_planes(planes, NULL, NULL); }

int cvideo_planes_bits(const CVideoPlanes *planes) {
    CVideoFailure failure;
    return cvideo_load(&failure) ? to_rgba_bits(libav.av_get_pix_fmt(planes->pixelFormat)) : 0;
}

bool cvideo_planes_are_full(const CVideoPlanes *planes) {
    CVideoFailure failure;
    return cvideo_load(&failure)
        && stored_range(libav.av_get_pix_fmt(planes->pixelFormat), planes->range) == AVCOL_RANGE_JPEG;
}

bool cvideo_planes_to_rgba(
    const CVideoPlanes *planes, const void *bytes, int bits, void *rgba, size_t byteCount,
    CVideoFailure *failure) {
    if (!cvideo_load(failure)) return false;
    AVFrame *frame = libav.av_frame_alloc();
    if (!frame) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    bool isDone = false;
    if (set_planes(planes, bytes, frame)) {
        set_fields(frame, planes->isInterlaced);
        CVideoPixels form = {.bits = bits};
        isDone = to_rgba(frame, &form, NULL, rgba, byteCount, failure);
    } else {
        cvideo_fail(failure, CVIDEO_NO_PIXEL_FORMAT, planes->pixelFormat);
    }
    libav.av_frame_free(&frame);
    return isDone;
}
