#pragma once

// renameat2, which glibc only declares to C with _GNU_SOURCE.

/// Renames a file to a name that nothing may have yet. 0 when done, else -1 with errno: EEXIST where the name is
/// taken; EINVAL, ENOSYS or ENOTSUP where the file system or the kernel cannot promise that.
int crename_to_new(const char *from, const char *to);
