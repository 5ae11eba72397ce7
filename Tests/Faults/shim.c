// Loaded before all other libraries (LD_PRELOAD): counts the system calls of Glint and its decoders, and
// makes the n-th call of a kind fail.
//
// GLINT_FAULTS names a file of at least 64 bytes, which the test also maps: `struct plan` below. All
// processes of a program share it, so n counts the calls of all of them. Calls by GLib and by the graphics
// driver, which abort the program on failure, are not counted; the return address identifies the caller.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind {
    OPEN,
    READ,
    WRITE,
    FSYNC,
    RENAME,
    MMAP,
    MALLOC,
    KINDS,
};

struct plan {
    // The kind of call that fails; none if KINDS or more.
    uint32_t kind;
    // The first and the last call that fail, counted from 1.
    uint32_t first, last;
    // The number of injected failures.
    uint32_t failed;
    // The number of calls of each kind so far.
    uint32_t counts[KINDS];
};

static struct plan *plan;

static const int codes[KINDS] = {EMFILE, EIO, ENOSPC, EIO, EIO, ENOMEM, ENOMEM};

/// Smaller blocks are mostly Swift's strings and arrays, which cannot handle a failed allocation.
static const size_t large = 64 << 10;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("GLINT_FAULTS");
    if (name == NULL)
        return;
    int file = (int) syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *page =
        (void *) syscall(SYS_mmap, NULL, sizeof(struct plan), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page != MAP_FAILED)
        plan = page;
    close(file);
}

/// True if an address is in the code of Glint or of a decoder.
static bool is_tested(void *address) {
    static const char *const libraries[] = {
        "libvips",
        "vips-",
        "libpng",
        "libjpeg",
        "libtiff",
        "libwebp",
        "libheif",
        "libde265",
        "libaom",
        "libdav1d",
        "liblcms",
        "libcgif",
        "libexif",
        "libimagequant",
        "libz.so",
        "libzstd",
        "libdeflate",
        "liblzma",
    };
    struct dl_find_object found;
    if (_dl_find_object(address, &found) != 0)
        return false;
    const char *path = found.dlfo_link_map->l_name;
    // The main program has an empty name.
    if (path[0] == 0)
        return true;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        if (strncmp(name, libraries[i], strlen(libraries[i])) == 0)
            return true;
    }
    return false;
}

static bool fails(enum kind kind, void *caller) {
    if (plan == NULL || !is_tested(caller))
        return false;
    uint32_t number = __atomic_add_fetch(&plan->counts[kind], 1, __ATOMIC_RELAXED);
    if (plan->kind != kind || number < plan->first || number > plan->last)
        return false;
    __atomic_add_fetch(&plan->failed, 1, __ATOMIC_RELAXED);
    errno = codes[kind];
    return true;
}

#define CALLER __builtin_return_address(0)
// Failures of standard output and standard error are not injected: they could not be reported.
#define IS_FILE(descriptor) ((descriptor) > STDERR_FILENO)

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return fails(OPEN, CALLER) ? -1 : (int) syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return fails(OPEN, CALLER) ? -1 : (int) syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return fails(OPEN, CALLER) ? -1 : (int) syscall(SYS_openat, folder, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
    static FILE *(*original)(const char *, const char *);
    if (original == NULL)
        original = (__typeof__(original)) dlsym(RTLD_NEXT, "fopen");
    return fails(OPEN, CALLER) ? NULL : original(path, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
    return IS_FILE(file) && fails(READ, CALLER) ? -1 : syscall(SYS_read, file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    return fails(READ, CALLER) ? -1 : syscall(SYS_pread64, file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off_t offset) {
    return fails(READ, CALLER) ? -1 : syscall(SYS_pread64, file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    return IS_FILE(file) && fails(WRITE, CALLER) ? -1 : syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return fails(WRITE, CALLER) ? -1 : syscall(SYS_pwrite64, file, bytes, count, offset);
}

int fsync(int file) {
    return fails(FSYNC, CALLER) ? -1 : (int) syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    return fails(FSYNC, CALLER) ? -1 : (int) syscall(SYS_fdatasync, file);
}

int rename(const char *from, const char *to) {
    return fails(RENAME, CALLER) ? -1 : (int) syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int folder, const char *from, int other, const char *to, unsigned flags) {
    return fails(RENAME, CALLER) ? -1 : (int) syscall(SYS_renameat2, folder, from, other, to, flags);
}

int link(const char *from, const char *to) {
    return fails(RENAME, CALLER) ? -1 : (int) syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int folder, const char *from, int other, const char *to, int flags) {
    return fails(RENAME, CALLER) ? -1 : (int) syscall(SYS_linkat, folder, from, other, to, flags);
}

void *mmap(void *address, size_t count, int protection, int flags, int file, off_t offset) {
    return fails(MMAP, CALLER)
        ? MAP_FAILED
        : (void *) syscall(SYS_mmap, address, count, protection, flags, file, offset);
}

void *mmap64(void *address, size_t count, int protection, int flags, int file, off_t offset) {
    return fails(MMAP, CALLER)
        ? MAP_FAILED
        : (void *) syscall(SYS_mmap, address, count, protection, flags, file, offset);
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    return size >= large && fails(MALLOC, CALLER) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return count * size >= large && fails(MALLOC, CALLER) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return size >= large && fails(MALLOC, CALLER) ? NULL : __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    return size >= large && fails(MALLOC, CALLER) ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return size >= large && fails(MALLOC, CALLER) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (size >= large && fails(MALLOC, CALLER))
        return ENOMEM;
    *block = __libc_memalign(alignment, size);
    return *block == NULL ? ENOMEM : 0;
}
