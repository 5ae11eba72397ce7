#pragma once

// The functions used of libvips and GObject, which `library_load` loads on demand: libvips depends on eighty
// libraries, which take longer to load than a small picture takes to filter.

#include <stdbool.h>
#include <vips/vips.h>

#include "lazy-library.h"

// This macro would hide the function.
#undef g_object_ref

#define LIBVIPS_FUNCTIONS(F) \
    F(g_object_ref) \
    F(g_object_unref) \
    F(g_signal_connect_data) \
    F(vips_Lab2XYZ) \
    F(vips_area_unref) \
    F(vips_array_double_newv) \
    F(vips_band_format_iscomplex) \
    F(vips_band_format_isfloat) \
    F(vips_bandjoin) \
    F(vips_bandjoin2) \
    F(vips_bandjoin_const1) \
    F(vips_blob_get) \
    F(vips_blob_get_type) \
    F(vips_block_untrusted_set) \
    F(vips_cache_set_max) \
    F(vips_cast) \
    F(vips_colourspace) \
    F(vips_copy) \
    F(vips_error) \
    F(vips_error_buffer_copy) \
    F(vips_error_clear) \
    F(vips_extract_band) \
    F(vips_format_sizeof) \
    F(vips_format_sizeof_unsafe) \
    F(vips_gifload_buffer) \
    F(vips_heifload_buffer) \
    F(vips_image_decode) \
    F(vips_image_generate) \
    F(vips_image_get_bands) \
    F(vips_image_get_blob) \
    F(vips_image_get_format) \
    F(vips_image_get_height) \
    F(vips_image_get_int) \
    F(vips_image_get_interpretation) \
    F(vips_image_get_n_pages) \
    F(vips_image_get_orientation) \
    F(vips_image_get_typeof) \
    F(vips_image_get_width) \
    F(vips_image_get_xres) \
    F(vips_image_get_yres) \
    F(vips_image_guess_interpretation) \
    F(vips_image_new) \
    F(vips_image_new_from_memory) \
    F(vips_image_new_matrix_from_array) \
    F(vips_image_pio_input) \
    F(vips_image_pipelinev) \
    F(vips_image_set_blob_copy) \
    F(vips_init) \
    F(vips_linear1) \
    F(vips_object_local_cb) \
    F(vips_operation_block_set) \
    F(vips_profile_load) \
    F(vips_radload_buffer) \
    F(vips_rect_includespoint) \
    F(vips_recomb) \
    F(vips_region_new) \
    F(vips_region_prepare) \
    F(vips_region_region) \
    F(vips_sink_disc) \
    F(vips_start_one) \
    F(vips_stop_one) \
    F(vips_svgload_buffer) \
    F(vips_tiffload_buffer) \
    F(vips_tiffsave_buffer) \
    F(vips_version) \
    F(vips_webpload_buffer) \
    F(vips_webpsave_buffer)

extern struct LibVips { LIBVIPS_FUNCTIONS(LAZY_FUNCTION) } libvips;

/// Loads libvips on the first call; false, with the reason in `message`, if it is not available. Must be
/// called before all other functions.
bool library_load(char *message);

// Functions that libvips' macros call.
#ifndef LIBRARY_LOADS
#define g_object_unref libvips.g_object_unref
#define g_signal_connect_data libvips.g_signal_connect_data
#define vips_blob_get_type libvips.vips_blob_get_type
#define vips_format_sizeof_unsafe libvips.vips_format_sizeof_unsafe
#define vips_object_local_cb libvips.vips_object_local_cb
#define vips_rect_includespoint libvips.vips_rect_includespoint
#define vips_error libvips.vips_error
#define vips_init libvips.vips_init
#define vips_version libvips.vips_version
#endif
