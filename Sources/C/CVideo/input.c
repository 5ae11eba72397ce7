#include "input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The allowed containers. Among the others are demuxers that accept any text as a film, and playlists that
// open other files.
static const char containers[] =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,dv,ogg,flv,asf,mxf,nut,ivf,h264,hevc,gif,apng,"
    "obu,av1,m4v,yuv4mpegpipe";

enum {
    BUFFER_SIZE = 1 << 16,
    /// Refuses a library's request to open another file.
    REFUSED = AVERROR(EACCES),
};

static int read_bytes(void *opaque, uint8_t *bytes, int count) {
    Input *input = opaque;
    ssize_t read;
    do read = pread(input->descriptor, bytes, count, input->position);
    while (read < 0 && errno == EINTR);
    if (read < 0) {
        input->readError = errno;
        return AVERROR(errno);
    }
    input->position += read;
    return read == 0 ? AVERROR_EOF : (int) read;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    Input *input = opaque;
    if (whence & AVSEEK_SIZE) return input->size;
    whence &= ~AVSEEK_FORCE;
    int64_t base = whence == SEEK_CUR ? input->position : (whence == SEEK_END ? input->size : 0);
    if (offset < -base) return AVERROR(EINVAL);
    return input->position = base + offset;
}

/// Files may refer to other files, which are not opened.
static int refuse_file(
    AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    return REFUSED;
}

bool input_open(Input *input, int descriptor, const char *extension, CVideoFailure *failure) {
    memset(input, 0, sizeof *input);
    struct stat status;
    if (fstat(descriptor, &status)) return cvideo_fail_by_system(failure, errno);
    cvideo_forget_protection();
    input->descriptor = descriptor;
    input->size = status.st_size;
    AVFormatContext *format = libav.avformat_alloc_context();
    uint8_t *buffer = libav.av_malloc(BUFFER_SIZE);
    if (buffer) input->io = libav.avio_alloc_context(buffer, BUFFER_SIZE, 0, input, read_bytes, NULL, seek);
    if (!format || !input->io) {
        libav.avformat_free_context(format);
        if (!input->io) libav.av_free(buffer);
        input_close(input);
        return cvideo_fail_with(failure, AVERROR(ENOMEM));
    }
    format->pb = input->io;
    format->io_open = refuse_file;
    char name[40];
    snprintf(name, sizeof name, "video.%s", extension);
    const AVInputFormat *kind = NULL;
    int score = libav.av_probe_input_buffer2(input->io, &kind, name, NULL, 0, 0);
    // A score of 1 means that only the name matches.
    if (score <= 1 || !libav.av_match_list(kind->name, containers, ',')) {
        libav.avformat_free_context(format);
        if (input->readError) {
            cvideo_fail_by_system(failure, input->readError);
        } else {
            cvideo_fail(failure, CVIDEO_NOT_A_VIDEO, "");
        }
        input_close(input);
        return false;
    }
    AVDictionary *options = NULL;
    libav.av_dict_set(&options, "format_whitelist", containers, 0);
    libav.av_dict_set(&options, "protocol_whitelist", "none", 0);
    // Frees the context on failure.
    int error = libav.avformat_open_input(&format, name, kind, &options);
    libav.av_dict_free(&options);
    if (error < 0) {
        input_fail(input, failure, error, "it is cut short, or its headers are invalid");
        input_close(input);
        return false;
    }
    input->format = format;
    error = libav.avformat_find_stream_info(format, NULL);
    input->isProtected = cvideo_has_heard_of_protection();
    if (error < 0 || input->isProtected) {
        input_fail(input, failure, error, "it is cut short, or its headers are invalid");
        input_close(input);
        return false;
    }
    return true;
}

void input_close(Input *input) {
    if (input->format) libav.avformat_close_input(&input->format);
    if (input->io) {
        libav.av_freep(&input->io->buffer);
        libav.avio_context_free(&input->io);
    }
}

bool input_fail(const Input *input, CVideoFailure *failure, int error, const char *message) {
    if (input->readError) return cvideo_fail_by_system(failure, input->readError);
    if (input->isProtected) {
        return cvideo_fail_at(failure, error, CVIDEO_OTHER, "it is protected (DRM) and cannot be read");
    }
    if (error == REFUSED) {
        return cvideo_fail(failure, CVIDEO_OTHER, "it refers to other files, which are not opened");
    }
    if (error == AVERROR_PATCHWELCOME || error == AVERROR(ENOSYS)) {
        return cvideo_fail(failure, CVIDEO_OTHER, "it uses a feature that FFmpeg's libraries do not support");
    }
    return cvideo_fail_at(failure, error, CVIDEO_DAMAGED, message);
}

bool input_fail_decoding(const Input *input, CVideoFailure *failure, int error, const AVStream *stream) {
    if (input->readError || input->isProtected) return input_fail(input, failure, error, "");
    return cvideo_fail_at(
        failure, error, CVIDEO_CODEC_REFUSES, libav.avcodec_get_name(stream->codecpar->codec_id));
}

bool input_can_read(Input *input, const AVPacket *packet) {
    for (int index = 0; index < packet->side_data_elems; index++) {
        if (packet->side_data[index].type == AV_PKT_DATA_ENCRYPTION_INFO) input->isProtected = true;
    }
    return !input->isProtected;
}

bool is_item(const AVFormatContext *format, const AVStream *stream) {
    // The frames of a track have durations.
    return libav.av_match_list(format->iformat->name, "mov", ',') && stream->nb_frames == 1
        && stream->duration == AV_NOPTS_VALUE;
}

AVStream *find_video(AVFormatContext *format) {
    AVStream *found = NULL;
    for (unsigned index = 0; index < format->nb_streams; index++) {
        AVStream *stream = format->streams[index];
        bool isVideo = stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO;
        // Skip album covers and the like.
        if (!isVideo
            || stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)) {
            continue;
        }
        if (is_item(format, stream)) continue;
        if (!found || (stream->disposition & ~found->disposition & AV_DISPOSITION_DEFAULT)) found = stream;
    }
    return found;
}
