// The functions of libheif that are used here, by their own names.

#include "libheif-loaded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

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

#define DECLARE_FUNCTION(name) __typeof__(name) *name;

static struct {
    LIBHEIF_FUNCTIONS(DECLARE_FUNCTION)
} libheif;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

#define LOAD_FUNCTION(function) \
    if (!(libheif.function = dlsym(library, #function))) goto missing;

static void load(void) {
    void *library;
    if (!(library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL))) goto missing;
    LIBHEIF_FUNCTIONS(LOAD_FUNCTION)
    return;
missing:
    snprintf(problem, sizeof problem, "%s", dlerror());
}

const char *libheif_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}

#define FUNCTION(result, name, parameters, arguments) \
    result name parameters { \
        pthread_once(&once, load); \
        return libheif.name arguments; \
    }
#define PROCEDURE(name, parameters, arguments) \
    void name parameters { \
        pthread_once(&once, load); \
        libheif.name arguments; \
    }

FUNCTION(struct heif_error, heif_context_add_XMP_metadata,
    (struct heif_context *context, const struct heif_image_handle *image_handle, const void *data, int size),
    (context, image_handle, data, size))
FUNCTION(struct heif_error, heif_context_add_exif_metadata,
    (struct heif_context *context, const struct heif_image_handle *image_handle, const void *data, int size),
    (context, image_handle, data, size))
FUNCTION(struct heif_context *, heif_context_alloc, (void), ())
FUNCTION(struct heif_error, heif_context_encode_image,
    (struct heif_context *context, const struct heif_image *image, struct heif_encoder *encoder, const struct heif_encoding_options *options, struct heif_image_handle **out_image_handle),
    (context, image, encoder, options, out_image_handle))
PROCEDURE(heif_context_free, (struct heif_context *context), (context))
FUNCTION(struct heif_error, heif_context_get_encoder_for_format,
    (struct heif_context *context, enum heif_compression_format format, struct heif_encoder **encoder),
    (context, format, encoder))
FUNCTION(struct heif_error, heif_context_get_primary_image_handle,
    (struct heif_context *ctx, struct heif_image_handle **handle),
    (ctx, handle))
FUNCTION(struct heif_error, heif_context_read_from_memory_without_copy,
    (struct heif_context *context, const void *mem, size_t size, const struct heif_reading_options *options),
    (context, mem, size, options))
FUNCTION(struct heif_error, heif_context_set_primary_image,
    (struct heif_context *context, struct heif_image_handle *image_handle),
    (context, image_handle))
FUNCTION(struct heif_error, heif_context_write,
    (struct heif_context *context, struct heif_writer *writer, void *userdata),
    (context, writer, userdata))
FUNCTION(struct heif_error, heif_context_write_to_file,
    (struct heif_context *context, const char *filename),
    (context, filename))
PROCEDURE(heif_encoder_release, (struct heif_encoder *encoder), (encoder))
FUNCTION(struct heif_error, heif_encoder_set_lossless, (struct heif_encoder *encoder, int enable), (encoder, enable))
FUNCTION(struct heif_error, heif_encoder_set_lossy_quality,
    (struct heif_encoder *encoder, int quality),
    (encoder, quality))
FUNCTION(struct heif_error, heif_encoder_set_parameter_integer,
    (struct heif_encoder *encoder, const char *parameter_name, int value),
    (encoder, parameter_name, value))
FUNCTION(struct heif_error, heif_encoder_set_parameter_string,
    (struct heif_encoder *encoder, const char *parameter_name, const char *value),
    (encoder, parameter_name, value))
FUNCTION(struct heif_encoding_options *, heif_encoding_options_alloc, (void), ())
PROCEDURE(heif_encoding_options_free, (struct heif_encoding_options *options), (options))
FUNCTION(struct heif_error, heif_image_add_plane,
    (struct heif_image *image, enum heif_channel channel, int width, int height, int bit_depth),
    (image, channel, width, height, bit_depth))
FUNCTION(struct heif_error, heif_image_create,
    (int width, int height, enum heif_colorspace colorspace, enum heif_chroma chroma, struct heif_image **out_image),
    (width, height, colorspace, chroma, out_image))
FUNCTION(uint8_t *, heif_image_get_plane,
    (struct heif_image *image, enum heif_channel channel, int *out_stride),
    (image, channel, out_stride))
FUNCTION(struct heif_error, heif_image_handle_get_nclx_color_profile,
    (const struct heif_image_handle *handle, struct heif_color_profile_nclx **out_data),
    (handle, out_data))
FUNCTION(int, heif_image_handle_is_premultiplied_alpha, (const struct heif_image_handle *handle), (handle))
PROCEDURE(heif_image_handle_release, (const struct heif_image_handle *handle), (handle))
PROCEDURE(heif_image_release, (const struct heif_image *image), (image))
FUNCTION(struct heif_error, heif_image_set_nclx_color_profile,
    (struct heif_image *image, const struct heif_color_profile_nclx *color_profile),
    (image, color_profile))
FUNCTION(struct heif_error, heif_image_set_raw_color_profile,
    (struct heif_image *image, const char *profile_type_fourcc_string, const void *profile_data, const size_t profile_size),
    (image, profile_type_fourcc_string, profile_data, profile_size))
FUNCTION(struct heif_color_profile_nclx *, heif_nclx_color_profile_alloc, (void), ())
PROCEDURE(heif_nclx_color_profile_free, (struct heif_color_profile_nclx *nclx_profile), (nclx_profile))
