// For strcasestr.
#define _GNU_SOURCE

#include "copy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_whole(const Copy *copy) { return copy->from == INT64_MIN && copy->to == INT64_MAX; }

/// True if a tag describes how something was stored, which copying changes.
static bool is_about_storage(const char *key) {
    static const char *const keys[] = {
        "rotate",
        "encoder",
        "alpha_mode",
        "BPS",
        "DURATION",
        "NUMBER_OF_FRAMES",
        "NUMBER_OF_BYTES",
        "_STATISTICS_",
        "major_brand",
        "minor_version",
        "compatible_brands",
    };
    for (size_t index = 0; index < sizeof keys / sizeof *keys; index++) {
        // Some keys are followed by a language.
        if (strncasecmp(key, keys[index], strlen(keys[index])) == 0) return true;
    }
    return false;
}

static bool has_any(const char *text, const char *const words[], size_t count) {
    for (size_t index = 0; index < count; index++) {
        if (strcasestr(text, words[index])) return true;
    }
    return false;
}

/// True if a tag states where something was recorded: QuickTime's and Android's coordinates and place names,
/// Matroska's LOCATION and RECORDING_LOCATION, XMP's place names, and coordinates among keywords.
static bool is_location(const AVDictionaryEntry *entry) {
    static const char *const keys[] = {
        "location",
        "gps",
        "latitude",
        "longitude",
        "iso6709",
        "geotag",
        "xyz",
    };
    static const char *const names[] = {"city", "state", "province", "country", "place", "coordinates"};
    static const char *const values[] = {"geo:lat", "geo:lon"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        if (strcasecmp(entry->key, names[index]) == 0) return true;
    }
    return has_any(entry->key, keys, sizeof keys / sizeof *keys)
        || has_any(entry->value, values, sizeof values / sizeof *values);
}

/// True if players select or display something by a tag: a stream by its language, an attachment by its name
/// and type.
static bool is_needed(const char *key) {
    return strcasecmp(key, "language") == 0 || strcasecmp(key, "filename") == 0
        || strcasecmp(key, "mimetype") == 0;
}

static bool is_kept(const Copy *copy, const AVDictionaryEntry *entry) {
    switch (copy->stripping) {
    case CVIDEO_STRIP_LOCATION: return !is_location(entry);
    case CVIDEO_STRIP_ALL: return is_needed(entry->key);
    default: return true;
    }
}

static void copy_metadata(const Copy *copy, AVDictionary *from, AVDictionary **to, bool isEncoded) {
    const AVDictionaryEntry *entry = NULL;
    while ((entry = libav.av_dict_get(from, "", entry, AV_DICT_IGNORE_SUFFIX))) {
        if (isEncoded && is_about_storage(entry->key)) continue;
        if (is_kept(copy, entry)) libav.av_dict_set(to, entry->key, entry->value, 0);
    }
}

void copy_video_metadata(const Copy *copy, AVStream *video) {
    const AVStream *original = copy->source->video;
    if (!original) return;
    copy_metadata(copy, original->metadata, &video->metadata, true);
    video->disposition = original->disposition;
}

static bool copy_chapters(const Copy *copy) {
    const AVFormatContext *input = copy->source->input.format;
    AVFormatContext *output = copy->output;
    if (!input->nb_chapters) return true;
    output->chapters = libav.av_calloc(input->nb_chapters, sizeof *output->chapters);
    if (!output->chapters) return false;
    int64_t origin = copy->from == INT64_MIN ? copy->start : copy->from;
    for (unsigned index = 0; index < input->nb_chapters; index++) {
        const AVChapter *chapter = input->chapters[index];
        int64_t start = chapter->start, end = chapter->end;
        if (origin) {
            int64_t from = libav.av_rescale_q(origin, copy->tick, chapter->time_base);
            if (end != AV_NOPTS_VALUE && end <= from) continue;
            start = start > from ? start - from : 0;
            if (end != AV_NOPTS_VALUE) end -= from;
        }
        if (copy->to != INT64_MAX) {
            int64_t last = libav.av_rescale_q(copy->to - origin, copy->tick, chapter->time_base);
            if (start >= last) continue;
            if (end == AV_NOPTS_VALUE || end > last) end = last;
        }
        AVChapter *copied = libav.av_mallocz(sizeof *copied);
        if (!copied) return false;
        copied->id = chapter->id;
        copied->time_base = chapter->time_base;
        copied->start = start;
        copied->end = end;
        copy_metadata(copy, chapter->metadata, &copied->metadata, false);
        output->chapters[output->nb_chapters++] = copied;
    }
    return true;
}

/// Matroska stores covers as attachments.
static bool attach_cover(const AVStream *cover, AVStream *attachment) {
    const AVPacket *picture = &cover->attached_pic;
    AVCodecParameters *parameters = attachment->codecpar;
    parameters->codec_type = AVMEDIA_TYPE_ATTACHMENT;
    parameters->codec_id = cover->codecpar->codec_id;
    parameters->extradata = libav.av_mallocz(picture->size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!parameters->extradata) return false;
    memcpy(parameters->extradata, picture->data, picture->size);
    parameters->extradata_size = picture->size;
    libav.av_dict_set(&attachment->metadata, "filename", cover_name(cover), AV_DICT_DONT_OVERWRITE);
    libav.av_dict_set(&attachment->metadata, "mimetype", cover_type(cover), AV_DICT_DONT_OVERWRITE);
    return true;
}

static int64_t rescaled(int64_t time, AVRational from, AVRational to) {
    return time == INT64_MIN || time == INT64_MAX ? time : libav.av_rescale_q(time, from, to);
}

/// True if a container can hide decoded samples, as edit lists do.
static bool hides_parts(const AVOutputFormat *container) {
    return libav.av_match_list("mp4,mov,ipod", container->name, ',');
}

/// The number of packets to decode before one is correct: because of overlapping transforms, MP3's bit
/// reservoir, and the 80 ms that Opus needs (RFC 7845, section 4.6), in packets of 20 ms or less.
static int needed_packets(const AVCodecParameters *parameters) {
    const AVCodecDescriptor *codec = libav.avcodec_descriptor_get(parameters->codec_id);
    if (codec && codec->props & AV_CODEC_PROP_LOSSLESS && !(codec->props & AV_CODEC_PROP_LOSSY)) return 0;
    switch (parameters->codec_id) {
    case AV_CODEC_ID_MP2:
    case AV_CODEC_ID_MP3: return 10;
    case AV_CODEC_ID_OPUS:
        return parameters->frame_size > 0 && parameters->frame_size < 960
            ? FFMIN(3840 / parameters->frame_size, MOST_HIDDEN)
            : 4;
    default: return 1;
    }
}

static bool open_track(
    Copy *copy, Track *track, const CVideoCopying *copying, bool isEncoded, CVideoFailure *failure) {
    const AVStream *input = track->input;
    bool needsHeader = copy->output->oformat->flags & AVFMT_GLOBALHEADER;
    track->from = rescaled(copy->from, copy->tick, input->time_base);
    track->to = rescaled(copy->to, copy->tick, input->time_base);
    track->last = track->lastRead = AV_NOPTS_VALUE;
    AVStream *output = track->output = libav.avformat_new_stream(copy->output, NULL);
    if (!output) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    int error;
    if (track->kind == CVIDEO_COVER && is_matroska(copy->output->oformat)) {
        copy_metadata(copy, input->metadata, &output->metadata, false);
        error = attach_cover(input, output) ? 0 : AVERROR(ENOMEM);
    } else if (isEncoded) {
        track->sound = sound_create(
            input->codecpar, input->time_base, copying->soundEncoder, copying->soundRate, track->from,
            track->to, needsHeader, failure);
        if (!track->sound) return false;
        if (copying->soundEffect) {
            // Times are relative to the start of the whole file, if that is written.
            int64_t origin = rescaled(copying->origin, copy->tick, input->time_base)
                - rescaled(copy->start, copy->tick, input->time_base);
            error = sound_set_effect(track->sound, copying->soundEffect, origin);
            if (error < 0) {
                const char *name = libav.avcodec_get_name(input->codecpar->codec_id);
                return cvideo_fail_at(failure, error, CVIDEO_SOUND_REFUSED, name);
            }
            copy->hasEffect = true;
        }
        error = libav.avcodec_parameters_from_context(output->codecpar, sound_encoder(track->sound));
        copy_metadata(copy, input->metadata, &output->metadata, true);
        output->time_base = sound_encoder(track->sound)->time_base;
    } else {
        error = libav.avcodec_parameters_copy(output->codecpar, input->codecpar);
        // The tag of another container.
        output->codecpar->codec_tag = 0;
        output->time_base = input->time_base;
        output->avg_frame_rate = input->avg_frame_rate;
        output->sample_aspect_ratio = input->sample_aspect_ratio;
        copy_metadata(copy, input->metadata, &output->metadata, false);
        track->neededHidden = needed_packets(input->codecpar);
    }
    if (error < 0) return cvideo_fail_at(failure, error, CVIDEO_CONTAINER_REFUSES, "");
    output->disposition = input->disposition;
    return true;
}

/// Starts reading some time before the part, since subtitles may have begun earlier.
static void seek_to_part(Copy *copy) {
    const int64_t lead = 30 * AV_TIME_BASE;
    // If timestamps restart, a seek may land at any of several positions. An effect counts samples from the
    // beginning.
    if (copy->from == INT64_MIN || copy->offsetCount || copy->hasEffect) return;
    int64_t from = libav.av_rescale_q(copy->from, copy->tick, AV_TIME_BASE_Q) - lead;
    AVFormatContext *input = copy->source->input.format;
    int64_t start = input->start_time == AV_NOPTS_VALUE ? 0 : input->start_time;
    if (from > start + lead) libav.avformat_seek_file(input, -1, INT64_MIN, from, from, 0);
}

bool copy_open(
    Copy *copy, const CVideoCopying *copying, AVRational tick, AVFormatContext *output,
    CVideoFailure *failure) {
    *copy = (Copy) {
        .source = copying->source,
        .output = output,
        .tick = tick,
        .from = copying->from,
        .to = copying->to,
        .stripping = copying->stripping,
    };
    if (is_whole(copy)) copy->start = copying->start;
    AVFormatContext *input = copy->source->input.format;
    copy->count = (int) input->nb_streams;
    copy->tracks = calloc(input->nb_streams, sizeof *copy->tracks);
    copy->packet = libav.av_packet_alloc();
    copy->offsets = calloc((size_t) copying->offsetCount + 1, sizeof *copy->offsets);
    if (!copy->tracks || !copy->packet || !copy->offsets) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    for (int index = 0; index < copying->offsetCount; index++) copy->offsets[index] = copying->offsets[index];
    copy->offsetCount = copying->offsetCount;
    bool hasAny = false;
    for (int index = 0; index < copy->count; index++) {
        Track *track = &copy->tracks[index];
        track->input = input->streams[index];
        track->kind = source_kind(copy->source, index);
        CVideoTreatment treatment = copying->treatments[index];
        input->streams[index]->discard = AVDISCARD_ALL;
        if (treatment == CVIDEO_LEAVE_OUT || track->kind == CVIDEO_MAIN_VIDEO) continue;
        if (!open_track(copy, track, copying, treatment == CVIDEO_ENCODE, failure)) return false;
        // Attachments are stored in the header.
        track->hasPackets = track->output->codecpar->codec_type != AVMEDIA_TYPE_ATTACHMENT;
        if (track->hasPackets) input->streams[index]->discard = AVDISCARD_DEFAULT;
        hasAny = hasAny || track->hasPackets;
    }
    copy->isAtEnd = !hasAny;
    copy_metadata(copy, input->metadata, &output->metadata, true);
    if (!copy_chapters(copy)) return cvideo_fail_with(failure, AVERROR(ENOMEM));
    seek_to_part(copy);
    return true;
}

/// Drops the hidden packets except for the last `kept`.
static void forget_hidden(Track *track, int kept) {
    int count = track->hiddenCount - kept;
    if (count <= 0) return;
    for (int index = 0; index < count; index++) libav.av_packet_free(&track->hidden[index]);
    memmove(track->hidden, track->hidden + count, (size_t) kept * sizeof *track->hidden);
    track->hiddenCount = kept;
}

void copy_close(Copy *copy) {
    for (int index = 0; copy->tracks && index < copy->count; index++) {
        sound_destroy(copy->tracks[index].sound);
        forget_hidden(&copy->tracks[index], 0);
    }
    free(copy->tracks);
    free(copy->offsets);
    libav.av_packet_free(&copy->packet);
}

static int64_t packet_time(const AVPacket *packet) {
    return packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
}

/// The delay of a packet's stored timestamp, in the time base of the new stream.
static int64_t storing_delay(const Copy *copy, const Track *track) {
#if LIBAVFORMAT_VERSION_MAJOR < 60
    // Matroska's Opus timestamps count from the beginning of the part that decoders skip. Later muxers add
    // that themselves.
    const AVCodecParameters *parameters = track->output->codecpar;
    const char *name = copy->output->oformat->name;
    bool isMatroska = strcmp(name, "matroska") == 0 || strcmp(name, "webm") == 0;
    if (isMatroska && parameters->codec_id == AV_CODEC_ID_OPUS) {
        return libav.av_rescale_q(
            parameters->initial_padding, (AVRational) {1, 48000}, track->output->time_base);
    }
#endif
    return 0;
}

/// Writes a packet whose times are in the time base `tick`.
static int write_packet(Copy *copy, Track *track, AVPacket *packet, AVRational tick) {
    packet->stream_index = track->output->index;
    packet->pos = -1;
    libav.av_packet_rescale_ts(packet, tick, track->output->time_base);
    if (packet->dts == AV_NOPTS_VALUE) packet->dts = packet->pts;
    int64_t delay = storing_delay(copy, track);
    if (packet->pts != AV_NOPTS_VALUE) packet->pts += delay;
    if (packet->dts != AV_NOPTS_VALUE) packet->dts += delay;
    if (track->last != AV_NOPTS_VALUE && packet->dts != AV_NOPTS_VALUE) {
        // Muxers reject timestamps that go backwards, as in broken files.
        int64_t least = track->last + !(copy->output->oformat->flags & AVFMT_TS_NONSTRICT);
        if (packet->dts < least) {
            if (packet->pts != AV_NOPTS_VALUE && packet->pts < least) packet->pts = least;
            packet->dts = least;
        }
    }
    if (packet->dts != AV_NOPTS_VALUE) track->last = packet->dts;
    return libav.av_write_frame(copy->output, packet);
}

/// Shifts a packet to the new file's timeline; false if it lies outside the part.
static bool shift(const Copy *copy, const Track *track, AVPacket *packet) {
    if (is_whole(copy)) return true;
    int64_t start = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
    if (start == AV_NOPTS_VALUE) return false;
    int64_t from = track->from == INT64_MIN ? 0 : track->from;
    if (track->kind == CVIDEO_SUBTITLES) {
        int64_t end = start + packet->duration;
        if (end <= track->from || start >= track->to) return false;
        if (start < track->from) {
            packet->duration = end - track->from;
            packet->pts = packet->dts = track->from;
        }
        if (end > track->to) packet->duration = track->to - packet->pts;
    } else {
        // Keeps the packets that are closest to the part's ends.
        int64_t middle = start + packet->duration / 2;
        if (middle < track->from || middle >= track->to) return false;
    }
    if (packet->pts != AV_NOPTS_VALUE) packet->pts -= from;
    if (packet->dts != AV_NOPTS_VALUE) packet->dts -= from;
    return true;
}

typedef struct {
    Copy *copy;
    Track *track;
} Receiver;

static int receive_sound(void *context, AVPacket *packet) {
    Receiver *receiver = context;
    return write_packet(
        receiver->copy, receiver->track, packet, sound_encoder(receiver->track->sound)->time_base);
}

/// Holds back a packet that the source hides, but the new file could not hide: it would be heard.
static int hold_hidden(Track *track, AVPacket *packet) {
    if (track->neededHidden == 0) return 0;
    forget_hidden(track, track->neededHidden - 1);
    AVPacket *held = libav.av_packet_alloc();
    if (!held) return AVERROR(ENOMEM);
    libav.av_packet_move_ref(held, packet);
    track->hidden[track->hiddenCount++] = held;
    return 0;
}

/// Writes the held packets, which the next one needs to be decoded.
static int write_hidden(Copy *copy, Track *track) {
    int error = 0;
    for (int index = 0; error >= 0 && index < track->hiddenCount; index++) {
        error = write_packet(copy, track, track->hidden[index], track->input->time_base);
    }
    forget_hidden(track, 0);
    return error;
}

static int pass_on(Copy *copy, Track *track, AVPacket *packet) {
    if (track->sound) return sound_feed(track->sound, packet, receive_sound, &(Receiver) {copy, track});
    if (track->kind == CVIDEO_COVER) {
        packet->pts = packet->dts = 0;
    } else if (!shift(copy, track, packet)) {
        return 0;
    }
    bool isHidden = track->kind == CVIDEO_SOUND && packet->flags & AV_PKT_FLAG_DISCARD;
    if (isHidden && !hides_parts(copy->output->oformat)) return hold_hidden(track, packet);
    int error = write_hidden(copy, track);
    return error < 0 ? error : write_packet(copy, track, packet, track->input->time_base);
}

/// True if no packet of the part follows this one, however the streams are interleaved.
static bool is_past_part(const Copy *copy, const AVPacket *packet) {
    if (copy->to == INT64_MAX || packet_time(packet) == AV_NOPTS_VALUE) return false;
    int64_t late = libav.av_rescale_q(copy->to, copy->tick, AV_TIME_BASE_Q) + 5 * AV_TIME_BASE;
    AVRational tick = copy->tracks[packet->stream_index].input->time_base;
    return libav.av_compare_ts(packet_time(packet), tick, late, AV_TIME_BASE_Q) > 0;
}

/// Makes timestamps continue where those of the file restart, like the video's.
static void make_continuous(Copy *copy, AVPacket *packet) {
    Track *track = &copy->tracks[packet->stream_index];
    int64_t time = packet_time(packet);
    if (!copy->offsetCount || time == AV_NOPTS_VALUE) return;
    AVRational tick = track->input->time_base;
    double back =
        track->lastRead == AV_NOPTS_VALUE ? 0 : ((double) track->lastRead - (double) time) * av_q2d(tick);
    // Subtitles are too sparse to detect a restart by themselves, and may overlap.
    bool showsRestarts = track->kind != CVIDEO_SUBTITLES;
    if (showsRestarts && back > 0.1 && track->beginnings < copy->offsetCount) track->beginnings++;
    track->lastRead = time;
    if (track->beginnings > copy->beginnings) copy->beginnings = track->beginnings;
    if (!showsRestarts) track->beginnings = copy->beginnings;
    if (!track->beginnings) return;
    int64_t offset = libav.av_rescale_q(copy->offsets[track->beginnings - 1], copy->tick, tick);
    if (packet->pts != AV_NOPTS_VALUE) packet->pts = av_sat_add64(packet->pts, offset);
    if (packet->dts != AV_NOPTS_VALUE) packet->dts = av_sat_add64(packet->dts, offset);
}

/// Makes timestamps relative to the start of the whole file.
static void move_to_start(const Copy *copy, AVPacket *packet) {
    if (!copy->start) return;
    int64_t start =
        libav.av_rescale_q(copy->start, copy->tick, copy->tracks[packet->stream_index].input->time_base);
    if (packet->pts != AV_NOPTS_VALUE) packet->pts = av_sat_sub64(packet->pts, start);
    if (packet->dts != AV_NOPTS_VALUE) packet->dts = av_sat_sub64(packet->dts, start);
}

static int read_packet(Copy *copy) {
    while (!copy->hasPacket && !copy->isAtEnd) {
        AVPacket *packet = copy->packet;
        int error = libav.av_read_frame(copy->source->input.format, packet);
        if (error < 0) {
            copy->isAtEnd = true;
            int system = copy->source->input.readError;
            if (system) return AVERROR(system);
            // A truncated file ends at its last complete packet.
            return error == AVERROR(ENOMEM) ? error : 0;
        }
        // New streams may appear later in the file, and covers are returned although they are discarded.
        bool isKnown = packet->stream_index < copy->count && copy->tracks[packet->stream_index].hasPackets;
        if (isKnown) make_continuous(copy, packet);
        if (isKnown) move_to_start(copy, packet);
        if (isKnown && is_past_part(copy, packet)) {
            copy->isAtEnd = true;
        } else if (isKnown) {
            copy->hasPacket = true;
            continue;
        }
        libav.av_packet_unref(packet);
    }
    return 0;
}

int copy_until(Copy *copy, int64_t time, AVRational tick) {
    for (;;) {
        int error = read_packet(copy);
        if (error < 0 || !copy->hasPacket) return error;
        Track *track = &copy->tracks[copy->packet->stream_index];
        int64_t start = packet_time(copy->packet);
        if (start != AV_NOPTS_VALUE && time != INT64_MAX) {
            if (track->from != INT64_MIN) start -= track->from;
            if (libav.av_compare_ts(start, track->input->time_base, time, tick) > 0) return 0;
        }
        error = pass_on(copy, track, copy->packet);
        libav.av_packet_unref(copy->packet);
        copy->hasPacket = false;
        if (error < 0) return error;
    }
}

int copy_rest(Copy *copy) {
    int error = copy_until(copy, INT64_MAX, AV_TIME_BASE_Q);
    for (int index = 0; error >= 0 && index < copy->count; index++) {
        Track *track = &copy->tracks[index];
        if (track->sound) error = sound_feed(track->sound, NULL, receive_sound, &(Receiver) {copy, track});
    }
    return error;
}
