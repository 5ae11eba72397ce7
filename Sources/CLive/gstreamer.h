#pragma once

// The functions of GStreamer and of the GLib below it that are used here, declared after their documentation. To find
// its headers a package would have to link it as well. Its binary interface has not changed since 1.0; a test compares
// these declarations with the headers.

#include <stddef.h>
#include <stdint.h>

#include "clive.h"

typedef struct _GError GError;
typedef struct _GList GList;
typedef struct _GValue GValue;
typedef struct _GstAllocationParams GstAllocationParams;
typedef struct _GstAllocator GstAllocator;
typedef struct _GstBin GstBin;
typedef struct _GstBuffer GstBuffer;
typedef struct _GstBus GstBus;
typedef struct _GstCaps GstCaps;
typedef struct _GstClock GstClock;
typedef struct _GstDevice GstDevice;
typedef struct _GstDeviceMonitor GstDeviceMonitor;
typedef struct _GstDeviceProvider GstDeviceProvider;
typedef struct _GstDeviceProviderFactory GstDeviceProviderFactory;
typedef struct _GstElement GstElement;
typedef struct _GstElementFactory GstElementFactory;
typedef struct _GstMessage GstMessage;
typedef struct _GstMiniObject GstMiniObject;
typedef struct _GstPipeline GstPipeline;
typedef struct _GstSample GstSample;
typedef struct _GstSegment GstSegment;
typedef struct _GstStructure GstStructure;

#ifndef __GST_H__
typedef unsigned GstFormat, GstSeekFlags, GstSeekType, GstState, GstStateChangeReturn;
typedef int GstMessageType;
enum { GST_FORMAT_TIME = 3 };
enum { GST_MESSAGE_EOS = 1, GST_MESSAGE_ERROR = 2, GST_MESSAGE_WARNING = 4 };
enum {
    GST_RESOURCE_ERROR_NOT_FOUND = 3,
    GST_RESOURCE_ERROR_BUSY = 4,
    GST_RESOURCE_ERROR_SETTINGS = 13,
    GST_RESOURCE_ERROR_NOT_AUTHORIZED = 15,
};
enum { GST_STREAM_ERROR_WRONG_TYPE = 5, GST_STREAM_ERROR_CODEC_NOT_FOUND = 6, GST_STREAM_ERROR_FORMAT = 11 };
enum { GST_SEEK_FLAG_NONE = 0, GST_SEEK_TYPE_NONE = 0, GST_SEEK_TYPE_SET = 1 };
enum { GST_STATE_NULL = 1, GST_STATE_PLAYING = 4, GST_STATE_CHANGE_FAILURE = 0 };
#endif

/// How GError begins.
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} ErrorFields;

/// GList.
typedef struct {
    void *data, *next, *previous;
} ListFields;

/// The type that a GValue begins with.
static inline size_t type_of(const GValue *value) { return *(const size_t *) value; }

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
void g_list_free(GList *list);
void g_object_get(void *object, const char *name, ...);
void g_object_set(void *object, const char *name, ...);
const char *g_quark_to_string(uint32_t quark);
void g_signal_emit_by_name(void *object, const char *name, ...);
int gst_bin_add(GstBin *bin, GstElement *element);
GstElement *gst_bin_get_by_name(GstBin *bin, const char *name);
size_t gst_buffer_extract(GstBuffer *buffer, size_t offset, void *bytes, size_t count);
size_t gst_buffer_fill(GstBuffer *buffer, size_t offset, const void *bytes, size_t count);
size_t gst_buffer_get_size(GstBuffer *buffer);
GstBuffer *gst_buffer_new_allocate(GstAllocator *allocator, size_t size, GstAllocationParams *parameters);
GstMessage *gst_bus_pop(GstBus *bus);
GstMessage *gst_bus_pop_filtered(GstBus *bus, GstMessageType types);
GstCaps *gst_caps_from_string(const char *text);
unsigned gst_caps_get_size(const GstCaps *caps);
GstStructure *gst_caps_get_structure(const GstCaps *caps, unsigned index);
GstElement *gst_device_create_element(GstDevice *device, const char *name);
GstCaps *gst_device_get_caps(GstDevice *device);
char *gst_device_get_device_class(GstDevice *device);
char *gst_device_get_display_name(GstDevice *device);
GstStructure *gst_device_get_properties(GstDevice *device);
int gst_device_has_classes(GstDevice *device, const char *classes);
unsigned gst_device_monitor_add_filter(GstDeviceMonitor *monitor, const char *classes, GstCaps *caps);
GstBus *gst_device_monitor_get_bus(GstDeviceMonitor *monitor);
GList *gst_device_monitor_get_devices(GstDeviceMonitor *monitor);
GstDeviceMonitor *gst_device_monitor_new(void);
int gst_device_monitor_start(GstDeviceMonitor *monitor);
GstDeviceProviderFactory *gst_device_provider_factory_find(const char *name);
GstDeviceProvider *gst_device_provider_factory_get(GstDeviceProviderFactory *factory);
GstBus *gst_device_provider_get_bus(GstDeviceProvider *provider);
GList *gst_device_provider_get_devices(GstDeviceProvider *provider);
int gst_device_provider_start(GstDeviceProvider *provider);
void gst_device_provider_stop(GstDeviceProvider *provider);
GstElementFactory *gst_element_factory_find(const char *name);
uint64_t gst_element_get_base_time(GstElement *element);
GstBus *gst_element_get_bus(GstElement *element);
int gst_element_link(GstElement *source, GstElement *destination);
int gst_element_query_position(GstElement *element, GstFormat format, int64_t *position);
GstStateChangeReturn gst_element_set_state(GstElement *element, GstState state);
size_t gst_fraction_get_type(void);
size_t gst_fraction_range_get_type(void);
int gst_init_check(int *count, char ***arguments, GError **error);
void gst_message_parse_error(GstMessage *message, GError **error, char **details);
void gst_message_parse_warning(GstMessage *message, GError **error, char **details);
void gst_mini_object_unref(GstMiniObject *object);
void *gst_object_ref(void *object);
void gst_object_unref(void *object);
GstElement *gst_parse_bin_from_description(const char *description, int hasGhostPads, GError **error);
GstElement *gst_parse_launch(const char *description, GError **error);
GstElement *gst_pipeline_new(const char *name);
void gst_pipeline_use_clock(GstPipeline *pipeline, GstClock *clock);
GstBuffer *gst_sample_get_buffer(GstSample *sample);
GstCaps *gst_sample_get_caps(GstSample *sample);
GstSample *gst_sample_new(GstBuffer *buffer, GstCaps *caps, const GstSegment *segment, GstStructure *info);
int gst_segment_do_seek(
    GstSegment *segment, double rate, GstFormat format, GstSeekFlags flags, GstSeekType startType, uint64_t start,
    GstSeekType stopType, uint64_t stop, int *update);
void gst_segment_free(GstSegment *segment);
void gst_segment_init(GstSegment *segment, GstFormat format);
GstSegment *gst_segment_new(void);
void gst_structure_free(GstStructure *structure);
int gst_structure_get_fraction(const GstStructure *structure, const char *name, int *numerator, int *denominator);
int gst_structure_get_int(const GstStructure *structure, const char *name, int *value);
const char *gst_structure_get_name(const GstStructure *structure);
const char *gst_structure_get_string(const GstStructure *structure, const char *name);
const GValue *gst_structure_get_value(const GstStructure *structure, const char *name);
GstClock *gst_system_clock_obtain(void);
int gst_value_get_fraction_denominator(const GValue *value);
int gst_value_get_fraction_numerator(const GValue *value);
const GValue *gst_value_get_fraction_range_max(const GValue *value);
unsigned gst_value_list_get_size(const GValue *value);
size_t gst_value_list_get_type(void);
const GValue *gst_value_list_get_value(const GValue *value, unsigned index);

#define GSTREAMER_FUNCTIONS(F) \
    F(g_error_free) \
    F(g_free) \
    F(g_list_free) \
    F(g_object_get) \
    F(g_object_set) \
    F(g_quark_to_string) \
    F(g_signal_emit_by_name) \
    F(gst_bin_add) \
    F(gst_bin_get_by_name) \
    F(gst_buffer_extract) \
    F(gst_buffer_fill) \
    F(gst_buffer_get_size) \
    F(gst_buffer_new_allocate) \
    F(gst_bus_pop) \
    F(gst_bus_pop_filtered) \
    F(gst_caps_from_string) \
    F(gst_caps_get_size) \
    F(gst_caps_get_structure) \
    F(gst_device_create_element) \
    F(gst_device_get_caps) \
    F(gst_device_get_device_class) \
    F(gst_device_get_display_name) \
    F(gst_device_get_properties) \
    F(gst_device_has_classes) \
    F(gst_device_monitor_add_filter) \
    F(gst_device_monitor_get_bus) \
    F(gst_device_monitor_get_devices) \
    F(gst_device_monitor_new) \
    F(gst_device_monitor_start) \
    F(gst_device_provider_factory_find) \
    F(gst_device_provider_factory_get) \
    F(gst_device_provider_get_bus) \
    F(gst_device_provider_get_devices) \
    F(gst_device_provider_start) \
    F(gst_device_provider_stop) \
    F(gst_element_factory_find) \
    F(gst_element_get_base_time) \
    F(gst_element_get_bus) \
    F(gst_element_link) \
    F(gst_element_query_position) \
    F(gst_element_set_state) \
    F(gst_fraction_get_type) \
    F(gst_fraction_range_get_type) \
    F(gst_init_check) \
    F(gst_message_parse_error) \
    F(gst_message_parse_warning) \
    F(gst_mini_object_unref) \
    F(gst_object_ref) \
    F(gst_object_unref) \
    F(gst_parse_bin_from_description) \
    F(gst_parse_launch) \
    F(gst_pipeline_new) \
    F(gst_pipeline_use_clock) \
    F(gst_sample_get_buffer) \
    F(gst_sample_get_caps) \
    F(gst_sample_new) \
    F(gst_segment_do_seek) \
    F(gst_segment_free) \
    F(gst_segment_init) \
    F(gst_segment_new) \
    F(gst_structure_free) \
    F(gst_structure_get_fraction) \
    F(gst_structure_get_int) \
    F(gst_structure_get_name) \
    F(gst_structure_get_string) \
    F(gst_structure_get_value) \
    F(gst_system_clock_obtain) \
    F(gst_value_get_fraction_denominator) \
    F(gst_value_get_fraction_numerator) \
    F(gst_value_get_fraction_range_max) \
    F(gst_value_list_get_size) \
    F(gst_value_list_get_type) \
    F(gst_value_list_get_value)

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

/// An element that is needed, and the package that is missing where there is none of it.
typedef struct {
    const char *name;
    CLiveFailureKind package;
} CLiveElement;

/// Whether there are all of the elements; the list ends with one that has no name.
bool clive_find_elements(const CLiveElement *elements, CLiveFailure *failure);
/// The next event that a bus tells of; `failure` is what an error or a warning says.
CLiveEvent clive_next_event(GstBus *bus, CLiveFailure *failure);
/// Makes the element that opens a device; NULL where it is gone.
GstElement *clive_device_element(const CLiveDevice *device);
