#pragma once

#include "from-rgba.h"

/// Converts a picture to a palette of 256 colors of its own: exactly if it has no more colors; otherwise the
/// palette is chosen by splitting the colors where they differ most, and the error of each pixel is diffused
/// to its neighbors. Pixels that are less than half opaque become transparent.
bool to_palette(const Picture *picture, AVFrame *frame, CVideoFailure *failure);
