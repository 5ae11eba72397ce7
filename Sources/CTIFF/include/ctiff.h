#pragma once

// The part of libtiff that hides behind variable argument lists.

#include <stdbool.h>
#include <stddef.h>

#define CTIFF_MESSAGE_SIZE 300

/// What is read: floats of 16, 32 or 64 bits, gray or red, green and blue.
typedef struct {
    int width, height;
    /// 1 or 3.
    int colors;
    /// Which of all samples of a pixel is the alpha, -1 for none.
    int alphaSample;
    /// Of a file with several pictures, from 0.
    int page;
} CTIFFForm;

/// Decodes to rows of RGBA floats without padding; gray has three equal channels. `rows` is told how many whole rows there
/// are; false with `message` set where they are not all.
bool ctiff_read_floats(const void *data, size_t length, const CTIFFForm *form, float *rgba, int *rows, char *message);
