#pragma once

#include "from-rgba.h"

/// Converts a picture to 256 colors of its own, exactly where it has no more; else they are chosen by splitting its
/// colors where they differ most, and what a pixel's color lacks is passed on to its neighbors. Pixels that are
/// less than half opaque become transparent.
bool to_palette(const Picture *picture, AVFrame *frame, CVideoFailure *failure);
