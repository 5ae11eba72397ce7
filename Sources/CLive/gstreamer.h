#pragma once

// The functions of GStreamer and of the GLib below it that are used here, declared after their documentation. To find
// its headers a package would have to link it as well. Its binary interface has not changed since 1.0; a test compares
// these declarations with the headers.

#include <stddef.h>
#include <stdint.h>

#include "clive.h"

typedef struct _GError GError;
typedef struct _GstAllocationParams GstAllocationParams;
typedef struct _GstAllocator GstAllocator;
typedef struct _GstBin GstBin;
typedef struct _GstBuffer GstBuffer;
typedef struct _GstBus GstBus;
typedef struct _GstCaps GstCaps;
typedef struct _GstElement GstElement;
typedef struct _GstElementFactory GstElementFactory;
typedef struct _GstMessage GstMessage;
typedef struct _GstMiniObject GstMiniObject;
typedef struct _GstSample GstSample;
typedef struct _GstSegment GstSegment;
typedef struct _GstStructure GstStructure;

#ifndef __GST_H__
typedef unsigned GstFormat, GstSeekFlags, GstSeekType, GstState, GstStateChangeReturn;
typedef int GstMessageType;
enum { GST_FORMAT_TIME = 3 };
enum { GST_MESSAGE_EOS = 1, GST_MESSAGE_ERROR = 2, GST_MESSAGE_WARNING = 4 };
enum { GST_SEEK_FLAG_NONE = 0, GST_SEEK_TYPE_NONE = 0, GST_SEEK_TYPE_SET = 1 };
enum { GST_STATE_NULL = 1, GST_STATE_PLAYING = 4, GST_STATE_CHANGE_FAILURE = 0 };
#endif

/// How GError begins.
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} ErrorFields;

/// How GstBuffer begins, where pointers have 64 bits.
typedef struct {
    void *inherited[8], *pool;
    /// In nanoseconds.
    uint64_t pts, dts, duration;
} BufferFields;

/// How GstMessage begins, likewise.
typedef struct {
    void *inherited[8];
    GstMessageType type;
} MessageFields;

void g_error_free(GError *error);
void g_free(void *memory);
void g_object_get(void *object, const char *name, ...);
void g_object_set(void *object, const char *name, ...);
void g_signal_emit_by_name(void *object, const char *name, ...);
GstElement *gst_bin_get_by_name(GstBin *bin, const char *name);
size_t gst_buffer_fill(GstBuffer *buffer, size_t offset, const void *bytes, size_t count);
GstBuffer *gst_buffer_new_allocate(GstAllocator *allocator, size_t size, GstAllocationParams *parameters);
GstMessage *gst_bus_pop_filtered(GstBus *bus, GstMessageType types);
GstCaps *gst_caps_from_string(const char *text);
GstElementFactory *gst_element_factory_find(const char *name);
GstBus *gst_element_get_bus(GstElement *element);
int gst_element_query_position(GstElement *element, GstFormat format, int64_t *position);
GstStateChangeReturn gst_element_set_state(GstElement *element, GstState state);
int gst_init_check(int *count, char ***arguments, GError **error);
void gst_message_parse_error(GstMessage *message, GError **error, char **details);
void gst_message_parse_warning(GstMessage *message, GError **error, char **details);
void gst_mini_object_unref(GstMiniObject *object);
void gst_object_unref(void *object);
GstElement *gst_parse_launch(const char *description, GError **error);
GstSample *gst_sample_new(GstBuffer *buffer, GstCaps *caps, const GstSegment *segment, GstStructure *info);
int gst_segment_do_seek(
    GstSegment *segment, double rate, GstFormat format, GstSeekFlags flags, GstSeekType startType, uint64_t start,
    GstSeekType stopType, uint64_t stop, int *update);
void gst_segment_free(GstSegment *segment);
void gst_segment_init(GstSegment *segment, GstFormat format);
GstSegment *gst_segment_new(void);

#define GSTREAMER_FUNCTIONS(F) \
    F(g_error_free) \
    F(g_free) \
    F(g_object_get) \
    F(g_object_set) \
    F(g_signal_emit_by_name) \
    F(gst_bin_get_by_name) \
    F(gst_buffer_fill) \
    F(gst_buffer_new_allocate) \
    F(gst_bus_pop_filtered) \
    F(gst_caps_from_string) \
    F(gst_element_factory_find) \
    F(gst_element_get_bus) \
    F(gst_element_query_position) \
    F(gst_element_set_state) \
    F(gst_init_check) \
    F(gst_message_parse_error) \
    F(gst_message_parse_warning) \
    F(gst_mini_object_unref) \
    F(gst_object_unref) \
    F(gst_parse_launch) \
    F(gst_sample_new) \
    F(gst_segment_do_seek) \
    F(gst_segment_free) \
    F(gst_segment_init) \
    F(gst_segment_new)

#define DECLARE_FUNCTION(name) __typeof__(name) *name;

/// The functions, by their own names: `gst.gst_parse_launch(…)`.
extern struct GStreamer {
    GSTREAMER_FUNCTIONS(DECLARE_FUNCTION)
} gst;

/// Loads GStreamer and prepares it, once.
bool gstreamer_load(CLiveFailure *failure);
/// Sets `failure`; returns false, for `return fail(…)`.
bool clive_fail(CLiveFailure *failure, CLiveFailureKind kind, const char *message);
/// The same from one of GStreamer's errors, which it frees; NULL is none that is known.
bool clive_fail_with(CLiveFailure *failure, GError *error);
