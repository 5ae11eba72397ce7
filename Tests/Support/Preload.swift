/// Builds a C library for LD_PRELOAD in `folder`; returns its path.
public func preloadedLibrary(_ source: String, in folder: TemporaryFolder) throws -> String {
    let library = folder.file("preloaded-\(UInt32.random(in: 0 ... .max)).so")
    let built = try runProgram(
        "/bin/sh",
        arguments: [
            "-c", "printf %s \"$2\" | cc -x c -D_GNU_SOURCE -shared -fPIC -o \"$1\" -", "sh", library, source,
        ])
    guard built.status == 0 else { throw ProgramFailure(description: built.errors) }
    return library
}

/// C code that simulates a file system without support for unnamed files.
public let refusingUnnamedFiles = """
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    int open(const char *path, int flags, ...) {
        va_list rest;
        va_start(rest, flags);
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
        va_end(rest);
        if ((flags & O_TMPFILE) == O_TMPFILE) { errno = EOPNOTSUPP; return -1; }
        return openat(AT_FDCWD, path, flags, mode);
    }

    """
