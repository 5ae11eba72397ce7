#include "cjpeg.h"
#include "failure.h"

#include <jerror.h>
#include <stdlib.h>

struct CJPEGReader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_progress_mgr progress;
    Failure failure;
};

/// Each scan of a progressive file goes over the whole picture: a small file of many would take hours.
static void limit_scans(j_common_ptr jpeg) {
    const int mostScans = 200;
    if (jpeg->is_decompressor && ((j_decompress_ptr)jpeg)->input_scan_number > mostScans)
        ERREXIT(jpeg, JERR_BAD_PROGRESSION);
}

CJPEGReader *cjpeg_reader_create(const void *data, size_t length) {
    CJPEGReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    failure_prepare(&reader->failure);
    reader->jpeg.err = &reader->failure.manager;
    if (setjmp(reader->failure.target)) {
        cjpeg_reader_destroy(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->jpeg);
    reader->progress.progress_monitor = limit_scans;
    reader->jpeg.progress = &reader->progress;
    jpeg_mem_src(&reader->jpeg, data, length);
    return reader;
}

const char *cjpeg_reader_message(const CJPEGReader *reader) {
    return reader->failure.message;
}

bool cjpeg_reader_is_plain(CJPEGReader *reader, int width, int height) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (setjmp(reader->failure.target))
        return false;
    jpeg_read_header(jpeg, TRUE);
    bool isPlain = jpeg->jpeg_color_space == JCS_GRAYSCALE || jpeg->jpeg_color_space == JCS_RGB ||
        jpeg->jpeg_color_space == JCS_YCbCr;
    return isPlain && (int)jpeg->image_width == width && (int)jpeg->image_height == height;
}

bool cjpeg_reader_read_rows(CJPEGReader *reader, void *rgba) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (setjmp(reader->failure.target))
        return false;
    jpeg->out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(jpeg);
    size_t bytesPerRow = (size_t)jpeg->output_width * 4;
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = (JSAMPROW)rgba + bytesPerRow * jpeg->output_scanline;
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    return true;
}

void cjpeg_reader_destroy(CJPEGReader *reader) {
    if (reader == NULL)
        return;
    jpeg_destroy_decompress(&reader->jpeg);
    free(reader);
}
