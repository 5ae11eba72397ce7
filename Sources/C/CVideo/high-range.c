#include "high-range.h"

#include <libavutil/mastering_display_metadata.h>
#include <stdio.h>
#include <string.h>

static int copy(const AVStream *source, AVStream *target, enum AVPacketSideDataType type) {
    size_t size;
    const void *data = libav_side_data(source, type, &size);
    if (!data) return 0;
    void *copied = libav_new_side_data(target, type, size);
    if (!copied) return AVERROR(ENOMEM);
    memcpy(copied, data, size);
    return 0;
}

int high_range_copy(const AVStream *source, AVStream *target) {
    int error = copy(source, target, AV_PKT_DATA_MASTERING_DISPLAY_METADATA);
    return error < 0 ? error : copy(source, target, AV_PKT_DATA_CONTENT_LIGHT_LEVEL);
}

/// In units of a fraction of 1, limited to the range of x265's options.
static unsigned units(AVRational number, double perUnit) {
    double value = number.den ? av_q2d(number) * perUnit + 0.5 : 0;
    return value > 0 && value < 4294967295.0 ? (unsigned) value : 0;
}

int high_range_add_options(const AVStream *source, AVDictionary **options) {
    const AVMasteringDisplayMetadata *display =
        libav_side_data(source, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, NULL);
    const AVContentLightMetadata *light =
        libav_side_data(source, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, NULL);
    char text[512] = "";
    int length = 0;
    if (display && display->has_primaries && display->has_luminance) {
        const AVRational(*primaries)[2] = display->display_primaries;
        // Chromaticities in units of 0.00002, luminances in units of 0.0001 cd/m².
        length = snprintf(
            text, sizeof text,
            ":master-display=G(%u,%u)B(%u,%u)R(%u,%u)WP(%u,%u)L(%u,%u)", units(primaries[1][0], 50000),
            units(primaries[1][1], 50000), units(primaries[2][0], 50000), units(primaries[2][1], 50000),
            units(primaries[0][0], 50000), units(primaries[0][1], 50000),
            units(display->white_point[0], 50000), units(display->white_point[1], 50000),
            units(display->max_luminance, 10000), units(display->min_luminance, 10000));
    }
    if (light) {
        snprintf(text + length, sizeof text - length, ":max-cll=%u,%u", light->MaxCLL, light->MaxFALL);
    }
    return text[0] ? libav.av_dict_set(options, "x265-params", text, AV_DICT_APPEND) : 0;
}
