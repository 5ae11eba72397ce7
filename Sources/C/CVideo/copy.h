#pragma once

#include "sound-encoding.h"
#include "source.h"

/// Upper bound for the packets that any codec has to decode before one that is heard.
enum { MOST_HIDDEN = 32 };

/// A stream of the source that is being copied to the new file.
typedef struct {
    const AVStream *input;
    AVStream *output;
    CVideoStreamKind kind;
    bool hasPackets;
    /// NULL if the stream is copied without encoding.
    Sound *sound;
    /// The part of the source, in the stream's time base.
    int64_t from, to;
    /// The last decoding time written, or AV_NOPTS_VALUE.
    int64_t last;
    /// The last time read, or AV_NOPTS_VALUE, and how often timestamps have restarted so far.
    int64_t lastRead;
    int beginnings;
    /// Packets that are not heard, but may be needed to decode later ones, and the maximum number of those.
    AVPacket *hidden[MOST_HIDDEN];
    int hiddenCount, neededHidden;
} Track;

/// The non-video streams of a source that are being copied to a muxer.
typedef struct {
    CVideoSource *source;
    AVFormatContext *output;
    AVRational tick;
    int64_t from, to;
    CVideoStripping stripping;
    /// The time that becomes 0 if everything is written, in ticks.
    int64_t start;
    /// The offsets added to timestamps from each restart on, and how many restarts there were so far.
    int64_t *offsets;
    int offsetCount, beginnings;
    /// One for each stream of the source, without an output if the stream is left out.
    Track *tracks;
    int count;
    AVPacket *packet;
    bool hasPacket, isAtEnd;
    /// True if sound is changed before it is encoded.
    bool hasEffect;
} Copy;

/// Adds the streams to the muxer, with chapters and the file's own metadata.
bool copy_open(
    Copy *copy, const CVideoCopying *copying, AVRational tick, AVFormatContext *output,
    CVideoFailure *failure);
void copy_close(Copy *copy);
/// Copies the source's metadata for its video.
void copy_video_metadata(const Copy *copy, AVStream *video);
/// Writes the packets up to a time in the new file. Returns 0 or an error.
int copy_until(Copy *copy, int64_t time, AVRational tick);
int copy_rest(Copy *copy);
