#pragma once

#include "cvideo-failure.h"
#include "cvideo-reader.h"

/// Samples are 32-bit floats of two channels in turns, left first, so many of each a second.
enum { CVIDEO_SOUND_RATE = 48000, CVIDEO_SOUND_CHANNELS = 2 };

/// Decodes the sound of a file, beside a reader of its video. One thread uses it at a time.
typedef struct CVideoSoundReader CVideoSoundReader;

/// Opens the sound stream that the file prefers, else the first; CVIDEO_NO_STREAM where there is none.
///
/// - descriptor, extension: as a reader of video takes them.
/// - start: the time in the file that sample 0 is heard at, in seconds; NaN for that of the video's first frame, or of
///   the whole file where it has no video.
CVideoSoundReader *cvideo_sound_create(
    int descriptor, const char *extension, double start, CVideoFailure *failure);
void cvideo_sound_destroy(CVideoSoundReader *reader);

/// Goes on at this sample, which is the same one as in line; the file's beginning is before all samples.
bool cvideo_sound_seek(CVideoSoundReader *reader, int64_t sample, CVideoFailure *failure);
/// Reads up to `count` samples of each channel, and tells how many; 0 is the end, and -1 a failure. What the file leaves
/// out is silence. Damaged packets are left out as well.
int cvideo_sound_read(CVideoSoundReader *reader, float *samples, int count, CVideoFailure *failure);
