#pragma once

#include "cvideo-failure.h"

/// The kind of a stream in a file.
typedef enum {
    /// The video that is filtered, or replaced by a still of it.
    CVIDEO_MAIN_VIDEO,
    CVIDEO_FURTHER_VIDEO,
    /// Cover art of an album or a film.
    CVIDEO_COVER,
    CVIDEO_SOUND,
    CVIDEO_SUBTITLES,
    /// A font or another attachment.
    CVIDEO_ATTACHMENT,
    CVIDEO_DATA,
} CVideoStreamKind;

typedef struct {
    CVideoStreamKind kind;
    char codec[64], language[16];
} CVideoStream;

/// The streams of a file that are copied to another file. Not thread-safe: one thread at a time.
typedef struct CVideoSource CVideoSource;

/// - descriptor: of a regular file; it must stay open longer than the source. It is read with explicit
///   offsets.
CVideoSource *cvideo_source_create(int descriptor, const char *extension, CVideoFailure *failure);
void cvideo_source_destroy(CVideoSource *source);
int cvideo_source_stream_count(const CVideoSource *source);
CVideoStream cvideo_source_stream(const CVideoSource *source, int index);
/// True if a container, given by its muxer's name, accepts a stream without encoding.
bool cvideo_source_fits(const CVideoSource *source, int index, const char *container);
/// True if there is a decoder for a stream.
bool cvideo_source_can_decode(const CVideoSource *source, int index);
/// The system's error number of the last failed read, or 0.
int cvideo_source_read_error(const CVideoSource *source);

/// The start time of a source's first stream, in ticks of this length; 0 if unknown, or if it is only a
/// decoder's preroll.
int64_t cvideo_source_start(const CVideoSource *source, int tickNumerator, int tickDenominator);

bool cvideo_has_encoder(const char *name);

/// How a pixel format stores colors.
typedef struct {
    /// Bits per channel.
    int bits;
    bool isGray;
    /// True if chroma is subsampled, horizontally and vertically.
    bool isHalvedAcross, isHalvedDown;
} CVideoSampling;

/// False for a name that FFmpeg does not know.
bool cvideo_sampling(const char *pixelFormat, CVideoSampling *sampling);

typedef enum {
    CVIDEO_LEAVE_OUT,
    CVIDEO_COPY,
    CVIDEO_ENCODE,
} CVideoTreatment;

/// The metadata to remove from a source, its streams and its chapters.
typedef enum {
    CVIDEO_STRIP_NOTHING,
    /// The location of the recording.
    CVIDEO_STRIP_LOCATION,
    /// Everything that players do not need.
    CVIDEO_STRIP_ALL,
} CVideoStripping;

/// What changes sound before it is encoded. Samples are interleaved, and counted for each channel.
typedef struct {
    void *context;
    /// Begins a track of sound; returns NULL if it cannot.
    ///
    /// - first: the index of the first sample that will be passed; that at the time `CVideoCopying.origin`
    ///   has the index 0.
    /// - wanted: the index of the first sample that is to be returned.
    void *(*begin)(void *context, int rate, int channels, int64_t first, int64_t wanted);
    /// Takes the next samples, or NULL at the end. Returns the number of samples that are complete, and sets
    /// `*output` to them; they are valid until the next call.
    int (*process)(void *track, const float *samples, int count, const float **output);
    void (*end)(void *track);
} CVideoSoundEffect;

/// How to treat a source's non-video streams.
typedef struct {
    CVideoSource *source;
    /// One for each of the source's streams.
    const CVideoTreatment *treatments;
    /// Applied to all sound that is encoded; NULL for none. It must stay valid as long as the writer.
    const CVideoSoundEffect *soundEffect;
    /// The time of the video's first frame, in the video's ticks, from which the effect counts.
    int64_t origin;
    /// The encoder for sound that is not copied, and its bit rate per channel.
    const char *soundEncoder;
    int soundRate;
    CVideoStripping stripping;
    /// The part of the source to write, in the video's ticks: its beginning becomes time 0. INT64_MIN and
    /// INT64_MAX stand for the whole.
    int64_t from, to;
    /// The source's start in the video's ticks, which becomes time 0 if the whole source is written.
    int64_t start;
    /// The offset added to the source's timestamps from each restart on, in the video's ticks. It is copied.
    const int64_t *offsets;
    int offsetCount;
} CVideoCopying;

typedef struct {
    /// FFmpeg's names of the muxer, the encoder and its pixel format.
    const char *container, *encoder, *pixelFormat;
    /// Options for the encoder and the muxer: "preset=medium:crf=23".
    const char *encoderOptions, *containerOptions;
    /// The FourCC by which the container should identify the codec, or an empty string.
    const char *tag;
    /// The size of the pictures, and the size of the frames, which may be larger.
    int width, height, frameWidth, frameHeight;
    /// Bits per channel of the pictures, and whether they may be transparent.
    int bits;
    bool hasAlpha;
    int aspectNumerator, aspectDenominator;
    int tickNumerator, tickDenominator;
    int rateNumerator, rateDenominator;
    bool isInterlaced, isTopFieldFirst;
    /// Code points of ITU-T H.273.
    int primaries, transfer, matrix;
    /// True for full range levels of luma and chroma, false for limited range.
    bool isFullRange;
    /// True if the frames have high dynamic range, of which the source's metadata is kept.
    bool hasHighRange;
    /// The encoder for sound added as samples, and its bit rate per channel; NULL for none.
    const char *soundEncoder;
    int soundRate;
    /// True to pass each packet to the system at once, so that it survives a crash of this process.
    bool isRecording;
    /// True if the output is a pipe or another stream that cannot seek.
    bool isStream;
} CVideoWriting;

/// Encodes a video. Not thread-safe: one thread at a time.
typedef struct CVideoWriter CVideoWriter;

/// - descriptor: of an empty file that can be written and read, or of a stream; it must stay open longer than
///   the writer.
/// - copying: NULL if there is no source.
CVideoWriter *cvideo_writer_create(
    int descriptor, const CVideoWriting *writing, const CVideoCopying *copying, CVideoFailure *failure);
/// Adds a picture, RGBA without padding. Times are in ticks and must increase. A GIF drops frames beyond 50
/// per second, which it cannot show.
bool cvideo_writer_add(
    CVideoWriter *writer, const void *rgba, size_t byteCount, int64_t time, int64_t duration,
    CVideoFailure *failure);
/// Adds a frame in the encoder's pixel format, with its planes contiguous and without padding.
bool cvideo_writer_add_planes(
    CVideoWriter *writer, const void *samples, size_t byteCount, int64_t time, int64_t duration,
    CVideoFailure *failure);
/// Adds sound as interleaved stereo 32-bit floats, with this many samples per channel; `time` is the time of
/// the first one, in samples at CVIDEO_SOUND_RATE. Times must increase; gaps become silence.
bool cvideo_writer_add_sound(
    CVideoWriter *writer, const float *samples, int count, int64_t time, CVideoFailure *failure);
/// The number of bytes written so far.
int64_t cvideo_writer_byte_count(const CVideoWriter *writer);
/// Flushes pending frames and sound, and writes the container's trailer.
bool cvideo_writer_finish(CVideoWriter *writer, CVideoFailure *failure);
void cvideo_writer_destroy(CVideoWriter *writer);
