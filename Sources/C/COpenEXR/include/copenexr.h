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

/// Columns and rows, last ones included.
typedef struct {
    int left, top, right, bottom;
} COpenEXRWindow;

/// A part of a file, which holds one picture.
typedef struct {
    /// True if pixels have several depth samples.
    bool isDeep;
    /// The data window and the display window.
    COpenEXRWindow data, display;
    int channelCount;
    /// Upper bound in bytes for the samples of a block of rows, or of a tile; the library allocates that
    /// much.
    double blockBytes;
    /// True if the file states its chromaticities.
    bool hasChromaticities;
    /// x and y of red, green, blue and white.
    float chromaticities[8];
} COpenEXRPart;

typedef struct {
    /// Valid while the file is open.
    const char *name;
    /// True if its samples are integers rather than floats.
    bool isWhole;
    /// Subsampling: there is a sample every so many columns and rows.
    int columnStep, rowStep;
} COpenEXRChannel;

/// A destination for the samples of a channel.
typedef struct {
    COpenEXRChannel channel;
    /// The address for the sample in the first column of the data window and in `row`.
    float *first;
    int row;
    /// Distance between rows, in samples.
    ptrdiff_t samplesPerRow;
} COpenEXRRoom;

/// Opens a file in memory, which must outlive the reader; NULL if it fails, with the reason in `result`.
COpenEXRFile *copenexr_open(const void *bytes, size_t count, COpenEXRResult *result);
void copenexr_close(COpenEXRFile *file);

int copenexr_part_count(const COpenEXRFile *file);
COpenEXRPart copenexr_part(const COpenEXRFile *file, int part);
/// The channels of a part; there are as many as it states.
void copenexr_channels(const COpenEXRFile *file, int part, COpenEXRChannel *channels);

/// Reads some channels of some rows of the data window, as floats; all calls must be for the same part.
COpenEXRResult copenexr_read(
    COpenEXRFile *file, int part, const COpenEXRRoom *rooms, int roomCount, int firstRow, int lastRow);

#ifdef __cplusplus
}
#endif
