#pragma once

#include "cvideo-failure.h"

/// A time stamp that is not known.
static const int64_t CVIDEO_NO_TIME = INT64_MIN;
/// The longest time in ticks. Files may tell any number; of these, a few can be added.
static const int64_t CVIDEO_MOST_TICKS = INT64_C(1) << 55;
/// Pixels of a picture, at most: larger ones would need gigabytes for each frame.
static const int64_t CVIDEO_MOST_PIXELS = INT64_C(1) << 28;

/// What a file with video is. All its numbers come from the file and may be wrong; sizes and fractions are positive.
typedef struct {
    char format[64], codec[64], pixelFormat[32];
    /// The size of the stored pixels; frames are turned afterwards.
    int width, height;
    /// The width of a stored pixel divided by its height.
    int aspectNumerator, aspectDenominator;
    /// How frames are shown: turned clockwise by so many quarters, after being mirrored left to right.
    int quarterTurns;
    bool isMirrored;
    /// The seconds of a tick, in which times are told.
    int tickNumerator, tickDenominator;
    /// Frames a second, on the average.
    int rateNumerator, rateDenominator;
    /// In ticks, as the file tells it; CVIDEO_NO_TIME where it does not.
    int64_t start, duration;
    /// Frames as the file tells it, 0 where it does not.
    int64_t frameCount;
    /// Bits of a channel, 1...32, and whether there is alpha, or gray alone.
    int bits;
    bool hasAlpha, isGray;
    /// Whether the stream says that it is interlaced.
    bool isInterlaced, isTopFieldFirst;
    /// Code points of ITU-T H.273; 2 where the file does not say.
    int primaries, transfer, matrix;
    /// The primaries of the frames as they are handed out; 2 where that is not known.
    int shownPrimaries;
    /// The range of the levels of luma and chroma: 1 limited, 2 full; 0 of red, green and blue.
    int range;
    /// Whether packets lack the time at which their frame is shown.
    bool lacksTimes;
    /// Whether the file is a stream of frames alone, in which nothing says when they are shown: `rate` is a guess.
    bool isUntimed;
    /// Whether the file is a stream of frames alone, whether or not it says how many are shown a second.
    bool takesRate;
    int soundCount, subtitleCount, chapterCount;
} CVideoInfo;

typedef struct {
    char codec[64], language[16];
    int channels, rate;
} CVideoSound;

typedef struct {
    /// When it is shown, in ticks; CVIDEO_NO_TIME where it cannot be told.
    int64_t time;
    /// The decoding time of its packet, in ticks, or CVIDEO_NO_TIME.
    int64_t packetTime;
    int64_t duration;
    int width, height;
    bool isKey, isInterlaced, isTopFieldFirst;
    /// Whether a part of it was made up in place of damaged bytes.
    bool isDamaged;
} CVideoFrame;

typedef struct {
    /// In ticks, or CVIDEO_NO_TIME.
    int64_t time, decodingTime, duration;
    bool isKey;
    /// Whether it is decoded, but not shown.
    bool isHidden;
    /// Whether bytes between the packet before and this one were wrong, or some of this one are.
    bool isAfterDamage;
} CVideoPacket;

/// Decodes the video of a file. One thread uses it at a time.
typedef struct CVideoReader CVideoReader;

typedef enum { CVIDEO_FAILED = -1, CVIDEO_END = 0, CVIDEO_DONE = 1 } CVideoResult;

/// - descriptor: of a regular file; it stays open for longer than the reader and is read by position, so several may share it.
/// - extension: the file's, without the dot: some formats are told by it.
/// - decodes: whether frames are wanted; otherwise the reader knows packets only.
/// - threads: how many decode, 0 for one a core.
CVideoReader *cvideo_reader_create(
    int descriptor, const char *extension, bool decodes, int threads, CVideoInfo *info, CVideoFailure *failure);
void cvideo_reader_destroy(CVideoReader *reader);

/// Of the sound streams, the one of this number, from 0.
bool cvideo_reader_sound(const CVideoReader *reader, int index, CVideoSound *sound);

/// The next packet of the video, without decoding it; not to be mixed with frames.
CVideoResult cvideo_reader_next_packet(CVideoReader *reader, CVideoPacket *packet, CVideoFailure *failure);
/// Whether something in the file after the last packet was wrong.
bool cvideo_reader_is_after_damage(const CVideoReader *reader);
/// Decodes the next frame. Damaged packets are left out, and counted.
CVideoResult cvideo_reader_next(CVideoReader *reader, CVideoFrame *frame, CVideoFailure *failure);
/// How many packets could not be decoded since the reader was made.
int64_t cvideo_reader_damaged_packets(const CVideoReader *reader);
/// Goes on at the last key frame at or before a time; CVIDEO_NO_TIME is the file's beginning.
bool cvideo_reader_seek(CVideoReader *reader, int64_t time, CVideoFailure *failure);

/// How the last decoded frame becomes RGBA.
typedef struct {
    /// 8 or 16 bits of a channel.
    int bits;
    int quarterTurns;
    bool isMirrored;
} CVideoPixels;

/// Converts the last frame that was decoded to RGBA without padding, in sRGB's or the video's own encoding, alpha straight.
bool cvideo_reader_pixels(
    CVideoReader *reader, const CVideoPixels *form, void *rgba, size_t byteCount, CVideoFailure *failure);
