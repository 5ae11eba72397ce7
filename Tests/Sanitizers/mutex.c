// Makes the synchronization of the standard library's Mutex visible to ThreadSanitizer.
//
// An uncontended mutex is locked and unlocked by code that is inlined into the program and so instrumented.
// Contention is handled inside the standard library, which is not built for ThreadSanitizer, so each case
// would be reported as a race; mutex-example.swift demonstrates it. These functions replace two of the
// library's: they report the synchronization, and call the originals.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// ThreadSanitizer's functions; null in programs built without it.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Swift passes self in a dedicated register.
#define SELF __attribute__((swift_context)) void *self
#define SWIFT __attribute__((swiftcall))

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow(), Swift 6.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
    SWIFT void (*original)(uint32_t, SELF);
    *(void **) &original = dlsym(RTLD_NEXT, LOCK);
    original(thread, self);
    if (__tsan_acquire)
        __tsan_acquire(self);
}

SWIFT void unlock(SELF) {
    SWIFT void (*original)(SELF);
    *(void **) &original = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release)
        __tsan_release(self);
    original(self);
}
