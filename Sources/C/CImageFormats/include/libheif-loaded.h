#pragma once

// libheif, which `libheif_problem` loads on demand: it depends on AVIF and HEVC codecs, which take longer to
// load than a small picture takes to decode.

#include <libheif/heif.h>

#include "lazy-library.h"

#define LIBHEIF_FUNCTIONS(F) \
    F(heif_context_add_XMP_metadata) \
    F(heif_context_add_exif_metadata) \
    F(heif_context_alloc) \
    F(heif_context_encode_image) \
    F(heif_context_free) \
    F(heif_context_get_encoder_for_format) \
    F(heif_context_get_primary_image_handle) \
    F(heif_context_read_from_memory_without_copy) \
    F(heif_context_set_primary_image) \
    F(heif_context_write) \
    F(heif_context_write_to_file) \
    F(heif_encoder_release) \
    F(heif_encoder_set_lossless) \
    F(heif_encoder_set_lossy_quality) \
    F(heif_encoder_set_parameter_integer) \
    F(heif_encoder_set_parameter_string) \
    F(heif_encoding_options_alloc) \
    F(heif_encoding_options_free) \
    F(heif_have_decoder_for_format) \
    F(heif_image_add_plane) \
    F(heif_image_create) \
    F(heif_image_get_plane) \
    F(heif_image_handle_get_nclx_color_profile) \
    F(heif_image_handle_is_premultiplied_alpha) \
    F(heif_image_handle_release) \
    F(heif_image_release) \
    F(heif_image_set_nclx_color_profile) \
    F(heif_image_set_raw_color_profile) \
    F(heif_nclx_color_profile_alloc) \
    F(heif_nclx_color_profile_free)

/// The functions used; call them only after `libheif_problem` has returned null.
extern struct LibHEIF { LIBHEIF_FUNCTIONS(LAZY_FUNCTION) } libheif;

/// In newer headers this is a macro, which Swift does not import.
static const enum heif_chroma libheif_chroma_monochrome = heif_chroma_monochrome;

/// Loads libheif on the first call. Returns null, or the reason why libheif cannot be used.
const char *libheif_problem(void);
