#include "cpng.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CPNGWriter {
    png_structp png;
    png_infop info;
    uint8_t *output;
    size_t length, capacity;
    char message[CPNG_MESSAGE_SIZE];
};

static void fail(png_structp png, png_const_charp text) {
    CPNGWriter *writer = png_get_error_ptr(png);
    snprintf(writer->message, sizeof writer->message, "%s", text);
    longjmp(png_jmpbuf(png), 1);
}

static void ignore_warning(png_structp png, png_const_charp text) {
    (void) png;
    (void) text;
}

static void gather(png_structp png, png_bytep bytes, size_t count) {
    CPNGWriter *writer = png_get_io_ptr(png);
    if (count > writer->capacity - writer->length) {
        size_t capacity = (writer->length + count) * 2;
        uint8_t *output = realloc(writer->output, capacity);
        if (output == NULL)
            png_error(png, "there is not enough memory");
        writer->output = output;
        writer->capacity = capacity;
    }
    memcpy(writer->output + writer->length, bytes, count);
    writer->length += count;
}

static void ignore_flush(png_structp png) {
    (void) png;
}

CPNGWriter *cpng_writer_create(void) {
    CPNGWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, fail, ignore_warning);
    if (writer->png != NULL)
        writer->info = png_create_info_struct(writer->png);
    if (writer->info == NULL) {
        cpng_writer_destroy(writer);
        return NULL;
    }
    return writer;
}

const char *cpng_writer_message(const CPNGWriter *writer) {
    return writer->message;
}

/// Sets all texts with one call, since libpng copies its whole list on each call. False if allocation fails.
static bool set_texts(png_structp png, png_infop info, const CPNGText *texts, int count) {
    if (count == 0)
        return true;
    png_text *list = calloc((size_t) count, sizeof *list);
    if (list == NULL)
        return false;
    for (int index = 0; index < count; index++) {
        png_text *text = &list[index];
        text->key = (png_charp) texts[index].keyword;
        text->text = (png_charp) texts[index].text;
        if (texts[index].isUTF8) {
            text->compression = PNG_ITXT_COMPRESSION_NONE;
            text->itxt_length = texts[index].length;
            text->lang = text->lang_key = (png_charp) "";
        } else {
            text->compression = PNG_TEXT_COMPRESSION_NONE;
            text->text_length = texts[index].length;
        }
    }
    // libpng copies its input; if that fails for lack of memory, it only warns.
    png_set_text(png, info, list, count);
    free(list);
    return true;
}

bool cpng_accepts_profile(const uint8_t *profile, uint32_t length, bool isGray) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore_warning);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    volatile bool isAccepted = false;
    if (info != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_set_IHDR(
            png, info, 1, 1, 8, isGray ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
            PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_benign_errors(png, true);
        png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, profile, length);
        isAccepted = png_get_valid(png, info, PNG_INFO_iCCP) != 0;
    }
    png_destroy_write_struct(&png, &info);
    return isAccepted;
}

bool cpng_writer_write_header(CPNGWriter *writer, const CPNGSettings *settings) {
    png_structp png = writer->png;
    png_infop info = writer->info;
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_write_fn(png, writer, gather, ignore_flush);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    int color = settings->isGray ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB;
    if (settings->hasAlpha)
        color |= PNG_COLOR_MASK_ALPHA;
    png_set_IHDR(
        png, info, settings->width, settings->height, settings->isSixteenBit ? 16 : 8, color,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // Makes libpng only warn if it still considers a profile invalid.
    png_set_benign_errors(png, true);
    if (settings->profileLength > 0)
        png_set_iCCP(
            png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, settings->profile, settings->profileLength);
    else
        png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (settings->pixelsPerMeterX > 0 && settings->pixelsPerMeterY > 0)
        png_set_pHYs(
            png, info, settings->pixelsPerMeterX, settings->pixelsPerMeterY, PNG_RESOLUTION_METER);
    if (settings->exifLength > 0)
        png_set_eXIf_1(png, info, settings->exifLength, (png_bytep) settings->exif);
    if (!set_texts(png, info, settings->texts, settings->textCount))
        png_error(png, "there is not enough memory");
    png_write_info(png, info);
    return true;
}

bool cpng_writer_write_data(CPNGWriter *writer, const void *data, size_t length) {
    png_structp png = writer->png;
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_write_chunk(png, (png_const_bytep) "IDAT", data, length);
    return true;
}

bool cpng_writer_finish(CPNGWriter *writer) {
    png_structp png = writer->png;
    if (setjmp(png_jmpbuf(png)))
        return false;
    // png_write_end requires image data that was written by libpng itself.
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
    return true;
}

const uint8_t *cpng_writer_output(const CPNGWriter *writer, size_t *length) {
    *length = writer->length;
    return writer->output;
}

void cpng_writer_clear_output(CPNGWriter *writer) {
    writer->length = 0;
}

void cpng_writer_destroy(CPNGWriter *writer) {
    if (writer == NULL)
        return;
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->output);
    free(writer);
}
