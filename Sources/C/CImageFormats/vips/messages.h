#pragma once

#include "cvips.h"

/// Moves libvips' error message to `message`.
void cvips_take_error(char *message);
