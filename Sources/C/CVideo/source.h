#pragma once

#include "cvideo-writer.h"
#include "input.h"

/// FLAC in MP4 is experimental before version 6, although later versions write the same.
enum { COMPLIANCE = FF_COMPLIANCE_EXPERIMENTAL };

struct CVideoSource {
    Input input;
    const AVStream *video;
};

CVideoStreamKind source_kind(const CVideoSource *source, int index);
/// The MIME type and file name of a cover for Matroska; NULL if it is of another format.
const char *cover_type(const AVStream *stream);
const char *cover_name(const AVStream *stream);
bool is_matroska(const AVOutputFormat *format);
