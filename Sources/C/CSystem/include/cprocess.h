#pragma once

// System calls that a process needs to fork, to pass descriptors to another process and to sandbox itself,
// and that Swift cannot call: fork, macros for control messages, and calls that are variadic or have no
// wrapper function.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// From headers that require C and _GNU_SOURCE.
enum {
    CPROCESS_CLONE_THREAD = 0x00010000,
    CPROCESS_PR_SET_NAME = 15,
};

/// Calls fork; must be called before the program creates threads.
pid_t cprocess_fork(void);
/// Makes the kernel kill this process when its parent ends; false if the parent is already gone.
bool cprocess_end_with_parent(pid_t parent);
/// Sets the name that `ps` shows; at most 15 bytes.
void cprocess_set_name(const char *name);
/// Closes all descriptors from `first` on, except `kept`.
void cprocess_close_all(int first, int kept);

/// Creates two connected sockets, which preserve message boundaries if `keepsBounds`. Returns 0 on success.
int cprocess_socket_pair(bool keepsBounds, int sockets[2]);
/// Sends all of `length` bytes, with descriptors attached to the first. Returns false and sets errno on
/// failure.
bool cprocess_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);
/// Receives at most `length` bytes, and at most `most` descriptors: any further ones are closed. Returns -1
/// and sets errno on failure; 0 at the end.
ssize_t cprocess_receive(int socket, void *bytes, size_t length, int *descriptors, int most, int *count);

/// Makes blocks of a megabyte and more return to the system when freed, and threads share a few heaps. Call
/// it before the first thread is created: these settings no longer adapt to the program's behavior.
///
/// Whenever a mapped block is freed, glibc raises the size from which blocks are mapped, up to 32 MB; images,
/// frames and textures then come from its heaps, between small blocks that keep them from being returned. It
/// also creates up to eight heaps per core, each of which keeps its freed memory.
void cprocess_configure_memory(void);
/// Returns the freed memory of the heaps to the system, which takes some milliseconds.
void cprocess_return_free_memory(void);

/// Zero-filled memory of `length` bytes that can be passed to another process, which can neither shrink nor
/// grow it. Returns -1 on failure: the kernel may be too old, or files may not become so large.
int cprocess_shared_memory(size_t length);
/// An in-memory file with these bytes, open for reading and writing. Returns -1 on failure.
int cprocess_memory_file(const void *bytes, size_t length);
/// Maps `length` bytes of it; returns null on failure. `isWritable` if this process writes to them.
void *cprocess_map(int memory, size_t length, bool isWritable);
/// Populates all pages of a mapping at once, instead of faulting them in one by one.
void cprocess_populate(void *start, size_t length, bool isWritable);

/// Permanently gives up gaining privileges, for example by executing a program. Required before installing a
/// system call filter.
bool cprocess_give_up_new_rights(void);
/// From now on this process and its descendants can only read files below `paths` (null-terminated), write
/// none and open no connections. Returns the version of Landlock that enforces this; 0 if the kernel has
/// none.
int cprocess_restrict_files(const char *const *paths);
