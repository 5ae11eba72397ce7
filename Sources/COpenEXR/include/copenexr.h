#pragma once

// OpenEXR's library for programs that are not written in C++.

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { COPENEXR_DONE, COPENEXR_DAMAGED, COPENEXR_UNSUPPORTED, COPENEXR_NO_MEMORY } COpenEXRResult;

typedef struct COpenEXRFile COpenEXRFile;

/// Columns and rows, the last ones included.
typedef struct {
    int left, top, right, bottom;
} COpenEXRWindow;

/// One of the pictures of a file.
typedef struct {
    /// Whether pixels have several depths.
    bool isDeep;
    /// The pixels that there are, and those that are shown.
    COpenEXRWindow data, display;
    int channelCount;
    /// At most how many bytes the samples of a block of rows, or of a tile, have: the library takes memory for them.
    double blockBytes;
    /// Whether the chromaticities are told.
    bool hasChromaticities;
    /// x and y of red, green, blue and white.
    float chromaticities[8];
} COpenEXRPart;

typedef struct {
    /// Valid as long as the file is open.
    const char *name;
    /// Whether its samples are whole numbers rather than floats.
    bool isWhole;
    /// Every how many columns and rows there is a sample.
    int columnStep, rowStep;
} COpenEXRChannel;

/// Room for the samples of a channel.
typedef struct {
    COpenEXRChannel channel;
    /// Where the sample of the first column of the data window and of `row` goes.
    float *first;
    int row;
    /// Samples from one row to the next.
    ptrdiff_t samplesPerRow;
} COpenEXRRoom;

/// Opens a file in memory, which has to last as long; NULL where `result` tells why not.
COpenEXRFile *copenexr_open(const void *bytes, size_t count, COpenEXRResult *result);
void copenexr_close(COpenEXRFile *file);

int copenexr_part_count(const COpenEXRFile *file);
COpenEXRPart copenexr_part(const COpenEXRFile *file, int part);
/// The channels of a part, as many as it has.
void copenexr_channels(const COpenEXRFile *file, int part, COpenEXRChannel *channels);

/// Reads some channels of rows of the data window, as floats; always of the same part.
COpenEXRResult copenexr_read(
    COpenEXRFile *file, int part, const COpenEXRRoom *rooms, int roomCount, int firstRow, int lastRow);

#ifdef __cplusplus
}
#endif
