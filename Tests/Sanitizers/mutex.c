// Informs ThreadSanitizer of the synchronization by the standard library's Mutex.
//
// An uncontended mutex is locked and unlocked by code that the compiler inlines into the program and
// ThreadSanitizer sees. If two threads contend, the standard library does it, which is not built for
// ThreadSanitizer, so each contention would be reported as a race; mutex-example.swift shows it. These
// functions replace the library's two, report the synchronization, and call them.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// ThreadSanitizer's functions; absent in programs that are built without it.
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
