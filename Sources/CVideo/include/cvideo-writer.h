#pragma once

#include "cvideo-failure.h"

/// What a stream of a file is.
typedef enum {
    /// The video that is filtered, or a still of it.
    CVIDEO_MAIN_VIDEO,
    CVIDEO_FURTHER_VIDEO,
    /// The picture of an album or a film.
    CVIDEO_COVER,
    CVIDEO_SOUND,
    CVIDEO_SUBTITLES,
    /// A font or another file.
    CVIDEO_ATTACHMENT,
    CVIDEO_DATA,
} CVideoStreamKind;

typedef struct {
    CVideoStreamKind kind;
    char codec[64], language[16];
} CVideoStream;

/// The streams of a file, to be copied to another one. One thread uses it at a time.
typedef struct CVideoSource CVideoSource;

/// - descriptor: of a regular file; it stays open for longer than the source and is read by position.
CVideoSource *cvideo_source_create(int descriptor, const char *extension, CVideoFailure *failure);
void cvideo_source_destroy(CVideoSource *source);
int cvideo_source_stream_count(const CVideoSource *source);
CVideoStream cvideo_source_stream(const CVideoSource *source, int index);
/// Whether a container, by its muxer's name, takes a stream as it is.
bool cvideo_source_fits(const CVideoSource *source, int index, const char *container);
/// Whether there is a decoder for a stream.
bool cvideo_source_can_decode(const CVideoSource *source, int index);
/// The system's error number of the read that failed, or 0.
int cvideo_source_read_error(const CVideoSource *source);

/// When the first of a source's streams begins, in ticks of so many seconds; 0 where that is not known, and where it is only what
/// a decoder needs before the beginning.
int64_t cvideo_source_start(const CVideoSource *source, int tickNumerator, int tickDenominator);

bool cvideo_has_encoder(const char *name);

/// How a pixel format stores colors.
typedef struct {
    /// Bits of a channel.
    int bits;
    bool isGray;
    /// Whether there is one sample of chroma for two or more pixels, across and down.
    bool isHalvedAcross, isHalvedDown;
} CVideoSampling;

/// False for a name that FFmpeg does not know.
bool cvideo_sampling(const char *pixelFormat, CVideoSampling *sampling);

typedef enum { CVIDEO_LEAVE_OUT, CVIDEO_COPY, CVIDEO_ENCODE } CVideoTreatment;

/// What is left out of the tags of a source, its streams and its chapters.
typedef enum {
    CVIDEO_STRIP_NOTHING,
    /// Where it was taken.
    CVIDEO_STRIP_LOCATION,
    /// All that no player needs.
    CVIDEO_STRIP_ALL,
} CVideoStripping;

/// What becomes of a source's streams beside its video.
typedef struct {
    CVideoSource *source;
    /// One for each of its streams.
    const CVideoTreatment *treatments;
    /// The encoder of sound that is not copied, and its bits a second for each channel.
    const char *soundEncoder;
    int soundRate;
    CVideoStripping stripping;
    /// The part of the source that is written, in the video's ticks: its beginning becomes time 0. INT64_MIN and
    /// INT64_MAX stand for the whole.
    int64_t from, to;
    /// When the source begins, in the video's ticks, which becomes time 0 where the whole is written.
    int64_t start;
    /// What is added to the source's times from each place on where they begin anew, in the video's ticks. It is copied.
    const int64_t *offsets;
    int offsetCount;
} CVideoCopying;

typedef struct {
    /// Names of FFmpeg's: of the muxer, the encoder and its pixel format.
    const char *container, *encoder, *pixelFormat;
    /// Options of the encoder and the muxer: "preset=medium:crf=23".
    const char *encoderOptions, *containerOptions;
    /// A tag of four letters by which the container is to call the codec, or an empty text.
    const char *tag;
    /// The size of the pictures, and that of the frames, which may be larger.
    int width, height, frameWidth, frameHeight;
    /// Bits of a channel of the pictures, and whether they may be transparent.
    int bits;
    bool hasAlpha;
    int aspectNumerator, aspectDenominator;
    int tickNumerator, tickDenominator;
    int rateNumerator, rateDenominator;
    bool isInterlaced, isTopFieldFirst;
    /// Code points of ITU-T H.273.
    int primaries, transfer, matrix;
    /// Whether the levels of luma and chroma have the full range instead of the limited one.
    bool isFullRange;
    /// The encoder of sound that is added as samples, and its bits a second for each channel; NULL where there is none.
    const char *soundEncoder;
    int soundRate;
    /// Whether each packet goes to the system at once, so that it is there whatever happens to this program.
    bool isRecording;
    /// Whether bytes go to a pipe or the like, one after another.
    bool isStream;
} CVideoWriting;

/// Encodes a video. One thread uses it at a time.
typedef struct CVideoWriter CVideoWriter;

/// - descriptor: of an empty file that can be written and read, or of a stream; it stays open for longer than the writer.
/// - copying: NULL where there is no source.
CVideoWriter *cvideo_writer_create(
    int descriptor, const CVideoWriting *writing, const CVideoCopying *copying, CVideoFailure *failure);
/// Adds a picture, RGBA without padding. Times are in ticks and increase. A GIF leaves out what it
/// cannot show, beyond 50 frames a second.
bool cvideo_writer_add(
    CVideoWriter *writer, const void *rgba, size_t byteCount, int64_t time, int64_t duration,
    CVideoFailure *failure);
/// Adds sound, stereo as 32-bit floats in turns, so many samples of each channel; `time` is that of the first one, in samples
/// at CVIDEO_SOUND_RATE. Times increase; pauses become silence.
bool cvideo_writer_add_sound(
    CVideoWriter *writer, const float *samples, int count, int64_t time, CVideoFailure *failure);
/// The bytes written so far.
int64_t cvideo_writer_byte_count(const CVideoWriter *writer);
/// Writes what is still on its way, and what the container needs at its end.
bool cvideo_writer_finish(CVideoWriter *writer, CVideoFailure *failure);
void cvideo_writer_destroy(CVideoWriter *writer);
