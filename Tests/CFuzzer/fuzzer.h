#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's entry point, part of the compiler's runtime when linking with -sanitize=fuzzer: calls `run`
/// with one input after another, as the arguments specify, and ends the program.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *data, size_t size));
