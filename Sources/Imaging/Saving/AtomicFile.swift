import CFiles
import Glibc

/// A file that appears under its name only when it is whole, and on the disk. Without `commit` nothing of it remains.
///
/// It is written without any name where the file system has such files (O_TMPFILE), so that nothing remains of it even
/// where the program is killed; elsewhere under a hidden name beside its place.
package final class AtomicFile {
    private let path: String
    /// Where the file goes: `path`, or what it points at when it is a symbolic link.
    private let target: String
    private var descriptor: Int32 = -1
    /// The hidden name; nil where it has none.
    private var temporary: String?

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
        TemporaryFiles.removeRemainsNowAndThen(in: place)
        descriptor = cfiles_open_unnamed(place)
        if descriptor >= 0 {
            // Where it gets a hidden name for a moment, it is not to be taken for what a killed process left.
            flock(descriptor, LOCK_EX | LOCK_NB)
            return
        }
        let (name, code) = TemporaryFiles.make(in: place) { TemporaryFiles.open($0, &descriptor) }
        guard code == 0 else {
            // The folder was there a moment ago: /proc and its like take no files.
            let isRefused = code == ENOENT && PathName.isFolder(place)
            throw isRefused ? .unwritable(path: path) : .writing(path, errno: code)
        }
        temporary = name
    }

    deinit { cancel() }

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

    /// Puts the file in its place. A file it replaces hands on who may read, write and execute it.
    package func commit(overwrite: Bool) throws(ImagingError) {
        var status = stat()
        if overwrite, stat(target, &status) == 0 {
            fchmod(descriptor, status.st_mode & 0o777)
        }
        try flush()
        // A link that is not to be replaced stands there, wherever it leads.
        guard overwrite || target == path else { throw .exists(path: path) }
        if temporary == nil {
            try placeUnnamed(overwrite: overwrite)
        } else {
            try overwrite ? replace() : placeNew()
        }
        // Only now: the lock that it holds keeps others from removing it.
        close(descriptor)
        descriptor = -1
        flushFolder()
    }

    /// Brings what is written to the disk.
    package func flush() throws(ImagingError) {
        guard fsync(descriptor) == 0 else { throw .writing(path, errno: errno) }
    }

    package func cancel() {
        guard descriptor >= 0 else { return }
        if let temporary { TemporaryFiles.remove(temporary) }
        temporary = nil
        close(descriptor)
        descriptor = -1
    }

    /// A name can only be given where there is none, so what replaces a file gets a hidden one first.
    private func placeUnnamed(overwrite: Bool) throws(ImagingError) {
        if cfiles_name_unnamed(descriptor, target) == 0 { return }
        guard errno == EEXIST, overwrite else { throw .writing(path, errno: errno) }
        let (name, code) = TemporaryFiles.make(in: PathName.folder(of: target)) {
            cfiles_name_unnamed(descriptor, $0) == 0 ? 0 : errno
        }
        guard code == 0 else { throw .writing(path, errno: code) }
        temporary = name
        try replace()
    }

    private func replace() throws(ImagingError) {
        guard let temporary, rename(temporary, target) == 0 else { throw .writing(path, errno: errno) }
        isPlaced(from: temporary)
    }

    /// Replaces nothing: by a rename that does not, where the file system has none (NFS, older FUSE) by a link, and
    /// where it has no links either (FAT) by a check before the rename.
    private func placeNew() throws(ImagingError) {
        guard let temporary else { return }
        if cfiles_rename_to_new(temporary, target) == 0 { return isPlaced(from: temporary) }
        guard Self.isMissingAbility(errno) else { throw .writing(path, errno: errno) }
        if link(temporary, target) == 0 { return TemporaryFiles.remove(temporary) }
        guard Self.isMissingAbility(errno) else { throw .writing(path, errno: errno) }
        guard !PathName.exists(target) else { throw .exists(path: path) }
        try replace()
    }

    private func isPlaced(from temporary: String) {
        TemporaryFiles.forget(temporary)
        self.temporary = nil
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

    /// As many symbolic links as the system follows.
    private static let mostLinks = 40

    /// Where a path leads through symbolic links, be there a file or not yet.
    private static func resolve(_ path: String) throws(ImagingError) -> String {
        var place = path
        for _ in 0...mostLinks {
            guard let next = try destination(of: place, on: path) else { return place }
            place = next.hasPrefix("/") ? next : "\(PathName.folder(of: place))/\(next)"
        }
        throw .writing(path, errno: ELOOP)
    }

    /// What a symbolic link points at; nil where there is none.
    private static func destination(of link: String, on path: String) throws(ImagingError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        let name = bytes[..<count].map { UInt8(bitPattern: $0) }
        guard let next = String(validating: name, as: UTF8.self) else {
            throw .writeFailed(path: path, reason: "it is a link to a name that is not UTF-8 text")
        }
        return next
    }
}
