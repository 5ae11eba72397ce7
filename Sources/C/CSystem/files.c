#define _GNU_SOURCE
#include "cfiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int cfiles_rename_to_new(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

/// The path of a descriptor in /proc: linking a file by descriptor (AT_EMPTY_PATH) requires a privilege,
/// linking it by this path does not (open(2)).
static void describe(int descriptor, char entry[32]) {
    snprintf(entry, 32, "/proc/self/fd/%d", descriptor);
}

int cfiles_open_unnamed(const char *folder) {
    // The kernel applies the umask to this mode.
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return -1;
    char entry[32];
    describe(descriptor, entry);
    if (access(entry, F_OK) == 0)
        return descriptor;
    close(descriptor);
    errno = EOPNOTSUPP;
    return -1;
}

int cfiles_name_unnamed(int descriptor, const char *to) {
    char entry[32];
    describe(descriptor, entry);
    return linkat(AT_FDCWD, entry, AT_FDCWD, to, AT_SYMLINK_FOLLOW);
}
