#pragma once

// What a process needs to fork itself, to hand descriptors to another and to confine itself, and Swift cannot call:
// fork, macros over control messages, and calls with variable arguments or without a function of their own.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// From headers that only C with _GNU_SOURCE sees.
enum { CPROCESS_CLONE_THREAD = 0x00010000, CPROCESS_PR_SET_NAME = 15 };

/// fork, to be called before the program makes threads of its own.
pid_t cprocess_fork(void);
/// Makes the kernel end this process with the one that forked it; false where that one is gone already.
bool cprocess_end_with_parent(pid_t parent);
/// What `ps` shows; at most 15 bytes.
void cprocess_set_name(const char *name);
/// Closes all descriptors from `first` on but `kept`.
void cprocess_close_all(int first, int kept);

/// Two connected sockets that keep the bounds of messages if `keepsBounds`. 0 when done.
int cprocess_socket_pair(bool keepsBounds, int sockets[2]);
/// Sends all of `length` bytes, with descriptors beside the first. False with errno where that fails.
bool cprocess_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);
/// Receives at most `length` bytes, and at most `most` descriptors: any there are beyond that are closed. -1 with errno where
/// that fails; 0 at the end.
ssize_t cprocess_receive(int socket, void *bytes, size_t length, int *descriptors, int most, int *count);

/// Has blocks of a megabyte and more go back to the system as they are freed, and threads share a few heaps. Call it before
/// the first thread: what is set here no longer adapts to what a program does.
///
/// glibc raises the size from which blocks are mapped with each one freed, up to 32 MB; images, frames and textures then come
/// from its heaps, between small blocks that keep them from being returned. It also makes up to eight heaps per core, each of
/// which keeps what it has freed.
void cprocess_configure_memory(void);
/// Returns what the heaps have freed to the system, which takes some milliseconds.
void cprocess_return_free_memory(void);

/// Memory of `length` bytes of zeros that can be handed to another process, which can neither shrink nor grow it. -1 where
/// there is none: the kernel may be too old, or files may not become so large.
int cprocess_shared_memory(size_t length);
/// A file in memory with these bytes, open for reading and writing. -1 where that cannot be.
int cprocess_memory_file(const void *bytes, size_t length);
/// Maps `length` bytes of it; null where that fails. `isWritable` where this process writes them.
void *cprocess_map(int memory, size_t length, bool isWritable);
/// Has the system provide the pages of a mapping at once instead of one after the other.
void cprocess_populate(void *start, size_t length, bool isWritable);

/// Gives up ever getting more rights, by a program that is executed, say. Filters of system calls ask for it.
bool cprocess_give_up_new_rights(void);
/// From now on this process and what comes of it reads files below `paths` alone (null-terminated), writes none and
/// connects to nothing. The version of Landlock that sees to it; 0 where the kernel has none.
int cprocess_restrict_files(const char *const *paths);
