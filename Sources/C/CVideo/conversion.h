#pragma once

#include "cvideo-planes.h"
#include "libav.h"

/// How the samples of a frame become R'G'B'; without a tone map.
CVideoConversion frame_conversion(const AVFrame *frame);

/// How R'G'B' becomes the samples of a frame.
CVideoEncoding frame_encoding(const AVFrame *frame);

/// Adds the tone map of a frame.
///
/// - peak: that of a PQ source in cd/m².
void add_tone_map(CVideoConversion *conversion, const AVFrame *frame, double peak);

bool is_interlaced(const AVFrame *frame);
void set_fields(AVFrame *frame, bool isInterlaced, bool isTopFirst);

/// The index of the alpha component of a format that has one.
int alpha_component(const AVPixFmtDescriptor *format);

/// The range of the levels of luma and chroma: limited or full, or unspecified if colors are stored as red,
/// green and blue.
///
/// - declared: the range according to the file.
enum AVColorRange stored_range(enum AVPixelFormat format, enum AVColorRange declared);

/// Kr and Kb of a frame's matrix; if unspecified, chosen by the picture's size.
void luma_weights(const AVFrame *frame, double *red, double *blue);
