#pragma once

// Processes, passing descriptors, memory, and the sandbox: what Swift cannot call directly, such as fork, the
// macros of control messages, variadic functions, and system calls for which glibc has no function.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Constants from headers that require C and _GNU_SOURCE.
enum {
    CPROCESS_CLONE_THREAD = 0x00010000,
    CPROCESS_PR_SET_NAME = 15,
};

/// Calls fork; must be called before the program creates threads.
pid_t cprocess_fork(void);
/// Makes the kernel kill this process when its parent ends; false if the parent has already ended.
bool cprocess_end_with_parent(pid_t parent);
/// Sets the name that `ps` shows; at most 15 bytes.
void cprocess_set_name(const char *name);
/// Closes all descriptors from `first` upward, except `kept`.
void cprocess_close_all(int first, int kept);

/// Creates two connected sockets, which preserve message boundaries if `keepsBounds`. Returns 0 on success.
int cprocess_socket_pair(bool keepsBounds, int sockets[2]);
/// Sends all `length` bytes, with descriptors attached to the first byte. Returns false and sets errno on
/// failure.
bool cprocess_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);
/// Receives at most `length` bytes and `most` descriptors; any further descriptors are closed. Returns the
/// number of bytes; 0 at the end; or -1 and sets errno on failure.
ssize_t cprocess_receive(int socket, void *bytes, size_t length, int *descriptors, int most, int *count);
/// Listens at a path for connections by the same user. A socket there on which no program listens is
/// replaced. Returns a descriptor, or -1 and sets errno: EADDRINUSE if the name exists.
int cprocess_listen(const char *path);
/// Accepts a connection. Returns a descriptor, or -1 and sets errno.
int cprocess_accept(int listener);

/// Configures malloc so that blocks of a megabyte or more are returned to the system when freed, and threads
/// share a few heaps. Call it before creating the first thread. It disables glibc's automatic adjustment of
/// these settings.
///
/// By default, whenever a mapped block is freed, glibc raises the size from which blocks are mapped, up to 32
/// MB. Images, frames and textures are then allocated in its heaps, between small blocks that keep their
/// memory from being returned. It also creates up to eight heaps per core, each of which retains freed
/// memory.
void cprocess_configure_memory(void);
/// Returns freed memory in the heaps to the system, which takes a few milliseconds.
void cprocess_return_free_memory(void);
/// The bytes that the program has allocated with malloc; 0 if malloc does not report them.
size_t cprocess_used_heap(void);

/// Creates zeroed memory of `length` bytes that can be passed to another process, which cannot resize it.
/// Returns a descriptor, or -1 on failure: the kernel may be too old, or files may not become this large.
int cprocess_shared_memory(size_t length);
/// The size in bytes of memory from another process that is sealed against shrinking, so that accessing it
/// cannot fail; -1 if it is not such memory.
off_t cprocess_sealed_length(int memory);
/// Creates an in-memory file with these bytes, open for reading and writing. Returns a descriptor, or -1 on
/// failure.
int cprocess_memory_file(const void *bytes, size_t length);
/// Maps `length` bytes of shared memory, writable if `isWritable`; returns null on failure.
void *cprocess_map(int memory, size_t length, bool isWritable);
/// Populates all pages of a mapping at once, instead of faulting them in one by one.
void cprocess_populate(void *start, size_t length, bool isWritable);

/// Permanently gives up the ability to gain privileges, for example by executing a program. Required before
/// installing a system call filter.
bool cprocess_give_up_new_rights(void);
/// From now on, this process and its descendants can only read files below `paths` (null-terminated); they
/// cannot write files or open connections. Returns the version of Landlock that enforces this; 0 if the
/// kernel does not support it.
int cprocess_restrict_files(const char *const *paths);
