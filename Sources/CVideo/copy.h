#pragma once

#include "sound-encoding.h"
#include "source.h"

/// More packets than any codec has to decode before one that is heard.
enum { MOST_HIDDEN = 32 };

/// A stream of the source on its way to the new file.
typedef struct {
    const AVStream *input;
    AVStream *output;
    CVideoStreamKind kind;
    bool hasPackets;
    /// NULL where it is copied.
    Sound *sound;
    /// The part of the source, in the stream's time base.
    int64_t from, to;
    /// The last decoding time that was written, or AV_NOPTS_VALUE.
    int64_t last;
    /// The last time that was read, or AV_NOPTS_VALUE, and how often times began anew so far.
    int64_t lastRead;
    int beginnings;
    /// Packets that are not heard, which the ones after them may need to be decoded, and how many those are at most.
    AVPacket *hidden[MOST_HIDDEN];
    int hiddenCount, neededHidden;
} Track;

/// The streams of a source beside its video on their way to a muxer.
typedef struct {
    CVideoSource *source;
    AVFormatContext *output;
    AVRational tick;
    int64_t from, to;
    CVideoStripping stripping;
    /// What becomes time 0 where all is written, in ticks.
    int64_t start;
    /// What is added to times from each place on where they begin anew, and how often they did so far.
    int64_t *offsets;
    int offsetCount, beginnings;
    /// One for each stream of the source, without an output where it is left out.
    Track *tracks;
    int count;
    AVPacket *packet;
    bool hasPacket, isAtEnd;
} Copy;

/// Adds the streams to the muxer, with chapters and what the file tells about itself.
bool copy_open(Copy *copy, const CVideoCopying *copying, AVRational tick, AVFormatContext *output, CVideoFailure *failure);
void copy_close(Copy *copy);
/// What the source tells about its video.
void copy_video_metadata(const Copy *copy, AVStream *video);
/// Writes the packets up to a time of the new file; an error, or 0.
int copy_until(Copy *copy, int64_t time, AVRational tick);
int copy_rest(Copy *copy);
