#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own entry, which the compiler's runtime has where it links with -sanitize=fuzzer: calls `run` with one
/// input after the other, as the arguments say, and ends the program.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *data, size_t size));
