#pragma once

#include "cvideo-writer.h"
#include "input.h"

struct CVideoSource {
    Input input;
    const AVStream *video;
};

CVideoStreamKind source_kind(const CVideoSource *source, int index);
/// The type and name of a cover's pictures, as Matroska wants them; NULL where it is of another kind.
const char *cover_type(const AVStream *stream);
const char *cover_name(const AVStream *stream);
bool is_matroska(const AVOutputFormat *format);
