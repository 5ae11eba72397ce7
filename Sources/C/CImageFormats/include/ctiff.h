#pragma once

// The part of libtiff that is only accessible through variable argument lists.

#include <stdbool.h>
#include <stddef.h>

#define CTIFF_MESSAGE_SIZE 300

/// The supported formats: floats of 16, 32 or 64 bits, gray or red, green and blue.
typedef struct {
    int width, height;
    /// 1 or 3.
    int colors;
    /// The index of the alpha among all samples of a pixel, -1 for none.
    int alphaSample;
    /// The index of the picture in a file with several, from 0.
    int page;
} CTIFFForm;

/// Decodes to rows of RGBA floats without padding; gray has three equal channels. Sets `rows` to the number
/// of complete rows; returns false with `message` set if some are missing.
bool ctiff_read_floats(
    const void *data, size_t length, const CTIFFForm *form, float *rgba, int *rows, char *message);
