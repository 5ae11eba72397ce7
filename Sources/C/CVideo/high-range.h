#pragma once

#include "libav.h"

/// Copies the metadata of high dynamic range, the mastering display's and the content's light levels, from a
/// stream to one that is about to be written. Returns an error of FFmpeg's libraries.
int high_range_copy(const AVStream *source, AVStream *target);

/// Adds the same to the options of x265, which writes it into the stream of frames as well.
int high_range_add_options(const AVStream *source, AVDictionary **options);
