import CRename
import Glibc

/// A file that appears under its name only when it is whole: written beside its place under a hidden name,
/// flushed to the disk, then renamed. Without `commit` nothing of it remains.
package final class AtomicFile {
    private let path: String
    /// Where the file goes: `path`, or what it points at when it is a symbolic link.
    private let target: String
    private let temporary: String
    private var descriptor: Int32

    package init(path: String) throws(ImagingError) {
        self.path = path
        target = try Self.resolve(path)
        let place = PathName.folder(of: target)
        var status = stat()
        guard stat(place, &status) == 0 else { throw .writing(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .missingFolder(path: path, folder: place) }
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw status.st_mode & S_IFMT == S_IFDIR ? .isFolder(path: path) : .isNotAFile(path: path)
        }
        var candidate = ""
        repeat {
            let unique = String(UInt64.random(in: .min ... .max), radix: 36)
            candidate = "\(place)/\(Self.prefix)\(unique)\(Self.suffix)"
            // The system takes the user's file creation mask off these permissions.
            descriptor = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        } while descriptor < 0 && (errno == EEXIST || errno == EINTR)
        temporary = candidate
        guard descriptor >= 0 else {
            // The folder was there a moment ago: /proc and its like take no files.
            let isRefused = errno == ENOENT && PathName.isFolder(place)
            throw isRefused ? .unwritable(path: path) : .writing(path, errno: errno)
        }
    }

    deinit { cancel() }

    private static let prefix = ".glint-"
    private static let suffix = ".tmp"

    /// Whether a file of this name is one that is not whole yet.
    package static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }

    /// Puts a text in its place, whole or not at all.
    package static func write(_ text: String, to path: String, overwrite: Bool) throws(ImagingError) {
        let file = try AtomicFile(path: path)
        try file.write(text)
        try file.commit(overwrite: overwrite)
    }

    package func write(_ text: String) throws(ImagingError) {
        let bytes = Array(text.utf8)
        // The standard library's call does not pass on what kind of error is thrown.
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(ImagingError) in try write(bytes) }
        }.get()
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .writing(path, errno: errno)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Puts the file in its place. A file it replaces hands on its permissions.
    package func commit(overwrite: Bool) throws(ImagingError) {
        var status = stat()
        if overwrite, stat(target, &status) == 0 {
            fchmod(descriptor, status.st_mode & 0o7777)
        }
        guard fsync(descriptor) == 0 else { throw .writing(path, errno: errno) }
        guard close(descriptor) == 0 else {
            descriptor = -1
            unlink(temporary)
            throw .writing(path, errno: errno)
        }
        descriptor = -1
        do throws(ImagingError) {
            try overwrite ? replace() : placeNew()
        } catch {
            unlink(temporary)
            throw error
        }
        flushFolder()
    }

    package func cancel() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(temporary)
    }

    private func replace() throws(ImagingError) {
        guard rename(temporary, target) == 0 else { throw .writing(path, errno: errno) }
    }

    /// Replaces nothing: by a rename that does not, where the file system has none (NFS, older FUSE) by a link, and
    /// where it has no links either (FAT) by a check before the rename.
    private func placeNew() throws(ImagingError) {
        if crename_to_new(temporary, target) == 0 { return }
        guard Self.isMissingAbility(errno) else { throw .writing(path, errno: errno) }
        if link(temporary, target) == 0 {
            unlink(temporary)
            return
        }
        guard Self.isMissingAbility(errno) else { throw .writing(path, errno: errno) }
        guard !PathName.exists(target) else { throw .exists(path: path) }
        try replace()
    }

    /// Whether the file system or the kernel cannot do what was asked, as opposed to: not here and now.
    private static func isMissingAbility(_ code: Int32) -> Bool {
        [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL].contains(code)
    }

    /// The new name survives a power cut once its folder is on the disk. Some file systems refuse; the
    /// picture is in its place all the same.
    private func flushFolder() {
        let descriptor = open(PathName.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func resolve(_ path: String) throws(ImagingError) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
