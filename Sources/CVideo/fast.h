#pragma once

// Compiled twice where the processor may have wider registers.
#if defined(__x86_64__)
#define FAST __attribute__((target_clones("avx2", "default")))
#else
#define FAST
#endif
