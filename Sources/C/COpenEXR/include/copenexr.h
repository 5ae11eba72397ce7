#pragma once

// A C interface to the OpenEXR library.

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    COPENEXR_DONE,
    COPENEXR_DAMAGED,
    COPENEXR_UNSUPPORTED,
    COPENEXR_NO_MEMORY,
} COpenEXRResult;

typedef struct COpenEXRFile COpenEXRFile;

/// Ranges of columns and rows, including the last ones.
typedef struct {
    int left, top, right, bottom;
} COpenEXRWindow;

/// A part of a file; each part holds one picture.
typedef struct {
    /// True if pixels have several samples at different depths.
    bool isDeep;
    /// The data window and the display window.
    COpenEXRWindow data, display;
    int channelCount;
    /// An upper bound for the bytes that the library allocates for the samples of a tile or block of rows.
    double blockBytes;
    /// True if the file specifies its chromaticities.
    bool hasChromaticities;
    /// x and y of red, green, blue and white.
    float chromaticities[8];
} COpenEXRPart;

typedef struct {
    /// Valid as long as the file is open.
    const char *name;
    /// True if samples are integers instead of floats.
    bool isWhole;
    /// The subsampling steps: only every so many columns and rows have a sample.
    int columnStep, rowStep;
} COpenEXRChannel;

/// The destination for the samples of a channel.
typedef struct {
    COpenEXRChannel channel;
    /// The address of the sample at `row` and the first column of the data window.
    float *first;
    int row;
    /// The distance between rows, in samples.
    ptrdiff_t samplesPerRow;
} COpenEXRRoom;

/// Opens a file in memory, which must outlive the reader. Null, with the reason in `result`, if it fails.
COpenEXRFile *copenexr_open(const void *bytes, size_t count, COpenEXRResult *result);
void copenexr_close(COpenEXRFile *file);

int copenexr_part_count(const COpenEXRFile *file);
COpenEXRPart copenexr_part(const COpenEXRFile *file, int part);
/// Writes the channels of a part to an array with space for all of them.
void copenexr_channels(const COpenEXRFile *file, int part, COpenEXRChannel *channels);

/// Reads channels of some rows of the data window as floats; all calls must be for the same part.
COpenEXRResult copenexr_read(
    COpenEXRFile *file, int part, const COpenEXRRoom *rooms, int roomCount, int firstRow, int lastRow);

#ifdef __cplusplus
}
#endif
