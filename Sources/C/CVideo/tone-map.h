#pragma once

#include "libav.h"

/// Converts high dynamic range (ITU-R BT.2100) to the range of BT.1886 displays, and other videos from their
/// own primaries to those of BT.709. Immutable, so threads may share one.
typedef struct ToneMap ToneMap;

/// The peak in cd/m² of the display that HLG is made for.
static const double HLG_PEAK = 1000;

/// True if a transfer function is one of high dynamic range.
bool tone_map_is_needed(enum AVColorTransferCharacteristic transfer);

/// The peak of a PQ source in cd/m²: the mastering display's if the stream states it, else 1000.
double tone_map_peak(const AVStream *stream);

/// The matrix from linear light of these primaries to that of sRGB's, by rows; the identity if they are not
/// converted.
///
/// - isHigh: true for high dynamic range, whose unspecified primaries are those of BT.2100.
const float *tone_map_matrix(enum AVColorPrimaries primaries, bool isHigh);
/// The exponent from the signal of standard dynamic range to display light; not used for sRGB.
double display_gamma(enum AVColorTransferCharacteristic transfer);

/// True if primaries differ from BT.709 and BT.601, with which files of standard dynamic range are written.
bool primaries_are_converted(enum AVColorPrimaries primaries);
/// Does not change the dynamic range. Null if memory is short.
ToneMap *primaries_map_create(enum AVColorTransferCharacteristic transfer, enum AVColorPrimaries primaries);

/// Null if memory is short. `toSRGB` is nine numbers, by rows.
ToneMap *tone_map_create(enum AVColorTransferCharacteristic transfer, const float *toSRGB, double peak);
/// The map of a frame that needs one. Null if memory is short.
///
/// - peak: that of a PQ source in cd/m².
ToneMap *tone_map_of(const AVFrame *frame, double peak);
void tone_map_destroy(ToneMap *map);

/// Maps a row of R'G'B' in 0...1 in place; values outside are clipped.
void tone_map_apply(const ToneMap *map, float *red, float *green, float *blue, int count);
