#pragma once

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's entry point, which the compiler's runtime contains if linked with -sanitize=fuzzer: calls
/// `run` with one input after another, as the arguments specify, and then ends the program.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *data, size_t size));
