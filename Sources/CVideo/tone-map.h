#pragma once

#include "libav.h"

/// Brings high dynamic range (ITU-R BT.2100) to that of BT.1886 displays, and other videos from primaries of their own to
/// those of BT.709. It never changes, so threads may share one.
typedef struct ToneMap ToneMap;

/// Whether such a transfer has high dynamic range.
bool tone_map_is_needed(enum AVColorTransferCharacteristic transfer);

/// The peak of PQ's source in cd/m² where the stream tells what its master was seen on, else 1000.
double tone_map_peak(const AVStream *stream);

/// From linear light of these primaries to that of sRGB's, by rows: of BT.2020's, of Display P3's, or as they are.
const float *tone_map_matrix(enum AVColorPrimaries primaries);

/// Whether primaries are none that a file of usual dynamic range is written with: those of BT.709 and BT.601.
bool primaries_are_converted(enum AVColorPrimaries primaries);
/// Leaves the dynamic range as it is. Null where there is no memory.
ToneMap *primaries_map_create(enum AVColorTransferCharacteristic transfer, enum AVColorPrimaries primaries);

/// Null where there is no memory. `toSRGB` are nine numbers, by rows.
ToneMap *tone_map_create(enum AVColorTransferCharacteristic transfer, const float *toSRGB, double peak);
void tone_map_destroy(ToneMap *map);

/// Maps a row of R'G'B' in 0...1 in place; what is beyond is clipped.
void tone_map_apply(const ToneMap *map, float *red, float *green, float *blue, int count);
