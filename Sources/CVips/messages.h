#pragma once

#include "cvips.h"

/// Moves what libvips last complained about into `message`.
void cvips_take_error(char *message);
