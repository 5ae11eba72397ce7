#pragma once

// libjxl, loaded by the first call: with its own libraries it takes longer to load than a small picture takes to be decoded.

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/resizable_parallel_runner.h>

/// Why libjxl cannot be used, and none of its functions called; null where it can.
const char *libjxl_problem(void);
