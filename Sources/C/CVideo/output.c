#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 18 };

#if LIBAVFORMAT_VERSION_MAJOR >= 61
typedef const uint8_t WrittenByte;
#else
typedef uint8_t WrittenByte;
#endif

static int write_bytes(void *opaque, WrittenByte *bytes, int count) {
    Output *output = opaque;
    int done = 0;
    while (done < count) {
        ssize_t written = output->isStream
            ? write(output->descriptor, bytes + done, count - done)
            : pwrite(output->descriptor, bytes + done, count - done, output->position);
        if (written < 0) {
            if (errno == EINTR) continue;
            if (!output->error) output->error = errno;
            return AVERROR(errno);
        }
        done += written;
        output->position += written;
        if (output->position > output->size) output->size = output->position;
    }
    return done;
}

static int64_t move(int64_t *position, int64_t size, int64_t offset, int whence) {
    if (whence & AVSEEK_SIZE) return size;
    whence &= ~AVSEEK_FORCE;
    int64_t base = whence == SEEK_CUR ? *position : (whence == SEEK_END ? size : 0);
    if (offset < -base) return AVERROR(EINVAL);
    return *position = base + offset;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    Output *output = opaque;
    return move(&output->position, output->size, offset, whence);
}

/// Reads back what was written, with its own position.
typedef struct {
    Output *output;
    int64_t position;
} Reading;

static int read_bytes(void *opaque, uint8_t *bytes, int count) {
    Reading *reading = opaque;
    ssize_t read;
    do read = pread(reading->output->descriptor, bytes, count, reading->position);
    while (read < 0 && errno == EINTR);
    if (read < 0) {
        if (!reading->output->error) reading->output->error = errno;
        return AVERROR(errno);
    }
    reading->position += read;
    return read == 0 ? AVERROR_EOF : (int) read;
}

static int64_t seek_reading(void *opaque, int64_t offset, int whence) {
    Reading *reading = opaque;
    return move(&reading->position, reading->output->size, offset, whence);
}

static int open_reading(
    AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    if (flags & AVIO_FLAG_WRITE) return AVERROR(EACCES);
    Reading *reading = malloc(sizeof *reading);
    uint8_t *buffer = libav.av_malloc(BUFFER_SIZE);
    *io = NULL;
    if (reading && buffer) {
        *reading = (Reading) {.output = format->opaque};
        *io = libav.avio_alloc_context(buffer, BUFFER_SIZE, 0, reading, read_bytes, NULL, seek_reading);
    }
    if (*io) return 0;
    free(reading);
    libav.av_free(buffer);
    return AVERROR(ENOMEM);
}

static int close_reading(AVFormatContext *format, AVIOContext *io) {
    if (!io) return 0;
    free(io->opaque);
    libav.av_freep(&io->buffer);
    libav.avio_context_free(&io);
    return 0;
}

bool output_open(Output *output, int descriptor, bool isStream, CVideoFailure *failure) {
    *output = (Output) {.descriptor = descriptor, .isStream = isStream};
    uint8_t *buffer = libav.av_malloc(BUFFER_SIZE);
    int64_t (*seeking)(void *, int64_t, int) = isStream ? NULL : seek;
    if (buffer) {
        output->io = libav.avio_alloc_context(buffer, BUFFER_SIZE, 1, output, NULL, write_bytes, seeking);
    }
    if (output->io) return true;
    libav.av_free(buffer);
    return cvideo_fail_with(failure, AVERROR(ENOMEM));
}

void output_close(Output *output) {
    if (!output->io) return;
    libav.av_freep(&output->io->buffer);
    libav.avio_context_free(&output->io);
}

void output_attach(Output *output, AVFormatContext *format) {
    format->pb = output->io;
    format->flags |= AVFMT_FLAG_CUSTOM_IO;
    format->opaque = output;
    format->io_open = open_reading;
    format->io_close2 = close_reading;
}

bool output_fail(
    const Output *output, CVideoFailure *failure, int error, CVideoFailureKind kind, const char *message) {
    return output->error
        ? cvideo_fail_by_system(failure, output->error)
        : cvideo_fail_at(failure, error, kind, message);
}
