#pragma once

// The functions of GStreamer and GLib in use, which `gstreamer_load` loads.

#include <gst/gst.h>

#include "clive.h"
#include "lazy-library.h"

// A macro that would hide the function.
#undef g_free

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

/// The functions, by their own names: `gst.gst_parse_launch(…)`.
extern struct GStreamer { GSTREAMER_FUNCTIONS(LAZY_FUNCTION) } gst;

/// Loads and initializes GStreamer, once.
bool gstreamer_load(CLiveFailure *failure);
/// Sets `failure`; returns false, for `return fail(…)`.
bool clive_fail(CLiveFailure *failure, CLiveFailureKind kind, const char *message);
/// The same from a GStreamer error, which it frees; NULL for an unknown error.
bool clive_fail_with(CLiveFailure *failure, GError *error);

/// A required element, and the package to report if it is missing.
typedef struct {
    const char *name;
    CLiveFailureKind package;
} CLiveElement;

/// True if all elements exist; the list ends with one without a name.
bool clive_find_elements(const CLiveElement *elements, CLiveFailure *failure);
/// The next event on a bus; `failure` receives the message if it is an error or a warning.
CLiveEvent clive_next_event(GstBus *bus, CLiveFailure *failure);
/// Creates the element that opens a device; NULL if the device is gone.
GstElement *clive_device_element(const CLiveDevice *device);
/// True if its frames are read from PipeWire directly.
bool clive_device_is_of_pipewire(const CLiveDevice *device);
/// Requests the frames of such a device from PipeWire, in a format or, if that is NULL, in any.
struct CameraStream *clive_device_stream(
    const CLiveDevice *device, const CLiveFormat *form, CLiveFailure *failure);
