#include "cvideo-sound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

struct CVideoSoundReader {
    Input input;
    AVStream *stream;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    /// The time of sample 0 in the file, in seconds.
    double start;
    /// True if `frame` is decoded but not converted yet.
    bool holdsFrame;
    /// True once the decoder is draining: no more packets follow.
    bool isDrained;
    /// True if the next frame is the first in the file.
    bool isAtBeginning;
    /// True if packets were skipped before the next frame.
    bool isBroken;
    /// The sample grid on which frames begin, for a file whose ticks are not exact: frames begin at the
    /// origin and at multiples of the step before and after it, in samples of the stream; 0 if unknown.
    int64_t gridOrigin, gridStep;

    /// Converts a contiguous run of frames; NULL between two runs.
    SwrContext *resampler;
    /// The resampler's input format.
    int rate;
    enum AVSampleFormat sampleFormat;
    AVChannelLayout layout;
    /// The sample that follows the current run, in samples of the stream.
    int64_t next;

    /// Converted samples not returned yet, and the index of the first of them.
    float *converted;
    int convertedRoom, convertedOffset, convertedCount;
    int64_t convertedStart;
    /// The next sample to return.
    int64_t position;
};

/// Seconds before the target at which decoding starts after a seek: decoders need time to converge with the
/// result of sequential decoding. Opus requires 80 ms (RFC 7845, section 4.6), MP3 some frames for its bit
/// reservoir.
static const double PREROLL = 0.5, LEAST_PREROLL = 0.1;
/// Seconds by which a frame's time may differ from the end of the previous frame: rounded and jittering
/// timestamps are no gaps.
static const double TOLERANCE = 0.04;
/// Larger sample counts are invalid.
static const int64_t MOST_SAMPLES = INT64_C(1) << 50;

static AVStream *find_stream(AVFormatContext *format, enum AVMediaType type) {
    AVStream *found = NULL;
    for (unsigned index = 0; index < format->nb_streams; index++) {
        AVStream *stream = format->streams[index];
        if (stream->codecpar->codec_type != type) continue;
        if (stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS)) continue;
        if (!found || (stream->disposition & ~found->disposition & AV_DISPOSITION_DEFAULT)) found = stream;
    }
    return found;
}

static double seconds(AVRational tick) { return (double) tick.num / tick.den; }

static double start_of(AVFormatContext *format) {
    const AVStream *video = find_stream(format, AVMEDIA_TYPE_VIDEO);
    if (video && video->start_time != AV_NOPTS_VALUE) return video->start_time * seconds(video->time_base);
    return format->start_time == AV_NOPTS_VALUE ? 0 : (double) format->start_time / AV_TIME_BASE;
}

static bool open_decoder(CVideoSoundReader *reader, CVideoFailure *failure) {
    const AVCodecParameters *parameters = reader->stream->codecpar;
    const AVCodec *codec = libav.avcodec_find_decoder(parameters->codec_id);
    if (!codec) return cvideo_fail(failure, CVIDEO_NO_CODEC, libav.avcodec_get_name(parameters->codec_id));
    reader->decoder = libav.avcodec_alloc_context3(codec);
    if (!reader->decoder) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    int error = libav.avcodec_parameters_to_context(reader->decoder, parameters);
    if (error < 0) return input_fail_decoding(&reader->input, failure, error, reader->stream);
    reader->decoder->pkt_timebase = reader->stream->time_base;
    reader->decoder->thread_count = 1;
    error = libav.avcodec_open2(reader->decoder, codec, NULL);
    return error >= 0 || input_fail_decoding(&reader->input, failure, error, reader->stream);
}

/// Sends the next packet to the decoder. Returns 0 or an error.
static int feed(CVideoSoundReader *reader) {
    for (;;) {
        int error = libav.av_read_frame(reader->input.format, reader->packet);
        bool isEnd = (error == AVERROR_EOF && !reader->input.readError) || error == AVERROR_INVALIDDATA;
        if (error < 0 && !isEnd) return error;
        if (isEnd) {
            reader->isDrained = true;
            error = libav.avcodec_send_packet(reader->decoder, NULL);
            return error == AVERROR_EOF ? 0 : error;
        }
        bool isOwn = reader->packet->stream_index == reader->stream->index;
        error = isOwn ? libav.avcodec_send_packet(reader->decoder, reader->packet) : 0;
        libav.av_packet_unref(reader->packet);
        if (error == AVERROR_INVALIDDATA) reader->isBroken = true;
        if (isOwn && error != AVERROR_INVALIDDATA) return error;
    }
}

/// Decodes the next frame into `frame`.
static CVideoResult decode(CVideoSoundReader *reader, CVideoFailure *failure) {
    for (;;) {
        int error = libav.avcodec_receive_frame(reader->decoder, reader->frame);
        if (error == AVERROR_EOF) return CVIDEO_END;
        if (error == AVERROR_INVALIDDATA) {
            reader->isBroken = true;
            continue;
        }
        if (error == AVERROR(EAGAIN)) {
            if (reader->isDrained) return CVIDEO_END;
            error = feed(reader);
            if (error >= 0) continue;
        }
        if (error < 0) {
            input_fail_decoding(&reader->input, failure, error, reader->stream);
            return CVIDEO_FAILED;
        }
        const AVFrame *frame = reader->frame;
        if (frame->nb_samples > 0 && frame->sample_rate > 0 && frame->ch_layout.nb_channels > 0) break;
    }
    reader->holdsFrame = true;
    return CVIDEO_DONE;
}

/// The first sample of the held frame, in samples of the stream from the file's time 0; or CVIDEO_NO_TIME.
static int64_t stated_sample(const CVideoSoundReader *reader) {
    const AVFrame *frame = reader->frame;
    if (frame->best_effort_timestamp == AV_NOPTS_VALUE) return CVIDEO_NO_TIME;
    AVRational tick = reader->stream->time_base, sample = {1, frame->sample_rate};
    int64_t stated = libav.av_rescale_q(frame->best_effort_timestamp, tick, sample);
    if (stated > MOST_SAMPLES || stated < -MOST_SAMPLES) return CVIDEO_NO_TIME;
    if (!reader->gridStep) return stated;
    int64_t away = stated - reader->gridOrigin, step = reader->gridStep;
    int64_t steps = (away + (away < 0 ? -step : step) / 2) / step;
    int64_t exact = reader->gridOrigin + steps * step;
    return llabs(exact - stated) <= 1 + 2 * seconds(tick) * frame->sample_rate ? exact : stated;
}

/// The same, counted from the reader's start.
static int64_t first_sample(const CVideoSoundReader *reader) {
    int64_t stated = stated_sample(reader);
    return stated == CVIDEO_NO_TIME ? stated : stated - llround(reader->start * reader->frame->sample_rate);
}

static void end_run(CVideoSoundReader *reader) { libav.swr_free(&reader->resampler); }

/// Resets all state after a seek in the file.
static void start_over(CVideoSoundReader *reader, bool isAtBeginning) {
    libav.avcodec_flush_buffers(reader->decoder);
    end_run(reader);
    reader->isDrained = reader->holdsFrame = reader->isBroken = false;
    reader->isAtBeginning = isAtBeginning;
    reader->convertedCount = 0;
}

static bool rewind_input(CVideoSoundReader *reader, CVideoFailure *failure) {
    AVFormatContext *format = reader->input.format;
    const AVStream *stream = reader->stream;
    int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time;
    // A packet before the start may be needed to decode the following ones.
    int64_t before = start - llround(1 / seconds(stream->time_base));
    int error = libav.avformat_seek_file(format, stream->index, INT64_MIN, before, start, 0);
    if (error < 0) error = libav.avformat_seek_file(format, stream->index, INT64_MIN, start, INT64_MAX, 0);
    if (error < 0) error = libav.avformat_seek_file(format, -1, INT64_MIN, 0, 0, AVSEEK_FLAG_BYTE);
    start_over(reader, true);
    return error >= 0 || input_fail_decoding(&reader->input, failure, error, reader->stream);
}

/// True if each sample of the held frame lies exactly on a tick.
static bool has_exact_ticks(const CVideoSoundReader *reader) {
    AVRational tick = reader->stream->time_base;
    return tick.den % ((int64_t) tick.num * reader->frame->sample_rate) == 0;
}

/// Determines the sample grid of frames if the file's ticks are too coarse, like Matroska's milliseconds.
static bool learn_grid(CVideoSoundReader *reader, CVideoFailure *failure) {
    CVideoResult result = decode(reader, failure);
    if (result == CVIDEO_DONE && !has_exact_ticks(reader) && stated_sample(reader) != CVIDEO_NO_TIME) {
        double tick = seconds(reader->stream->time_base) * reader->frame->sample_rate;
        // The first frame may be trimmed.
        int64_t end = stated_sample(reader) + reader->frame->nb_samples;
        result = decode(reader, failure);
        if (result == CVIDEO_DONE && reader->frame->nb_samples > 4 * tick) {
            reader->gridOrigin = end;
            reader->gridStep = reader->frame->nb_samples;
        }
    }
    return result != CVIDEO_FAILED && rewind_input(reader, failure);
}

CVideoSoundReader *cvideo_sound_create(
    int descriptor, const char *extension, double start, CVideoFailure *failure) {
    if (!cvideo_load(failure)) return NULL;
    CVideoSoundReader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
        return NULL;
    }
    if (!input_open(&reader->input, descriptor, extension, failure)) {
        free(reader);
        return NULL;
    }
    AVFormatContext *format = reader->input.format;
    reader->stream = find_stream(format, AVMEDIA_TYPE_AUDIO);
    if (!reader->stream) {
        cvideo_fail(failure, CVIDEO_NO_STREAM, "");
        goto failed;
    }
    for (unsigned index = 0; index < format->nb_streams; index++) {
        if (format->streams[index] != reader->stream) format->streams[index]->discard = AVDISCARD_ALL;
    }
    reader->start = isfinite(start) ? start : start_of(format);
    reader->packet = libav.av_packet_alloc();
    reader->frame = libav.av_frame_alloc();
    if (!reader->packet || !reader->frame) {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
        goto failed;
    }
    if (!open_decoder(reader, failure) || !learn_grid(reader, failure)) goto failed;
    return reader;
failed:
    cvideo_sound_destroy(reader);
    return NULL;
}

void cvideo_sound_destroy(CVideoSoundReader *reader) {
    if (!reader) return;
    end_run(reader);
    libav.av_channel_layout_uninit(&reader->layout);
    libav.av_frame_free(&reader->frame);
    libav.av_packet_free(&reader->packet);
    libav.avcodec_free_context(&reader->decoder);
    input_close(&reader->input);
    free(reader->converted);
    free(reader);
}

/// The number of samples at a rate after which an output sample coincides with an input sample again.
static int period(int rate) { return rate / (int) libav.av_gcd(rate, CVIDEO_SOUND_RATE); }

static int64_t round_down(int64_t value, int64_t step) {
    return value - (value % step + step) % step;
}

/// Makes space for this many more converted samples.
static bool make_room(CVideoSoundReader *reader, int count) {
    if (reader->convertedCount == 0) reader->convertedOffset = 0;
    int needed = reader->convertedOffset + reader->convertedCount + count;
    if (needed <= reader->convertedRoom) return true;
    float *larger = realloc(reader->converted, (size_t) needed * CVIDEO_SOUND_CHANNELS * sizeof(float));
    if (!larger) return false;
    reader->converted = larger;
    reader->convertedRoom = needed;
    return true;
}

/// Converts samples; without input, flushes the resampler. Returns the number of output samples, or an error.
static int convert(CVideoSoundReader *reader, const uint8_t **input, int count) {
    int room = input ? libav.swr_get_out_samples(reader->resampler, count) : 4096;
    if (room < 0) return room;
    if (!make_room(reader, room)) return AVERROR(ENOMEM);
    int end = reader->convertedOffset + reader->convertedCount;
    uint8_t *output = (uint8_t *) (reader->converted + (size_t) end * CVIDEO_SOUND_CHANNELS);
    int done = libav.swr_convert(reader->resampler, &output, room, input, count);
    if (done > 0) reader->convertedCount += done;
    return done;
}

/// Begins a run with the held frame. Silence is inserted before it, so that the output samples fall on the
/// same times wherever a run begins.
static int begin_run(CVideoSoundReader *reader, int64_t first) {
    const AVFrame *frame = reader->frame;
    libav.av_channel_layout_uninit(&reader->layout);
    int error = 0;
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
        libav.av_channel_layout_default(&reader->layout, frame->ch_layout.nb_channels);
    } else {
        error = libav.av_channel_layout_copy(&reader->layout, &frame->ch_layout);
    }
    if (error < 0) return error;
    reader->rate = frame->sample_rate;
    reader->sampleFormat = frame->format;
    AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;
    error = libav.swr_alloc_set_opts2(
        &reader->resampler, &stereo, AV_SAMPLE_FMT_FLT, CVIDEO_SOUND_RATE,
        &reader->layout, reader->sampleFormat, reader->rate, 0, NULL);
    if (error >= 0) error = libav.swr_init(reader->resampler);
    int step = period(reader->rate);
    int64_t begin = round_down(first, step);
    if (error >= 0 && begin < first) {
        error = libav.swr_inject_silence(reader->resampler, (int) (first - begin));
    }
    if (error < 0) {
        end_run(reader);
        return error;
    }
    reader->next = first;
    reader->convertedStart =
        begin / step * (CVIDEO_SOUND_RATE / libav.av_gcd(reader->rate, CVIDEO_SOUND_RATE));
    return 0;
}

/// True if the held frame has the same format as the current run.
static bool has_form_of_run(const CVideoSoundReader *reader) {
    const AVFrame *frame = reader->frame;
    if (frame->sample_rate != reader->rate || frame->format != reader->sampleFormat) return false;
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
        return frame->ch_layout.nb_channels == reader->layout.nb_channels;
    }
    return libav.av_channel_layout_compare(&frame->ch_layout, &reader->layout) == 0;
}

static bool continues_run(const CVideoSoundReader *reader, int64_t first) {
    if (!has_form_of_run(reader)) return false;
    if (first == CVIDEO_NO_TIME) return true;
    return !reader->isBroken && llabs(first - reader->next) <= TOLERANCE * reader->rate;
}

/// Converts the held frame, or what is left of the previous run.
static int convert_held(CVideoSoundReader *reader) {
    int64_t first = first_sample(reader);
    if (reader->resampler && !continues_run(reader, first)) {
        int done = convert(reader, NULL, 0);
        if (done == 0) end_run(reader);
        return done;
    }
    reader->holdsFrame = false;
    if (!reader->resampler) {
        // After a seek, the position of a frame without a timestamp is unknown.
        if (first == CVIDEO_NO_TIME && !reader->isAtBeginning) return 0;
        int error = begin_run(reader, first == CVIDEO_NO_TIME ? 0 : first);
        if (error < 0) return error;
    }
    reader->isBroken = false;
    reader->next += reader->frame->nb_samples;
    return convert(reader, (const uint8_t **) reader->frame->extended_data, reader->frame->nb_samples);
}

/// Decodes and converts some more samples, occasionally none.
static CVideoResult convert_more(CVideoSoundReader *reader, CVideoFailure *failure) {
    CVideoResult result = reader->holdsFrame ? CVIDEO_DONE : decode(reader, failure);
    if (result == CVIDEO_FAILED) return result;
    int done;
    if (result == CVIDEO_DONE) {
        done = convert_held(reader);
    } else {
        if (!reader->resampler) return CVIDEO_END;
        done = convert(reader, NULL, 0);
        if (done == 0) end_run(reader);
    }
    if (done >= 0) return CVIDEO_DONE;
    input_fail_decoding(&reader->input, failure, done, reader->stream);
    return CVIDEO_FAILED;
}

static void drop(CVideoSoundReader *reader, int64_t count) {
    reader->convertedOffset += count;
    reader->convertedCount -= count;
    reader->convertedStart += count;
}

static int64_t smaller(int64_t left, int64_t right) { return left < right ? left : right; }

int cvideo_sound_read(CVideoSoundReader *reader, float *samples, int count, CVideoFailure *failure) {
    int done = 0;
    while (done < count) {
        if (reader->convertedCount == 0) {
            CVideoResult result = convert_more(reader, failure);
            if (result == CVIDEO_FAILED && done == 0) return -1;
            if (result != CVIDEO_DONE) break;
            continue;
        }
        int64_t missing = reader->convertedStart - reader->position;
        if (missing < 0) {
            drop(reader, smaller(-missing, reader->convertedCount));
            continue;
        }
        int64_t some = smaller(count - done, missing > 0 ? missing : reader->convertedCount);
        float *target = samples + (size_t) done * CVIDEO_SOUND_CHANNELS;
        size_t byteCount = some * CVIDEO_SOUND_CHANNELS * sizeof(float);
        if (missing > 0) {
            memset(target, 0, byteCount);
        } else {
            memcpy(
                target, reader->converted + (size_t) reader->convertedOffset * CVIDEO_SOUND_CHANNELS,
                byteCount);
            drop(reader, some);
        }
        reader->position += some;
        done += some;
    }
    return done;
}

/// The stream to use for seeking in the file.
static const AVStream *index_stream(const CVideoSoundReader *reader) {
    AVFormatContext *format = reader->input.format;
    const AVStream *video = find_stream(format, AVMEDIA_TYPE_VIDEO);
    // Matroska and FLV index only the video; seeking by the sound would read from the beginning.
    bool knowsVideoAlone =
        strstr(format->iformat->name, "matroska") || strcmp(format->iformat->name, "flv") == 0;
    return video && knowsVideoAlone ? video : reader->stream;
}

bool cvideo_sound_seek(CVideoSoundReader *reader, int64_t sample, CVideoFailure *failure) {
    reader->position = sample;
    const AVStream *stream = index_stream(reader);
    double beginning =
        stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time * seconds(stream->time_base);
    double wanted = reader->start + (double) sample / CVIDEO_SOUND_RATE;
    int rate = reader->stream->codecpar->sample_rate;
    // Up to one period may pass before the resampler's samples are aligned.
    double phase = rate > 0 ? (double) period(rate) / rate : 0;
    for (double back = PREROLL + phase; wanted - back > beginning; back *= 2) {
        int64_t time = llround((wanted - back) / seconds(stream->time_base));
        if (libav.avformat_seek_file(reader->input.format, stream->index, INT64_MIN, time, time, 0) < 0) {
            break;
        }
        start_over(reader, false);
        for (;;) {
            CVideoResult result = decode(reader, failure);
            if (result == CVIDEO_FAILED) return false;
            if (result == CVIDEO_END) return true;
            if (first_sample(reader) != CVIDEO_NO_TIME) break;
        }
        double first = (double) first_sample(reader) / reader->frame->sample_rate;
        if (first <= (double) sample / CVIDEO_SOUND_RATE - LEAST_PREROLL - phase) return true;
    }
    return rewind_input(reader, failure);
}
