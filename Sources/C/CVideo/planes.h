#pragma once

#include "cvideo-planes.h"
#include "libav.h"

/// How the samples of a frame are stored.
CVideoPlanes planes_of(const AVFrame *frame, double peak);
