/// A GStreamer element that runs a recipe of Glint on video frames.
///
/// Its properties can be changed and controlled while a pipeline plays.

#include "../client/glint-client.h"
#include <gst/video/gstvideofilter.h>
#include <gst/video/video.h>
#include <math.h>

#define TYPE_GLINT_FILTER (glint_filter_get_type())
G_DECLARE_FINAL_TYPE(GlintFilter, glint_filter, GLINT, FILTER, GstVideoFilter)

enum { PROPERTY_RECIPE = 1,
       PROPERTY_STRENGTH,
       PROPERTY_TIMEOUT };

struct _GlintFilter {
    GstVideoFilter parent;

    /// The properties, which other threads set; the object's lock protects them.
    gchar *recipe;
    gdouble strength, timeout;

    /// Used by the streaming thread.
    GlintClient *client;
    /// Frames without the padding of rows and planes; NULL until some have padding.
    guint8 *packed;
    /// The number of the next frame, which counts if the stream has no rate.
    gint64 next_number;
};

G_DEFINE_TYPE(GlintFilter, glint_filter, GST_TYPE_VIDEO_FILTER)
GST_ELEMENT_REGISTER_DEFINE(glintfilter, "glintfilter", GST_RANK_NONE, TYPE_GLINT_FILTER)

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define FORMATS "{ RGBA, RGBA64_LE, I420, NV12 }"
#else
#define FORMATS "{ RGBA, RGBA64_BE, I420, NV12 }"
#endif

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *specification) {
    GlintFilter *filter = GLINT_FILTER(object);
    GST_OBJECT_LOCK(filter);
    switch (id) {
    case PROPERTY_RECIPE:
        g_free(filter->recipe);
        filter->recipe = g_value_dup_string(value);
        break;
    case PROPERTY_STRENGTH:
        filter->strength = g_value_get_double(value);
        break;
    case PROPERTY_TIMEOUT:
        filter->timeout = g_value_get_double(value);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, specification);
    }
    GST_OBJECT_UNLOCK(filter);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *specification) {
    GlintFilter *filter = GLINT_FILTER(object);
    GST_OBJECT_LOCK(filter);
    switch (id) {
    case PROPERTY_RECIPE:
        g_value_set_string(value, filter->recipe);
        break;
    case PROPERTY_STRENGTH:
        g_value_set_double(value, filter->strength);
        break;
    case PROPERTY_TIMEOUT:
        g_value_set_double(value, filter->timeout);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, specification);
    }
    GST_OBJECT_UNLOCK(filter);
}

static void close_client(GlintFilter *filter) {
    g_clear_pointer(&filter->client, glint_client_destroy);
    g_clear_pointer(&filter->packed, g_free);
}

static gboolean stop(GstBaseTransform *transform) {
    close_client(GLINT_FILTER(transform));
    return TRUE;
}

static GlintFormat format_of(const GstVideoInfo *info) {
    switch (GST_VIDEO_INFO_FORMAT(info)) {
    case GST_VIDEO_FORMAT_RGBA: return GLINT_RGBA8;
    case GST_VIDEO_FORMAT_I420: return GLINT_I420;
    case GST_VIDEO_FORMAT_NV12: return GLINT_NV12;
    default: return GLINT_RGBA16;
    }
}

/// What the samples of a frame of YCbCr stand for.
static GlintColor color_of(const GstVideoFrame *frame) {
    const GstVideoInfo *info = &frame->info;
    GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE(info);
    // Frames of a mixed stream say themselves whether they are interlaced.
    GlintColor color = {
        .is_interlaced = mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED
            || (mode == GST_VIDEO_INTERLACE_MODE_MIXED
                && GST_BUFFER_FLAG_IS_SET(frame->buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED))};
    switch (info->colorimetry.matrix) {
    case GST_VIDEO_COLOR_MATRIX_BT601: color.matrix = "bt601"; break;
    case GST_VIDEO_COLOR_MATRIX_BT709: color.matrix = "bt709"; break;
    case GST_VIDEO_COLOR_MATRIX_BT2020: color.matrix = "bt2020"; break;
    case GST_VIDEO_COLOR_MATRIX_FCC: color.matrix = "fcc"; break;
    case GST_VIDEO_COLOR_MATRIX_SMPTE240M: color.matrix = "smpte240m"; break;
    default: break;
    }
    if (info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255) color.range = "full";
    // DV, whose rows have Cb and Cr in turn, counts as cosited.
    gboolean is_at_row = info->chroma_site & GST_VIDEO_CHROMA_SITE_V_COSITED;
    if (info->chroma_site & GST_VIDEO_CHROMA_SITE_H_COSITED)
        color.siting = is_at_row ? "topleft" : "left";
    else if (info->chroma_site != GST_VIDEO_CHROMA_SITE_UNKNOWN)
        color.siting = is_at_row ? "top" : "center";
    return color;
}

/// Begins with frames of a format.
static gboolean set_info(
    GstVideoFilter *video, GstCaps *in_caps, GstVideoInfo *in_info, GstCaps *out_caps,
    GstVideoInfo *out_info) {
    (void) in_caps, (void) out_caps, (void) out_info;
    GlintFilter *filter = GLINT_FILTER(video);
    close_client(filter);
    filter->client = glint_client_create(
        GST_VIDEO_INFO_WIDTH(in_info), GST_VIDEO_INFO_HEIGHT(in_info), format_of(in_info), "glintfilter");
    if (!filter->client) return FALSE;
    if (GST_VIDEO_INFO_FPS_N(in_info) > 0) {
        gdouble rate = (gdouble) GST_VIDEO_INFO_FPS_N(in_info) / GST_VIDEO_INFO_FPS_D(in_info);
        glint_client_set_rate(filter->client, rate);
    }
    return TRUE;
}

/// The bytes of a row of a plane, whose number is that of its first component in all formats here.
static gsize row_length(const GstVideoFrame *frame, guint plane) {
    return (gsize) GST_VIDEO_FRAME_COMP_WIDTH(frame, plane) * GST_VIDEO_FRAME_COMP_PSTRIDE(frame, plane);
}

/// The bytes of a frame without padding.
static gsize packed_length(const GstVideoFrame *frame) {
    gsize length = 0;
    for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++)
        length += row_length(frame, plane) * GST_VIDEO_FRAME_COMP_HEIGHT(frame, plane);
    return length;
}

/// True if a frame has no padding, between rows or between planes.
static gboolean is_packed(const GstVideoFrame *frame) {
    const guint8 *next = GST_VIDEO_FRAME_PLANE_DATA(frame, 0);
    for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++) {
        gsize length = row_length(frame, plane);
        gboolean has_padding = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane) != (gint) length;
        if (has_padding || GST_VIDEO_FRAME_PLANE_DATA(frame, plane) != next) return FALSE;
        next += length * GST_VIDEO_FRAME_COMP_HEIGHT(frame, plane);
    }
    return TRUE;
}

/// Copies rows between a frame and memory without padding.
static void copy_rows(const GstVideoFrame *frame, guint8 *packed, gboolean is_reading) {
    for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++) {
        guint8 *row = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
        gsize length = row_length(frame, plane);
        for (gint index = 0; index < GST_VIDEO_FRAME_COMP_HEIGHT(frame, plane); index++) {
            if (is_reading)
                memcpy(packed, row, length);
            else
                memcpy(row, packed, length);
            row += GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
            packed += length;
        }
    }
}

/// The time of a frame in the stream, in seconds.
static gdouble seconds_of(GstBaseTransform *transform, GstBuffer *buffer) {
    guint64 time =
        gst_segment_to_stream_time(&transform->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    return GST_CLOCK_TIME_IS_VALID(time) ? (gdouble) time / GST_SECOND : 0;
}

static GstFlowReturn transform_frame(GstVideoFilter *video, GstVideoFrame *in, GstVideoFrame *out) {
    GlintFilter *filter = GLINT_FILTER(video);
    gdouble seconds = seconds_of(GST_BASE_TRANSFORM(video), in->buffer);
    // Controlled properties have the value of this time.
    gst_object_sync_values(GST_OBJECT(filter), GST_BUFFER_PTS(in->buffer));
    GST_OBJECT_LOCK(filter);
    glint_client_set_recipe(filter->client, filter->recipe);
    glint_client_set_timeout(filter->client, filter->timeout);
    gdouble strength = filter->strength;
    GST_OBJECT_UNLOCK(filter);

    gint64 number = filter->next_number;
    gint numerator = GST_VIDEO_INFO_FPS_N(&in->info), denominator = GST_VIDEO_INFO_FPS_D(&in->info);
    if (numerator > 0) {
        number = llround(seconds * numerator / denominator);
        // Timestamps are whole nanoseconds, which most rates do not divide, and some elements add them up.
        gdouble exact = (gdouble) number * denominator / numerator;
        if (fabs(seconds - exact) < 1e-4) seconds = exact;
    }
    filter->next_number = number + 1;
    if (GST_VIDEO_INFO_IS_YUV(&in->info)) glint_client_set_color(filter->client, color_of(in));

    if (is_packed(in) && is_packed(out)) {
        glint_client_filter(
            filter->client, GST_VIDEO_FRAME_PLANE_DATA(in, 0), GST_VIDEO_FRAME_PLANE_DATA(out, 0), seconds,
            number, strength);
        return GST_FLOW_OK;
    }
    if (!filter->packed) filter->packed = g_malloc(packed_length(in));
    copy_rows(in, filter->packed, TRUE);
    glint_client_filter(filter->client, filter->packed, filter->packed, seconds, number, strength);
    copy_rows(out, filter->packed, FALSE);
    return GST_FLOW_OK;
}

static void finalize(GObject *object) {
    GlintFilter *filter = GLINT_FILTER(object);
    close_client(filter);
    g_free(filter->recipe);
    G_OBJECT_CLASS(glint_filter_parent_class)->finalize(object);
}

static void add_pad(GstElementClass *element, const gchar *name, GstPadDirection direction) {
    GstCaps *caps = gst_caps_from_string(GST_VIDEO_CAPS_MAKE(FORMATS));
    gst_element_class_add_pad_template(element, gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);
}

static void glint_filter_class_init(GlintFilterClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;
    GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_PLAYING;
    g_object_class_install_property(
        object, PROPERTY_RECIPE,
        g_param_spec_string(
            "recipe", "Recipe", "The path of a recipe of Glint, or its content", NULL, flags));
    g_object_class_install_property(
        object, PROPERTY_STRENGTH,
        g_param_spec_double(
            "strength", "Strength", "How much of the result is mixed with the frame", 0, 1, 1,
            flags | GST_PARAM_CONTROLLABLE));
    g_object_class_install_property(
        object, PROPERTY_TIMEOUT,
        g_param_spec_double(
            "timeout", "Timeout",
            "Seconds after which a frame stays unfiltered; 0 for 10, and 60 for the first frame", 0, 3600, 0,
            flags));

    GstElementClass *element = GST_ELEMENT_CLASS(class);
    gst_element_class_set_static_metadata(
        element, "Glint filter", "Filter/Effect/Video", "Filters of Glint on the GPU, by a recipe",
        "The Glint developers");
    add_pad(element, "sink", GST_PAD_SINK);
    add_pad(element, "src", GST_PAD_SRC);
    GST_BASE_TRANSFORM_CLASS(class)->stop = stop;
    GST_VIDEO_FILTER_CLASS(class)->set_info = set_info;
    GST_VIDEO_FILTER_CLASS(class)->transform_frame = transform_frame;
}

static void glint_filter_init(GlintFilter *filter) { filter->strength = 1; }

static gboolean plugin_init(GstPlugin *plugin) { return GST_ELEMENT_REGISTER(glintfilter, plugin); }

#define PACKAGE "glint"
GST_PLUGIN_DEFINE(
    GST_VERSION_MAJOR, GST_VERSION_MINOR, glint, "Filters of Glint", plugin_init, GLINT_VERSION, "MIT/X11",
    "Glint", "https://github.com/glintapp/glint")
