#pragma once

#include "cvips.h"

/// Moves libvips' last error message into `message`.
void cvips_take_error(char *message);
