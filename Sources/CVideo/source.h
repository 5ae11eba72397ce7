#pragma once

#include "cvideo-writer.h"
#include "input.h"

/// FLAC in MP4 counts as experimental before version 6, though the same is written by later ones.
enum { COMPLIANCE = FF_COMPLIANCE_EXPERIMENTAL };

struct CVideoSource {
    Input input;
    const AVStream *video;
};

CVideoStreamKind source_kind(const CVideoSource *source, int index);
/// The type and name of a cover's pictures, as Matroska wants them; NULL where it is of another kind.
const char *cover_type(const AVStream *stream);
const char *cover_name(const AVStream *stream);
bool is_matroska(const AVOutputFormat *format);
