#pragma once

#include "cvideo-failure.h"
#include "cvideo-planes.h"

/// An unknown timestamp.
static const int64_t CVIDEO_NO_TIME = INT64_MIN;
/// The longest time in ticks. Files may state any number; a few of these can be added without overflow.
static const int64_t CVIDEO_MOST_TICKS = INT64_C(1) << 55;
/// Maximum number of pixels in a picture: larger ones would need gigabytes for each frame.
static const int64_t CVIDEO_MOST_PIXELS = INT64_C(1) << 28;

/// The properties of a file with video. All numbers come from the file and may be wrong; sizes and fractions
/// are positive.
typedef struct {
    char format[64], codec[64], pixelFormat[32];
    /// The size of the stored pixels; frames are rotated afterwards.
    int width, height;
    /// The pixel aspect ratio as stored: width divided by height.
    int aspectNumerator, aspectDenominator;
    /// How stored frames are turned upright: mirrored left to right if `isMirrored`, then rotated clockwise
    /// by this many quarter turns.
    int quarterTurns;
    bool isMirrored;
    /// The duration of a tick, the unit of all times, in seconds.
    int tickNumerator, tickDenominator;
    /// Average frame rate.
    int rateNumerator, rateDenominator;
    /// In ticks, according to the file; CVIDEO_NO_TIME if it states none.
    int64_t start, duration;
    /// Number of frames according to the file, 0 if it states none.
    int64_t frameCount;
    /// Bits per channel, 1...32, and whether there is alpha, or only gray.
    int bits;
    bool hasAlpha, isGray;
    /// True if the stream is marked as interlaced.
    bool isInterlaced, isTopFieldFirst;
    /// Code points of ITU-T H.273; 2 if unspecified.
    int primaries, transfer, matrix;
    /// The primaries of the converted frames; 2 if unknown.
    int shownPrimaries;
    /// The range of the levels of luma and chroma: 1 limited, 2 full; 0 for red, green and blue.
    int range;
    /// True if packets lack presentation times.
    bool lacksTimes;
    /// True if the file is an elementary stream without any timing: `rate` is a guess.
    bool isUntimed;
    /// True if the file is an elementary stream, whether or not it states a frame rate.
    bool takesRate;
    int soundCount, subtitleCount, chapterCount;
} CVideoInfo;

typedef struct {
    char codec[64], language[16];
    int channels, rate;
} CVideoSound;

typedef struct {
    /// Presentation time in ticks; CVIDEO_NO_TIME if unknown.
    int64_t time;
    /// The decoding time of its packet, in ticks, or CVIDEO_NO_TIME.
    int64_t packetTime;
    int64_t duration;
    int width, height;
    /// How its samples are stored.
    CVideoPlanes planes;
    bool isKey, isInterlaced, isTopFieldFirst;
    /// True if a part of it was concealed because of damaged data.
    bool isDamaged;
} CVideoFrame;

typedef struct {
    /// In ticks, or CVIDEO_NO_TIME.
    int64_t time, decodingTime, duration;
    bool isKey;
    /// True if it is decoded but not shown.
    bool isHidden;
    /// True if data between the previous packet and this one, or in this one, was damaged.
    bool isAfterDamage;
} CVideoPacket;

/// Decodes the video of a file. Not thread-safe: one thread at a time.
typedef struct CVideoReader CVideoReader;

typedef enum {
    CVIDEO_FAILED = -1,
    CVIDEO_END = 0,
    CVIDEO_DONE = 1,
} CVideoResult;

/// - descriptor: of a regular file; it must stay open longer than the reader. It is read with explicit
///   offsets, so several readers may share it.
/// - extension: the file's, without the dot; some formats are recognized by it.
/// - decodes: whether frames are needed; otherwise the reader only returns packets.
/// - threads: number of decoding threads, 0 for one per core.
CVideoReader *cvideo_reader_create(
    int descriptor, const char *extension, bool decodes, int threads, CVideoInfo *info,
    CVideoFailure *failure);
void cvideo_reader_destroy(CVideoReader *reader);

/// The sound stream with this index, from 0.
bool cvideo_reader_sound(const CVideoReader *reader, int index, CVideoSound *sound);

/// Reads the next video packet without decoding it; not to be mixed with reading frames.
CVideoResult cvideo_reader_next_packet(CVideoReader *reader, CVideoPacket *packet, CVideoFailure *failure);
/// True if data after the last packet was damaged.
bool cvideo_reader_is_after_damage(const CVideoReader *reader);
/// Decodes the next frame. Damaged packets are skipped and counted.
CVideoResult cvideo_reader_next(CVideoReader *reader, CVideoFrame *frame, CVideoFailure *failure);
/// Number of packets that could not be decoded since the reader was created.
int64_t cvideo_reader_damaged_packets(const CVideoReader *reader);
/// Seeks to the last key frame at or before a time; CVIDEO_NO_TIME seeks to the start of the file.
bool cvideo_reader_seek(CVideoReader *reader, int64_t time, CVideoFailure *failure);

/// Converts the last decoded frame to RGBA without padding, in sRGB's or the video's own encoding, with
/// straight alpha.
bool cvideo_reader_pixels(
    CVideoReader *reader, const CVideoPixels *form, void *rgba, size_t byteCount, CVideoFailure *failure);

/// Copies the samples of the last decoded frame as `CVideoPlanes` describes them.
bool cvideo_reader_copy(CVideoReader *reader, void *bytes, size_t byteCount, CVideoFailure *failure);
