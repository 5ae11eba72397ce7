// Tells ThreadSanitizer what the standard library's Mutex does.
//
// Where nobody else wants it, a mutex is taken and given back by code that the compiler puts into the program and
// ThreadSanitizer sees. Where two threads meet, the standard library does it, which is not built for ThreadSanitizer, so
// that each such meeting would be reported as a race; mutex-example.swift shows it. These functions take the place of the
// library's two, tell of the meeting, and call them.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Of ThreadSanitizer; not there in programs that are built without it.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Swift passes what a method belongs to in a register of its own.
#define SELF __attribute__((swift_context)) void *self
#define SWIFT __attribute__((swiftcall))

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow(), Swift 6.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF) {
    SWIFT void (*original)(uint32_t, SELF);
    *(void **)&original = dlsym(RTLD_NEXT, LOCK);
    original(thread, self);
    if (__tsan_acquire)
        __tsan_acquire(self);
}

SWIFT void unlock(SELF) {
    SWIFT void (*original)(SELF);
    *(void **)&original = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release)
        __tsan_release(self);
    original(self);
}
