#pragma once

// Extended attributes, which Swift's module of glibc leaves out.
#include <sys/xattr.h>

// What glibc declares to C with _GNU_SOURCE alone.

/// Renames a file to a name that nothing may have yet. 0 when done, else -1 with errno: EEXIST where the name is
/// taken; EINVAL, ENOSYS or ENOTSUP where the file system or the kernel cannot promise that.
int cfiles_rename_to_new(const char *from, const char *to);

/// Opens a file in a folder that has no name, and is gone when it is closed without one. Gives the descriptor, or -1
/// with errno: EOPNOTSUPP, EISDIR or EINVAL where the file system or the kernel has no such files.
int cfiles_open_unnamed(const char *folder);

/// Gives a file without a name one that nothing may have yet. 0 when done, else -1 with errno.
int cfiles_name_unnamed(int descriptor, const char *to);
