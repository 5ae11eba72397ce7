#define _GNU_SOURCE
#include "cprocess.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

bool cprocess_give_up_new_rights(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

// From the kernel's documentation of Landlock, since Debian 12's headers only have its first version. The
// system call numbers are the same on all architectures.
enum {
    create_ruleset = 444,
    add_rule = 445,
    restrict_self = 446,
};
enum {
    read_file = 1 << 2,
    read_folder = 1 << 3,
};

struct ruleset {
    uint64_t files, network, scopes;
};

struct __attribute__((packed)) rule {
    uint64_t allowed;
    int32_t folder;
};

/// All file access rights of a Landlock version: thirteen in the first, then refer, truncate and ioctl.
static uint64_t file_rights(int version) {
    int count = version >= 5 ? 16 : (version >= 3 ? 15 : (version == 2 ? 14 : 13));
    return (1ULL << count) - 1;
}

int cprocess_restrict_files(const char *const *paths) {
    int version = (int) syscall(create_ruleset, NULL, 0, 1);
    if (version < 1)
        return 0;
    struct ruleset ruleset = {.files = file_rights(version)};
    size_t size = sizeof ruleset.files;
    if (version >= 4) {
        // Binding to TCP ports and connecting.
        ruleset.network = 3;
        size = sizeof ruleset.files + sizeof ruleset.network;
    }
    if (version >= 6) {
        // Abstract sockets and signals to other processes.
        ruleset.scopes = 3;
        size = sizeof ruleset;
    }
    int set = (int) syscall(create_ruleset, &ruleset, size, 0);
    if (set < 0)
        return 0;
    for (; *paths != NULL; paths++) {
        // Paths that do not exist on this system are skipped.
        struct rule rule = {.folder = open(*paths, O_PATH | O_CLOEXEC)};
        if (rule.folder < 0)
            continue;
        rule.allowed = read_file | read_folder;
        if (syscall(add_rule, set, 1, &rule, 0) != 0) {
            // Rights for folders are not allowed if the path is a file.
            rule.allowed = read_file;
            syscall(add_rule, set, 1, &rule, 0);
        }
        close(rule.folder);
    }
    bool done = syscall(restrict_self, set, 0) == 0;
    close(set);
    return done ? version : 0;
}
