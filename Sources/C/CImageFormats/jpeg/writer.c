#include "cjpeg.h"
#include "failure.h"

#include <jerror.h>
#include <stdlib.h>

struct CJPEGWriter {
    struct jpeg_compress_struct jpeg;
    struct jpeg_destination_mgr destination;
    Failure failure;
    size_t bytesPerRow;
    uint8_t *output;
    size_t length, capacity;
};

/// Gives libjpeg the unused part of the buffer, which has at least `room` bytes.
static void offer(CJPEGWriter *writer, size_t room) {
    if (writer->capacity - writer->length < room) {
        size_t capacity = writer->capacity * 2 + room;
        uint8_t *output = realloc(writer->output, capacity);
        if (output == NULL)
            ERREXIT1(&writer->jpeg, JERR_OUT_OF_MEMORY, 0);
        writer->output = output;
        writer->capacity = capacity;
    }
    writer->destination.next_output_byte = writer->output + writer->length;
    writer->destination.free_in_buffer = writer->capacity - writer->length;
}

static CJPEGWriter *owner(j_compress_ptr jpeg) {
    return jpeg->client_data;
}

static void begin(j_compress_ptr jpeg) {
    offer(owner(jpeg), 1 << 16);
}

/// libjpeg calls this when the buffer is full, regardless of `free_in_buffer`.
static boolean grow(j_compress_ptr jpeg) {
    CJPEGWriter *writer = owner(jpeg);
    writer->length = writer->capacity;
    offer(writer, 1 << 16);
    return TRUE;
}

static void end(j_compress_ptr jpeg) {
    (void) jpeg;
}

CJPEGWriter *cjpeg_writer_create(void) {
    CJPEGWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    failure_prepare(&writer->failure);
    writer->jpeg.err = &writer->failure.manager;
    if (setjmp(writer->failure.target)) {
        cjpeg_writer_destroy(writer);
        return NULL;
    }
    jpeg_create_compress(&writer->jpeg);
    writer->jpeg.client_data = writer;
    writer->jpeg.dest = &writer->destination;
    writer->destination.init_destination = begin;
    writer->destination.empty_output_buffer = grow;
    writer->destination.term_destination = end;
    return writer;
}

const char *cjpeg_writer_message(const CJPEGWriter *writer) {
    return writer->failure.message;
}

bool cjpeg_writer_start(CJPEGWriter *writer, const CJPEGSettings *settings) {
    struct jpeg_compress_struct *jpeg = &writer->jpeg;
    if (setjmp(writer->failure.target))
        return false;
    jpeg->image_width = settings->width;
    jpeg->image_height = settings->height;
    jpeg->input_components = settings->rows == CJPEG_GRAY ? 1 : (settings->rows == CJPEG_RGB ? 3 : 4);
    jpeg->in_color_space = settings->rows == CJPEG_GRAY
        ? JCS_GRAYSCALE
        : (settings->rows == CJPEG_RGB ? JCS_RGB : JCS_EXT_RGBX);
    writer->bytesPerRow = (size_t) settings->width * (size_t) jpeg->input_components;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, settings->quality, TRUE);
    jpeg->optimize_coding = settings->countsCodes;
    if (settings->hasFullColor)
        jpeg->comp_info[0].h_samp_factor = jpeg->comp_info[0].v_samp_factor = 1;
    if (settings->dotsPerInchX > 0 && settings->dotsPerInchY > 0) {
        jpeg->density_unit = 1;
        jpeg->X_density = settings->dotsPerInchX;
        jpeg->Y_density = settings->dotsPerInchY;
    }
    jpeg_start_compress(jpeg, TRUE);
    return true;
}

bool cjpeg_writer_write_segment(CJPEGWriter *writer, int marker, const void *data, size_t length) {
    if (setjmp(writer->failure.target))
        return false;
    jpeg_write_marker(&writer->jpeg, marker, data, (unsigned) length);
    return true;
}

bool cjpeg_writer_write_rows(CJPEGWriter *writer, const void *rows, size_t count) {
    if (setjmp(writer->failure.target))
        return false;
    for (size_t index = 0; index < count; index++) {
        JSAMPROW row = (JSAMPROW) rows + writer->bytesPerRow * index;
        jpeg_write_scanlines(&writer->jpeg, &row, 1);
    }
    return true;
}

bool cjpeg_writer_finish(CJPEGWriter *writer) {
    if (setjmp(writer->failure.target))
        return false;
    jpeg_finish_compress(&writer->jpeg);
    return true;
}

const uint8_t *cjpeg_writer_output(const CJPEGWriter *writer, size_t *length) {
    *length = writer->destination.next_output_byte == NULL
        ? 0
        : (size_t) (writer->destination.next_output_byte - writer->output);
    return writer->output;
}

void cjpeg_writer_clear_output(CJPEGWriter *writer) {
    writer->length = 0;
    writer->destination.next_output_byte = writer->output;
    writer->destination.free_in_buffer = writer->capacity;
}

void cjpeg_writer_destroy(CJPEGWriter *writer) {
    if (writer == NULL)
        return;
    jpeg_destroy_compress(&writer->jpeg);
    free(writer->output);
    free(writer);
}
