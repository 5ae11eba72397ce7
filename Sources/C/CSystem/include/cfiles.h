#pragma once

// Extended attributes, which Swift's glibc module omits.
#include <sys/xattr.h>

// glibc declares these in C only with _GNU_SOURCE.

/// Renames a file without replacing anything. Returns 0, or -1 with errno: EEXIST if the name is taken;
/// EINVAL, ENOSYS or ENOTSUP if the file system or the kernel cannot guarantee that.
int cfiles_rename_to_new(const char *from, const char *to);

/// Opens an unnamed file in a folder, which disappears when it is closed without having been named. Returns
/// the descriptor, or -1 with errno: EOPNOTSUPP, EISDIR or EINVAL if the file system or the kernel does not
/// support such files.
int cfiles_open_unnamed(const char *folder);

/// Gives an unnamed file a name without replacing anything. Returns 0, or -1 with errno.
int cfiles_name_unnamed(int descriptor, const char *to);
