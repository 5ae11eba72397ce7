#pragma once

#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif

// Compiled twice where the processor may have wider registers. The dispatch runs before the thread sanitizer
// is initialized.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define FAST __attribute__((target_clones("avx2", "default")))
#else
#define FAST
#endif
