import CSystem
import Glibc
import Localization

/// A file that only appears under its name when it is complete and flushed to disk. Without `commit`, nothing
/// is left behind.
///
/// If the file system supports it (O_TMPFILE), the file has no name while it is written, so that nothing is
/// left behind even if the program is killed; otherwise it has a hidden name in the same folder.
package final class AtomicFile {
    private let path: String
    /// The final path: `path`, or the target if it is a symbolic link.
    private let target: String
    /// The open file, for reading and writing at explicit offsets; -1 after `commit` and `cancel`.
    package private(set) var descriptor: Int32 = -1
    /// The hidden name; nil if the file has none.
    private var temporary: String?

    package init(path: String) throws(FileError) {
        // The system would take a zero byte for the end of the name.
        guard !path.utf8.contains(0) else {
            throw .writeFailed(path: path, reason: "its name contains a null byte")
        }
        self.path = path
        target = try Self.resolve(path)
        let folder = PathName.folder(of: target)
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .writing(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .missingFolder(path: path, folder: folder) }
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw status.st_mode & S_IFMT == S_IFDIR ? .isFolder(path: path) : .isNotAFile(path: path)
        }
        // Checked here because a rename only requires write permission for the folder, not the file.
        guard access(target, W_OK) == 0 || errno == ENOENT else { throw .writeProtected(path: path) }
        TemporaryFiles.removeRemainsNowAndThen(in: folder)
        descriptor = cfiles_open_unnamed(folder)
        if descriptor >= 0 {
            // The lock keeps other processes from treating the file as a leftover while it briefly has a
            // hidden name.
            flock(descriptor, LOCK_EX | LOCK_NB)
            return
        }
        let (name, code) = TemporaryFiles.make(in: folder) { TemporaryFiles.open($0, &descriptor) }
        guard code == 0 else {
            // ENOENT although the folder exists: file systems such as /proc accept no new files.
            let isRefused = code == ENOENT && PathName.isFolder(folder)
            throw isRefused ? .unwritable(path: path) : .writing(path, errno: code)
        }
        temporary = name
        // Copied now, so that the new file is never readable by anyone who could not read the file it
        // replaces.
        FileAttributes.copy(from: target, to: descriptor)
    }

    deinit { cancel() }

    /// Writes a text file atomically.
    package static func write(_ text: String, to path: String, overwrite: Bool) throws(FileError) {
        let file = try AtomicFile(path: path)
        try file.write(text)
        try file.commit(overwrite: overwrite)
    }

    package func write(_ text: String) throws(FileError) {
        let bytes = Array(text.utf8)
        // withUnsafeBytes loses the type of the error.
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(FileError) in try write(bytes) }
        }.get()
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
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

    /// Moves the file to its final path. If it replaces a file, it takes over that file's attributes; other
    /// hard links to the old file keep the old contents.
    package func commit(overwrite: Bool) throws(FileError) {
        if overwrite { FileAttributes.copy(from: target, to: descriptor) }
        try flush()
        // A symbolic link exists here and must not be replaced, regardless of its target.
        guard overwrite || target == path else { throw .exists(path: path) }
        if temporary == nil {
            try placeUnnamed(overwrite: overwrite)
        } else {
            try overwrite ? replace() : placeNew()
        }
        // Closed last, since the file's lock keeps other processes from removing it.
        close(descriptor)
        descriptor = -1
        flushFolder()
    }

    /// Flushes the written data to disk.
    package func flush() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw .writing(path, errno: errno) }
    }

    package func cancel() {
        guard descriptor >= 0 else { return }
        if let temporary { TemporaryFiles.remove(temporary) }
        temporary = nil
        close(descriptor)
        descriptor = -1
    }

    /// Links an unnamed file into its folder. A link cannot replace a file, so in that case it first gets a
    /// hidden name.
    private func placeUnnamed(overwrite: Bool) throws(FileError) {
        if cfiles_name_unnamed(descriptor, target) == 0 { return }
        guard errno == EEXIST, overwrite else { throw .writing(path, errno: errno) }
        let (name, code) = TemporaryFiles.make(in: PathName.folder(of: target)) {
            cfiles_name_unnamed(descriptor, $0) == 0 ? 0 : errno
        }
        guard code == 0 else { throw .writing(path, errno: code) }
        temporary = name
        try replace()
    }

    private func replace() throws(FileError) {
        guard let temporary, rename(temporary, target) == 0 else { throw .writing(path, errno: errno) }
        isPlaced(from: temporary)
    }

    /// Renames without replacing a file: with a rename that fails if the name exists; with a link if the file
    /// system does not support that (NFS, older FUSE); or, if it does not support links either (FAT), with a
    /// check before a normal rename.
    private func placeNew() throws(FileError) {
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

    /// True if the error means that the file system or the kernel does not support the operation.
    private static func isMissingAbility(_ code: Int32) -> Bool {
        [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL].contains(code)
    }

    /// Flushes the folder, so that the new name survives a power failure. Some file systems do not support
    /// this, in which case the picture is saved nevertheless.
    private func flushFolder() {
        let descriptor = open(PathName.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The maximum number of symbolic links that the system follows.
    private static let maxLinks = 40

    /// Resolves symbolic links in a path; its target need not exist yet.
    private static func resolve(_ path: String) throws(FileError) -> String {
        var target = path
        for _ in 0...maxLinks {
            guard let next = try destination(of: target, on: path) else { return target }
            target = next.hasPrefix("/") ? next : "\(PathName.folder(of: target))/\(next)"
        }
        throw .writing(path, errno: ELOOP)
    }

    /// The target of a symbolic link; nil if it is not a link.
    private static func destination(of link: String, on path: String) throws(FileError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        let name = bytes[..<count].map { UInt8(bitPattern: $0) }
        guard let next = String(validating: name, as: UTF8.self) else {
            throw .writeFailed(path: path, reason: tr("it is a link to a name that is not UTF-8 text"))
        }
        return next
    }
}
