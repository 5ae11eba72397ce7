#define _GNU_SOURCE
#include "cfiles.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
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

/// True if the server decides about leases, which it may refuse for other reasons.
static int is_remote(int descriptor) {
    struct statfs system;
    if (fstatfs(descriptor, &system) != 0)
        return 1;
    switch ((unsigned int) system.f_type) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
        return 1;
    default:
        return 0;
    }
}

int cfiles_is_being_written(const char *path) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return -1;
    struct stat status;
    int answer = -1;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && !is_remote(descriptor)) {
        // A read lease is refused while the file is open for writing (fcntl(2)). A lease is ended by a
        // signal, by default SIGIO, which would end the program; this one is ignored by default.
        fcntl(descriptor, F_SETSIG, SIGURG);
        if (fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0)
            answer = 0;
        else if (errno == EAGAIN)
            answer = 1;
    }
    close(descriptor);
    return answer;
}
