#define _GNU_SOURCE
#include "cprocess.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

void cprocess_configure_memory(void) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    // Once the mmap threshold is set, glibc no longer adjusts the trim threshold, which it would keep at
    // twice that size.
    mallopt(M_TRIM_THRESHOLD, 2 << 20);
    mallopt(M_ARENA_MAX, 4);
#endif
}

void cprocess_return_free_memory(void) {
#ifdef M_MMAP_THRESHOLD
    malloc_trim(0);
#endif
}

size_t cprocess_used_heap(void) {
#ifdef M_MMAP_THRESHOLD
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

int cprocess_shared_memory(size_t length) {
    int memory = memfd_create("glint-pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0)
        return -1;
    if (ftruncate(memory, (off_t) length) == 0
        && fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return memory;
    close(memory);
    return -1;
}

off_t cprocess_sealed_length(int memory) {
    int seals = fcntl(memory, F_GET_SEALS);
    if (seals < 0 || (seals & F_SEAL_SHRINK) == 0)
        return -1;
    // Memory of huge pages can be sealed too, but using it ends a program if there is no page left.
    struct statfs system;
    struct stat status;
    if (fstatfs(memory, &system) != 0 || system.f_type != TMPFS_MAGIC || fstat(memory, &status) != 0)
        return -1;
    return status.st_size;
}

int cprocess_memory_file(const void *bytes, size_t length) {
    int file = memfd_create("glint-file", MFD_CLOEXEC);
    if (file < 0) {
        // Falls back to an unlinked file if a container blocks that call.
        char name[] = "/tmp/glint-XXXXXX";
        file = mkostemp(name, O_CLOEXEC);
        if (file >= 0)
            unlink(name);
    }
    while (file >= 0 && length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            close(file);
            return -1;
        }
        bytes = (const char *) bytes + written;
        length -= (size_t) written;
    }
    return file;
}

void *cprocess_map(int memory, size_t length, bool isWritable) {
    int protection = isWritable ? PROT_READ | PROT_WRITE : PROT_READ;
    void *start = mmap(NULL, length, protection, MAP_SHARED, memory, 0);
    if (start == MAP_FAILED)
        return NULL;
    // Huge pages, if the system has them for shared memory, save thousands of page faults.
    madvise(start, length, MADV_HUGEPAGE);
    return start;
}

void cprocess_populate(void *start, size_t length, bool isWritable) {
#ifdef MADV_POPULATE_WRITE
    madvise(start, length, isWritable ? MADV_POPULATE_WRITE : MADV_POPULATE_READ);
#else
    (void) start;
    (void) length;
    (void) isWritable;
#endif
}
