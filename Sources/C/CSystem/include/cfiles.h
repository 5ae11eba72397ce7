#pragma once

// For extended attributes, which Swift's glibc module omits.
#include <sys/xattr.h>

// In C, glibc declares what these use only with _GNU_SOURCE.

/// Renames a file without replacing another. Returns 0, or -1 with errno: EEXIST if the name exists; EINVAL,
/// ENOSYS or ENOTSUP if the file system or the kernel cannot guarantee this.
int cfiles_rename_to_new(const char *from, const char *to);

/// Opens an unnamed file in a folder. The file is deleted when it is closed, unless it has been given a name.
/// Returns the descriptor, or -1 with errno: EOPNOTSUPP, EISDIR or EINVAL if the file system or the kernel
/// does not support such files.
int cfiles_open_unnamed(const char *folder);

/// Gives an unnamed file a name without replacing another file. Returns 0, or -1 with errno.
int cfiles_name_unnamed(int descriptor, const char *to);

/// 1 if a process has the file open for writing, 0 if none has, and -1 if that cannot be determined: the file
/// is missing or not a regular file, belongs to another user, or is on a file system of another computer.
int cfiles_is_being_written(const char *path);
