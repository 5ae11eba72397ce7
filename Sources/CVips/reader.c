#include "cvips.h"
#include "messages.h"
#include "color.h"

#include <stdio.h>
#include <string.h>
#include <vips/vips.h>

struct CVipsReader {
    VipsImage *source;
    bool isSixteenBit;
};

static void stay_quiet(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {
    (void)domain;
    (void)level;
    (void)text;
    (void)data;
}

bool cvips_start(char *message) {
    // Damage is reported by the functions that fail; warnings on standard error would only repeat it.
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO, stay_quiet, NULL);
    if (VIPS_INIT("glint") != 0) {
        cvips_take_error(message);
        return false;
    }
    // Loaders that their own authors do not trust with hostile files stay shut.
    vips_block_untrusted_set(TRUE);
    // A drawing of a hundred bytes may ask for gigapixels.
    vips_operation_block_set("VipsForeignLoadSvg", TRUE);
    // Pictures are decoded once; remembered operations would only hold their memory.
    vips_cache_set_max(0);
    return true;
}

bool cvips_knows(const void *data, size_t length) {
    const char *loader = vips_foreign_find_load_buffer(data, length);
    vips_error_clear();
    if (loader == NULL)
        return false;
    VipsOperationClass *operation = g_type_class_ref(g_type_from_name(loader));
    bool isOpen = (operation->flags & VIPS_OPERATION_BLOCKED) == 0;
    g_type_class_unref(operation);
    return isOpen;
}

static void name_loader(VipsImage *image, char name[16]) {
    const char *loader = "";
    if (vips_image_get_typeof(image, VIPS_META_LOADER) != 0)
        vips_image_get_string(image, VIPS_META_LOADER, &loader);
    // "jpegload_buffer", of which "jpeg" is wanted.
    const char *end = strstr(loader, "load");
    snprintf(name, 16, "%.*s", end == NULL ? 0 : (int)(end - loader), loader);
}

CVipsReader *cvips_reader_create(const void *data, size_t length, int shrink, CVipsHeader *header, char *message) {
    char options[32] = "";
    if (shrink > 1)
        snprintf(options, sizeof options, "[shrink=%d]", shrink);
    // Sequential: rows are decoded as they are asked for, so memory follows the data there is.
    VipsImage *source = vips_image_new_from_buffer(
        data, length, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
    // Some loaders pack their pixels.
    VipsImage *decoded = NULL;
    if (source == NULL || vips_image_decode(source, &decoded) != 0) {
        cvips_take_error(message);
        VIPS_UNREF(source);
        return NULL;
    }
    VIPS_UNREF(source);
    source = decoded;
    memset(header, 0, sizeof *header);
    header->width = vips_image_get_width(source);
    header->height = vips_image_get_height(source);
    header->isGray = cvips_is_gray(source);
    header->hasAlpha = vips_image_hasalpha(source);
    header->isSixteenBit = cvips_is_deep(source);
    header->orientation = vips_image_get_orientation(source);
    // libvips says one pixel per millimeter when the file says nothing.
    double x = vips_image_get_xres(source), y = vips_image_get_yres(source);
    if (x != 1 || y != 1) {
        header->resolutionX = x;
        header->resolutionY = y;
    }
    name_loader(source, header->loader);

    CVipsReader *reader = g_new0(CVipsReader, 1);
    reader->source = source;
    reader->isSixteenBit = header->isSixteenBit;
    return reader;
}

bool cvips_reader_read_rows(CVipsReader *reader, void *rgba, char *message) {
    int failed = 0;
    VipsImage *watched = cvips_watch(reader->source, &failed);
    VipsImage *converted = watched == NULL ? NULL : cvips_to_rgba(watched, reader->isSixteenBit);
    bool done = converted != NULL && cvips_copy_rows(converted, rgba) && g_atomic_int_get(&failed) == 0;
    if (!done)
        cvips_take_error(message);
    VIPS_UNREF(converted);
    VIPS_UNREF(watched);
    return done;
}

const uint8_t *cvips_reader_block(CVipsReader *reader, const char *name, size_t *length) {
    const void *block = NULL;
    if (vips_image_get_typeof(reader->source, name) != VIPS_TYPE_BLOB ||
        vips_image_get_blob(reader->source, name, &block, length) != 0)
        return NULL;
    return block;
}

void cvips_reader_destroy(CVipsReader *reader) {
    VIPS_UNREF(reader->source);
    g_free(reader);
}
