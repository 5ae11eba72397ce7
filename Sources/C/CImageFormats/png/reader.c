#include "cpng.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct CPNGReader {
    const uint8_t *data;
    size_t length, position;
    /// The buffer for the current piece of the file, which `data` then points to; null if all data is in
    /// memory.
    uint8_t *piece;
    int descriptor;
    /// The offset of the next piece; the file's own position is shared with other readers.
    off_t nextPiece;
    /// The number of bytes of the file that libpng has not requested yet, and how many of them precede the
    /// next chunk.
    uint64_t left, leftInChunk;
    png_structp png;
    png_infop info;
    int passes;
    bool hasBegunRows;
    bool acceptsDamage;
    bool lostText, lostExif, lostProfile;
    /// The number of rows that have pixels.
    uint32_t rowCount;
    char message[CPNG_MESSAGE_SIZE];
};

/// The number of bytes to read from a file at a time.
#define PIECE_SIZE (1 << 18)

static void fail(png_structp png, png_const_charp text) {
    CPNGReader *reader = png_get_error_ptr(png);
    snprintf(reader->message, sizeof reader->message, "%s", text);
    longjmp(png_jmpbuf(png), 1);
}

/// The maximum decompressed size of a profile or text. libpng allocates and touches as much memory as a
/// profile claims before it checks whether the data exists.
#define LARGEST_UNPACKED (64 << 20)
/// The size of the PNG signature.
#define SIGNATURE_SIZE 8
/// The size of a chunk's header: its length and name.
#define CHUNK_HEADER_SIZE 8
/// The size of the checksum at a chunk's end.
#define CHECKSUM_SIZE 4

/// libpng only warns about a wrong checksum of the image data if it finds it after the last row, and if it
/// drops a damaged tRNS chunk, which would silently lose transparency. Both are damage. Excess image data is
/// harmless.
static void warn(png_structp png, png_const_charp text) {
    CPNGReader *reader = png_get_error_ptr(png);
    bool isImageData = strncmp(text, "IDAT:", 5) == 0;
    bool isSurplus = strstr(text, "Too much") != NULL || strstr(text, "Extra") != NULL;
    if (!reader->acceptsDamage && ((isImageData && !isSurplus) || strncmp(text, "tRNS: CRC", 9) == 0))
        png_error(png, text);
    reader->lostText |= strncmp(text, "tEXt:", 5) == 0 || strncmp(text, "zTXt:", 5) == 0
        || strncmp(text, "iTXt:", 5) == 0;
    reader->lostExif |= strncmp(text, "eXIf:", 5) == 0;
    reader->lostProfile |= strncmp(text, "iCCP:", 5) == 0;
}

/// Reads the next piece of the file; none is left at its end.
static void read_piece(CPNGReader *reader) {
    ssize_t count;
    do
        count = pread(reader->descriptor, reader->piece, PIECE_SIZE, reader->nextPiece);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        png_error(reader->png, strerror(errno));
    reader->nextPiece += count;
    reader->position = 0;
    reader->length = (size_t) count;
}

/// Tracks the chunks being read, and rejects chunks that are longer than the rest of the file: libpng
/// allocates and touches memory for a whole chunk before it notices missing data. Only pixels are read in
/// pieces.
static void follow(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    reader->left -= count < reader->left ? count : reader->left;
    if (reader->leftInChunk > 0 || count != CHUNK_HEADER_SIZE) {
        reader->leftInChunk -= count < reader->leftInChunk ? count : reader->leftInChunk;
        return;
    }
    reader->leftInChunk = (uint64_t) png_get_uint_32(bytes) + CHECKSUM_SIZE;
    if (reader->leftInChunk > reader->left && memcmp(bytes + 4, "IDAT", 4) != 0)
        png_error(reader->png, "the data ends too early");
}

static void provide(png_structp png, png_bytep target, size_t count) {
    CPNGReader *reader = png_get_io_ptr(png);
    const uint8_t *start = target;
    size_t wanted = count;
    while (count > 0) {
        if (reader->position == reader->length && reader->piece != NULL)
            read_piece(reader);
        size_t available = reader->length - reader->position;
        if (available == 0 || (reader->piece == NULL && available < count))
            png_error(png, "the data ends too early");
        size_t taken = available < count ? available : count;
        memcpy(target, reader->data + reader->position, taken);
        reader->position += taken;
        target += taken;
        count -= taken;
    }
    follow(reader, start, wanted);
}

/// `length` is the length of the file.
static CPNGReader *with_png(CPNGReader *reader, uint64_t length, bool acceptsDamage) {
    reader->left = length;
    reader->leftInChunk = SIGNATURE_SIZE;
    reader->acceptsDamage = acceptsDamage;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, warn);
    if (reader->png != NULL)
        reader->info = png_create_info_struct(reader->png);
    if (reader->info == NULL) {
        cpng_reader_destroy(reader);
        return NULL;
    }
    if (acceptsDamage)
        png_set_crc_action(reader->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    return reader;
}

CPNGReader *cpng_reader_create(const void *data, size_t length, bool acceptsDamage) {
    CPNGReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->data = data;
    reader->length = length;
    return with_png(reader, length, acceptsDamage);
}

CPNGReader *cpng_reader_create_from_file(int descriptor, bool acceptsDamage) {
    CPNGReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->descriptor = descriptor;
    reader->data = reader->piece = malloc(PIECE_SIZE);
    if (reader->piece == NULL) {
        free(reader);
        return NULL;
    }
    struct stat status;
    bool isFile = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return with_png(reader, isFile ? (uint64_t) status.st_size : UINT64_MAX, acceptsDamage);
}

const char *cpng_reader_message(const CPNGReader *reader) {
    return reader->message;
}

static uint64_t unpacked_bytes(png_structp png, png_infop info) {
    uint32_t width = png_get_image_width(png, info);
    uint32_t height = png_get_image_height(png, info);
    uint64_t bits = (uint64_t) png_get_bit_depth(png, info) * png_get_channels(png, info);
    if (png_get_interlace_type(png, info) == PNG_INTERLACE_NONE)
        return ((width * bits + 7) / 8 + 1) * height;
    uint64_t total = 0;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
        uint64_t columns = PNG_PASS_COLS(width, pass), rows = PNG_PASS_ROWS(height, pass);
        if (columns > 0)
            total += ((columns * bits + 7) / 8 + 1) * rows;
    }
    return total;
}

static void describe_color(png_structp png, png_infop info, CPNGHeader *header) {
    int intent;
    header->isSRGB = png_get_sRGB(png, info, &intent) != 0;
    png_charp name;
    int method;
    png_bytep profile;
    png_uint_32 length;
    if (png_get_iCCP(png, info, &name, &method, &profile, &length) != 0) {
        header->profile = profile;
        header->profileLength = length;
    }
    png_unknown_chunkp chunks = NULL;
    int count = png_get_unknown_chunks(png, info, &chunks);
    for (int index = 0; index < count; index++)
        if (memcmp(chunks[index].name, "cICP", 4) == 0 && chunks[index].size == 4) {
            header->hasCodePoints = true;
            memcpy(header->codePoints, chunks[index].data, 4);
        }
    png_get_gAMA(png, info, &header->gamma);
    double *c = header->chromaticities;
    png_get_cHRM(png, info, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5], &c[6], &c[7]);
}

bool cpng_reader_read_header(CPNGReader *reader, CPNGHeader *header) {
    png_structp png = reader->png;
    png_infop info = reader->info;
    memset(header, 0, sizeof *header);
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_set_read_fn(png, reader, provide);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(png, LARGEST_UNPACKED);
    // Older libpng versions, up to 2023, do not support this chunk.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP", 1);
    png_read_info(png, info);

    int color = png_get_color_type(png, info);
    header->width = png_get_image_width(png, info);
    header->height = png_get_image_height(png, info);
    header->isSixteenBit = png_get_bit_depth(png, info) == 16;
    header->isGray = (color & PNG_COLOR_MASK_COLOR) == 0;
    header->hasAlpha =
        (color & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    header->unpackedBytes = unpacked_bytes(png, info);
    describe_color(png, info, header);
    int unit;
    png_uint_32 x, y;
    if (png_get_pHYs(png, info, &x, &y, &unit) != 0 && unit == PNG_RESOLUTION_METER) {
        header->pixelsPerMeterX = x;
        header->pixelsPerMeterY = y;
    }

    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (header->isSixteenBit)
        png_set_swap(png);
#endif
    reader->passes = png_set_interlace_handling(png);
    header->isInterlaced = reader->passes > 1;
    return true;
}

bool cpng_reader_read_rows(CPNGReader *reader, void *rgba, uint32_t count) {
    png_structp png = reader->png;
    png_infop info = reader->info;
    if (setjmp(png_jmpbuf(png)))
        return false;
    if (!reader->hasBegunRows) {
        reader->hasBegunRows = true;
        png_read_update_info(png, info);
    }
    size_t stride = png_get_rowbytes(png, info);
    for (int pass = 0; pass < reader->passes; pass++)
        for (uint32_t row = 0; row < count; row++) {
            png_read_row(png, (png_bytep) rgba + stride * row, NULL);
            // Rows are counted in the first pass; later passes add pixels to the same rows.
            if (pass == 0)
                reader->rowCount++;
        }
    return true;
}

bool cpng_reader_read_end(CPNGReader *reader) {
    if (setjmp(png_jmpbuf(reader->png)))
        return false;
    png_read_end(reader->png, reader->info);
    return true;
}

uint32_t cpng_reader_row_count(const CPNGReader *reader) {
    return reader->rowCount;
}

const uint8_t *cpng_reader_exif(CPNGReader *reader, uint32_t *length) {
    png_bytep exif = NULL;
    if (png_get_eXIf_1(reader->png, reader->info, length, &exif) == 0)
        return NULL;
    return exif;
}

bool cpng_reader_lost_exif(const CPNGReader *reader) {
    return reader->lostExif;
}

bool cpng_reader_lost_profile(const CPNGReader *reader) {
    // libpng also warns about some profiles that it does accept.
    return reader->lostProfile && png_get_valid(reader->png, reader->info, PNG_INFO_iCCP) == 0;
}

bool cpng_reader_lost_text(const CPNGReader *reader) {
    return reader->lostText;
}

int cpng_reader_text_count(CPNGReader *reader) {
    png_textp texts;
    int count = 0;
    png_get_text(reader->png, reader->info, &texts, &count);
    return count;
}

CPNGText cpng_reader_text(CPNGReader *reader, int index) {
    png_textp texts;
    int count = 0;
    png_get_text(reader->png, reader->info, &texts, &count);
    png_text text = texts[index];
    bool isUTF8 = text.compression >= PNG_ITXT_COMPRESSION_NONE;
    return (CPNGText) {text.key, text.text, isUTF8 ? text.itxt_length : text.text_length, isUTF8};
}

void cpng_reader_destroy(CPNGReader *reader) {
    if (reader == NULL)
        return;
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader->piece);
    free(reader);
}
