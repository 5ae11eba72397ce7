#pragma once

// The functions of libvips and of GLib's objects that are used here, as pointers that `library_load` fills in: libvips comes with
// eighty libraries of its own, which take longer to load than a small picture takes to be filtered.

#include <stdbool.h>
#include <vips/vips.h>

#define LIBRARY_FUNCTIONS(F) \
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

#define DECLARE_FUNCTION(name) __typeof__(name) *name;

#undef g_object_ref

extern struct LibVips {
    LIBRARY_FUNCTIONS(DECLARE_FUNCTION)
} libvips;

/// Loads libvips, once; false, with the reason in `message`, where it is not there. No other function may be called before.
bool library_load(char *message);

// Their own names stand for the pointers, in libvips' macros, too.
#ifndef LIBRARY_LOADS
#define g_object_ref libvips.g_object_ref
#define g_object_unref libvips.g_object_unref
#define g_signal_connect_data libvips.g_signal_connect_data
#define vips_Lab2XYZ libvips.vips_Lab2XYZ
#define vips_area_unref libvips.vips_area_unref
#define vips_array_double_newv libvips.vips_array_double_newv
#define vips_band_format_iscomplex libvips.vips_band_format_iscomplex
#define vips_band_format_isfloat libvips.vips_band_format_isfloat
#define vips_bandjoin libvips.vips_bandjoin
#define vips_bandjoin2 libvips.vips_bandjoin2
#define vips_bandjoin_const1 libvips.vips_bandjoin_const1
#define vips_blob_get libvips.vips_blob_get
#define vips_blob_get_type libvips.vips_blob_get_type
#define vips_block_untrusted_set libvips.vips_block_untrusted_set
#define vips_cache_set_max libvips.vips_cache_set_max
#define vips_cast libvips.vips_cast
#define vips_colourspace libvips.vips_colourspace
#define vips_copy libvips.vips_copy
#define vips_error libvips.vips_error
#define vips_error_buffer_copy libvips.vips_error_buffer_copy
#define vips_error_clear libvips.vips_error_clear
#define vips_extract_band libvips.vips_extract_band
#define vips_format_sizeof libvips.vips_format_sizeof
#define vips_format_sizeof_unsafe libvips.vips_format_sizeof_unsafe
#define vips_gifload_buffer libvips.vips_gifload_buffer
#define vips_heifload_buffer libvips.vips_heifload_buffer
#define vips_image_decode libvips.vips_image_decode
#define vips_image_generate libvips.vips_image_generate
#define vips_image_get_bands libvips.vips_image_get_bands
#define vips_image_get_blob libvips.vips_image_get_blob
#define vips_image_get_format libvips.vips_image_get_format
#define vips_image_get_height libvips.vips_image_get_height
#define vips_image_get_int libvips.vips_image_get_int
#define vips_image_get_interpretation libvips.vips_image_get_interpretation
#define vips_image_get_n_pages libvips.vips_image_get_n_pages
#define vips_image_get_orientation libvips.vips_image_get_orientation
#define vips_image_get_typeof libvips.vips_image_get_typeof
#define vips_image_get_width libvips.vips_image_get_width
#define vips_image_get_xres libvips.vips_image_get_xres
#define vips_image_get_yres libvips.vips_image_get_yres
#define vips_image_guess_interpretation libvips.vips_image_guess_interpretation
#define vips_image_new libvips.vips_image_new
#define vips_image_new_from_memory libvips.vips_image_new_from_memory
#define vips_image_new_matrix_from_array libvips.vips_image_new_matrix_from_array
#define vips_image_pio_input libvips.vips_image_pio_input
#define vips_image_pipelinev libvips.vips_image_pipelinev
#define vips_image_set_blob_copy libvips.vips_image_set_blob_copy
#define vips_init libvips.vips_init
#define vips_linear1 libvips.vips_linear1
#define vips_object_local_cb libvips.vips_object_local_cb
#define vips_operation_block_set libvips.vips_operation_block_set
#define vips_profile_load libvips.vips_profile_load
#define vips_radload_buffer libvips.vips_radload_buffer
#define vips_rect_includespoint libvips.vips_rect_includespoint
#define vips_recomb libvips.vips_recomb
#define vips_region_new libvips.vips_region_new
#define vips_region_prepare libvips.vips_region_prepare
#define vips_region_region libvips.vips_region_region
#define vips_sink_disc libvips.vips_sink_disc
#define vips_start_one libvips.vips_start_one
#define vips_stop_one libvips.vips_stop_one
#define vips_svgload_buffer libvips.vips_svgload_buffer
#define vips_tiffload_buffer libvips.vips_tiffload_buffer
#define vips_tiffsave_buffer libvips.vips_tiffsave_buffer
#define vips_version libvips.vips_version
#define vips_webpload_buffer libvips.vips_webpload_buffer
#define vips_webpsave_buffer libvips.vips_webpsave_buffer
#endif
