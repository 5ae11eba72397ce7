#pragma once

#include "cvideo-failure.h"
#include "cvideo-reader.h"

/// Samples are 32-bit floats, interleaved stereo with the left channel first, at this rate per channel.
enum {
    CVIDEO_SOUND_RATE = 48000,
    CVIDEO_SOUND_CHANNELS = 2,
};

/// Decodes the sound of a file, independently of a video reader. Not thread-safe: one thread at a time.
typedef struct CVideoSoundReader CVideoSoundReader;

/// Opens the sound stream that the file prefers, else the first; CVIDEO_NO_STREAM if there is none.
///
/// - descriptor, extension: as for a video reader.
/// - start: the time in the file at which sample 0 is heard, in seconds; NaN for the time of the video's
///   first frame, or the start of the file if it has no video.
CVideoSoundReader *cvideo_sound_create(
    int descriptor, const char *extension, double start, CVideoFailure *failure);
void cvideo_sound_destroy(CVideoSoundReader *reader);

/// Seeks to a sample; the result is identical to sequential decoding. The start of the file precedes all
/// samples.
bool cvideo_sound_seek(CVideoSoundReader *reader, int64_t sample, CVideoFailure *failure);
/// Reads up to `count` samples of each channel. Returns their number, 0 at the end, or -1 on failure. Gaps in
/// the file and damaged packets become silence.
int cvideo_sound_read(CVideoSoundReader *reader, float *samples, int count, CVideoFailure *failure);
