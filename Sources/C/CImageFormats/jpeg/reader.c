#include "cjpeg.h"
#include "failure.h"

#include <jerror.h>
#include <stdio.h>
#include <stdlib.h>

struct CJPEGReader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_progress_mgr progress;
    Failure failure;
    bool hasBegunRows;
};

/// Every scan of a progressive file covers the whole picture, so a small file with many scans could take
/// hours.
static void limit_scans(j_common_ptr jpeg) {
    const int mostScans = 200;
    if (jpeg->is_decompressor && ((j_decompress_ptr) jpeg)->input_scan_number > mostScans)
        ERREXIT(jpeg, JERR_BAD_PROGRESSION);
}

CJPEGReader *cjpeg_reader_create(const void *data, size_t length, bool acceptsDamage) {
    CJPEGReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    failure_prepare(&reader->failure);
    reader->failure.acceptsDamage = acceptsDamage;
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

static void complain(CJPEGReader *reader, const char *message) {
    snprintf(reader->failure.message, sizeof reader->failure.message, "%s", message);
}

/// The resolution from the JFIF segment. Writers that do not know it store 1.
static void tell_resolution(const struct jpeg_decompress_struct *jpeg, CJPEGHeader *header) {
    const double unitsOfMillimeters[] = {0, 25.4, 10};
    if (!jpeg->saw_JFIF_marker || jpeg->X_density <= 1 || jpeg->Y_density <= 1 || jpeg->density_unit < 1
        || jpeg->density_unit > 2)
        return;
    header->pixelsPerMillimeterX = jpeg->X_density / unitsOfMillimeters[jpeg->density_unit];
    header->pixelsPerMillimeterY = jpeg->Y_density / unitsOfMillimeters[jpeg->density_unit];
}

bool cjpeg_reader_read_header(CJPEGReader *reader, CJPEGHeader *header) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    *header = (CJPEGHeader) {0};
    if (setjmp(reader->failure.target))
        return false;
    jpeg_read_header(jpeg, TRUE);
    header->width = (int) jpeg->image_width;
    header->height = (int) jpeg->image_height;
    header->isGray = jpeg->jpeg_color_space == JCS_GRAYSCALE;
    tell_resolution(jpeg, header);
    switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_RGB:
    case JCS_YCbCr:
        jpeg->out_color_space = JCS_EXT_RGBA;
        header->rows = CJPEG_RGBX;
        return true;
    case JCS_CMYK:
    case JCS_YCCK:
        jpeg->out_color_space = JCS_CMYK;
        header->rows = CJPEG_CMYK;
        return true;
    default:
        header->hasUnknownColors = true;
        complain(reader, "Glint does not support its color format");
        return false;
    }
}

bool cjpeg_reader_reduce(CJPEGReader *reader, int denominator, int *width, int *height) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (setjmp(reader->failure.target))
        return false;
    jpeg->scale_num = 1;
    jpeg->scale_denom = (unsigned) denominator;
    jpeg_calc_output_dimensions(jpeg);
    *width = (int) jpeg->output_width;
    *height = (int) jpeg->output_height;
    return true;
}

/// Detects damage that libjpeg does not warn about: a file that ends between two scans.
static bool misses_scans(j_decompress_ptr jpeg) {
    for (int component = 0; component < jpeg->num_components; component++) {
        // The table is set by a component's first scan.
        if (jpeg->comp_info[component].quant_table == NULL)
            return true;
        // For each coefficient, the number of low bits that are still unknown; negative if all are.
        if (jpeg->progressive_mode && jpeg->coef_bits != NULL)
            for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++)
                if (jpeg->coef_bits[component][coefficient] != 0)
                    return true;
    }
    return false;
}

/// Adobe's software stores inks inverted.
static void invert(JSAMPROW row, size_t count) {
    for (size_t index = 0; index < count; index++)
        row[index] = (JSAMPLE) (MAXJSAMPLE - row[index]);
}

bool cjpeg_reader_read_rows(CJPEGReader *reader, void *rows, size_t count) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    if (setjmp(reader->failure.target))
        return false;
    if (!reader->hasBegunRows) {
        reader->hasBegunRows = true;
        jpeg_start_decompress(jpeg);
    }
    size_t bytesPerRow = (size_t) jpeg->output_width * 4;
    bool isInverted = jpeg->out_color_space == JCS_CMYK && jpeg->saw_Adobe_marker;
    for (size_t index = 0; index < count; index++) {
        JSAMPROW row = (JSAMPROW) rows + bytesPerRow * index;
        jpeg_read_scanlines(jpeg, &row, 1);
        if (isInverted)
            invert(row, bytesPerRow);
    }
    return true;
}

size_t cjpeg_reader_row_count(const CJPEGReader *reader) {
    return reader->jpeg.output_scanline;
}

bool cjpeg_reader_read_end(CJPEGReader *reader) {
    if (!reader->failure.acceptsDamage && misses_scans(&reader->jpeg)) {
        complain(reader, "the data ends before its last scan");
        return false;
    }
    // All rows are complete, so a missing or invalid end of the file does not matter.
    if (setjmp(reader->failure.target))
        return reader->failure.manager.msg_code != JWRN_EXTRANEOUS_DATA;
    jpeg_finish_decompress(&reader->jpeg);
    return true;
}

void cjpeg_reader_destroy(CJPEGReader *reader) {
    if (reader == NULL)
        return;
    jpeg_destroy_decompress(&reader->jpeg);
    free(reader);
}
