#pragma once

// The functions of libtiff that are only accessible through variable argument lists.

#include <stdbool.h>
#include <stddef.h>

#define CTIFF_MESSAGE_SIZE 300

/// The supported formats: gray or RGB floats of 16, 32 or 64 bits.
typedef struct {
    int width, height;
    /// 1 or 3.
    int colors;
    /// The index of alpha among all samples of a pixel; -1 if there is none.
    int alphaSample;
    /// The index of the picture in a file with several, starting at 0.
    int page;
} CTIFFForm;

/// Decodes to rows of RGBA floats without padding; gray becomes three equal channels. Sets `rows` to the
/// number of complete rows; returns false with `message` set if some are missing.
bool ctiff_read_floats(
    const void *data, size_t length, const CTIFFForm *form, float *rgba, int *rows, char *message);
