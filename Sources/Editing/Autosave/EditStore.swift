import System
import Filters
@preconcurrency import Glibc
import Imaging
import Synchronization
import Localization

/// Stores the edits of each picture as a recipe in Glint's own folder; nothing is written beside the picture.
///
/// A picture's recipe is a file named after the picture's path, in the format that `--recipe` reads, with a
/// key `edits` for the store. Beside it are the previous version, in case a crash truncates the file, and
/// edits that another window made to the same picture.
package final class EditStore: Sendable {
    /// The stored edits of a picture.
    package struct StoredEdits: Sendable, Equatable {
        /// The picture's edits.
        package var recipe: Recipe
        /// True if the user has discarded the edits: they are kept for retrieval but not shown.
        package var isSetAside = false
        /// True if the picture's file has changed since the edits were made.
        package var isOfAnotherPicture = false
        /// True if the newest version was truncated, and this is the previous one.
        package var isVersionBefore = false
        /// Other edits of the picture: from another window, or from before editing was started from scratch.
        package var other: Recipe?
        /// True if a picture file contains the edits.
        package var isExported = false
        /// The changes that can be undone and redone.
        package var steps = EditHistory.Steps()

        package init(
            recipe: Recipe, isSetAside: Bool = false, isOfAnotherPicture: Bool = false,
            isVersionBefore: Bool = false, other: Recipe? = nil, isExported: Bool = false,
            steps: EditHistory.Steps = EditHistory.Steps()
        ) {
            self.recipe = recipe
            self.isSetAside = isSetAside
            self.isOfAnotherPicture = isOfAnotherPicture
            self.isVersionBefore = isVersionBefore
            self.other = other
            self.isExported = isExported
            self.steps = steps
        }
    }

    private let folder: String
    /// The version of each picture last read or written by this store: if the file contains any other
    /// version, another window has written it.
    private let seen = Mutex<[String: String]>([:])
    /// The pictures whose newest version this store wrote or continues.
    private let written = Mutex<Set<String>>([])
    /// The steps of each picture last read or written by this store.
    private let seenSteps = Mutex<[String: String]>([:])

    package init(folder: String) {
        self.folder = folder
    }

    /// The folder for edits: `glint/edits` in `$XDG_STATE_HOME`, or in `~/.local/state`.
    package static func standardFolder(environment: [String: String]) -> String? {
        PathName.userFolder("XDG_STATE_HOME", orInHome: ".local/state", "edits", environment: environment)
    }

    /// The stored edits of the picture at a path; nil if there are none, or none is intact.
    package func read(_ picture: String) -> StoredEdits? {
        let files = EditFiles(picture, in: folder)
        let newest = StoredVersion(contentsOf: files.newest, of: files.picture)
        seen.withLock { $0[files.picture] = newest?.id }
        let other = StoredVersion(contentsOf: files.other, of: files.picture)
        guard let version = newest ?? StoredVersion(contentsOf: files.before, of: files.picture) ?? other
        else {
            return nil
        }
        let identity = PictureIdentity(files.picture)
        let steps = StoredSteps(contentsOf: files.steps, of: files.picture).flatMap {
            $0.id == version.steps ? $0 : nil
        }
        seenSteps.withLock { $0[files.picture] = steps?.id }
        return StoredEdits(
            recipe: version.recipe, isSetAside: version.isSetAside,
            isOfAnotherPicture: version.identity != nil && identity != nil && version.identity != identity,
            isVersionBefore: newest == nil && PathName.exists(files.newest),
            other: other?.recipe == version.recipe ? nil : other?.recipe, isExported: version.isExported,
            steps: steps?.steps ?? EditHistory.Steps())
    }

    /// Changes whenever the stored edits of a picture do; nil while there are none.
    package func stamp(of picture: String) -> FileStamp? {
        FileStamp(EditFiles(picture, in: folder).newest)
    }

    /// Records that the edits just read are in use: new edits continue them, and both are deleted together.
    package func resume(_ picture: String) {
        written.withLock { _ = $0.insert(EditFiles(picture, in: folder).picture) }
    }

    private func isWritten(_ files: EditFiles) -> Bool {
        written.withLock { $0.contains(files.picture) }
    }

    /// Stores the edits of a picture. The last version written wins, whichever window writes it.
    ///
    /// - Parameters:
    ///   - isSetAside: whether the edits are kept only for retrieval.
    ///   - isExported: whether a picture file contains them.
    ///   - steps: the changes that can be undone and redone; nil to keep those stored last.
    /// - Returns: whether another window has stored other edits meanwhile; those are kept as well.
    @discardableResult
    package func write(
        _ recipe: Recipe, of picture: String, isSetAside: Bool = false, isExported: Bool = false,
        steps: EditHistory.Steps? = nil
    ) throws(EditStoreError) -> Bool {
        let files = EditFiles(picture, in: folder)
        let newSteps = steps.map(StoredSteps.init)
        let version = StoredVersion(
            recipe, identity: PictureIdentity(files.picture), isSetAside: isSetAside, isExported: isExported,
            steps: newSteps?.id ?? seenSteps.withLock { $0[files.picture] })
        let file: AtomicFile
        var stepsFile: AtomicFile?
        do throws(FileError) {
            try PathName.makeFolder(folder)
            file = try AtomicFile(path: files.newest)
            try file.write(version.text(of: files.picture))
            // Flushed before anything is renamed, since a full disk is often reported only here, and before
            // the lock is taken.
            try file.flush()
            if let text = newSteps?.text(of: files.picture) {
                let made = try AtomicFile(path: files.steps)
                try made.write(text)
                try made.flush()
                stepsFile = made
            }
        } catch {
            throw .file(error)
        }
        return try inLock { () throws(FileError) in
            let isShared = try commit(file, version, files)
            try stepsFile?.commit(overwrite: true)
            seenSteps.withLock { $0[files.picture] = version.steps }
            return isShared
        }
    }

    private func commit(
        _ file: AtomicFile, _ version: StoredVersion, _ files: EditFiles
    ) throws(FileError) -> Bool {
        let recipe = version.recipe
        let last = seen.withLock { $0[files.picture] }
        var isShared = false
        var movedTo: String?
        // A truncated version does not replace the intact one before it.
        if let old = StoredVersion(contentsOf: files.newest, of: files.picture) {
            isShared = old.id != last
            // Edits from an earlier run are not predecessors of these, unless they were resumed.
            let isApart = isShared || (!isWritten(files) && old.recipe != recipe)
            let destination = isApart ? files.other : files.before
            // Uses a hard link, so that the newest version always exists; on a file system without links,
            // renames the file.
            unlink(destination)
            if link(files.newest, destination) != 0, rename(files.newest, destination) == 0 {
                movedTo = destination
            }
        }
        do throws(FileError) {
            try file.commit(overwrite: true)
        } catch {
            // The stored version stays the newest.
            if let movedTo { rename(movedTo, files.newest) }
            throw error
        }
        seen.withLock { $0[files.picture] = version.id }
        written.withLock { _ = $0.insert(files.picture) }
        return isShared
    }

    /// Removes the edits of the picture written by this store; those from other windows stay.
    package func forget(_ picture: String) throws(EditStoreError) {
        let files = EditFiles(picture, in: folder)
        guard isWritten(files) else { return }
        try inLock { () throws(FileError) in try forgetLocked(files) }
    }

    private func forgetLocked(_ files: EditFiles) throws(FileError) {
        // If another window has written a version since, that version and the previous one belong to it.
        let newest = StoredVersion(contentsOf: files.newest, of: files.picture)
        if newest == nil || newest?.id == seen.withLock({ $0[files.picture] }) {
            for path in [files.newest, files.before, files.steps] where unlink(path) != 0 && errno != ENOENT {
                throw .writing(path, errno: errno)
            }
            seen.withLock { $0[files.picture] = nil }
            seenSteps.withLock { $0[files.picture] = nil }
        }
        written.withLock { _ = $0.remove(files.picture) }
    }

    private func inLock<Result>(
        _ body: () throws(FileError) -> Result
    ) throws(EditStoreError) -> Result {
        let result: Result?
        do throws(FileError) {
            let lock = try FolderLock(folder)
            defer { lock?.release() }
            result = lock == nil ? nil : try body()
        } catch {
            throw .file(error)
        }
        guard let result else { throw .locked(folder: folder) }
        return result
    }

    /// Removes unfinished files left by killed writers.
    package func removeRemains() {
        TemporaryFiles.removeRemains(in: folder)
    }
}

/// The files with the edits of one picture.
struct EditFiles {
    /// The picture's path, independent of how it was spelled.
    let picture: String
    let newest: String
    let before: String
    let other: String
    let steps: String

    init(_ picture: String, in folder: String) {
        self.picture = Self.resolved(picture)
        var hash = FNV()
        hash.add(self.picture.utf8)
        let base = "\(folder)/\(hash.digits)"
        newest = base + ".json"
        before = base + ".before.json"
        other = base + ".other.json"
        steps = base + ".steps.json"
    }

    /// A picture that no longer exists is still identified by its folder.
    private static func resolved(_ path: String) -> String {
        if let whole = real(path) { return whole }
        guard let folder = real(PathName.folder(of: path)) else { return path }
        return "\(folder)/\(PathName.last(of: path))"
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Briefly locks other processes out of a folder.
struct FolderLock {
    private let descriptor: Int32

    /// The number of attempts to lock, and the pause between them: other windows hold the lock for
    /// milliseconds.
    private static let attempts = 20
    private static let pauseMicroseconds: UInt32 = 10_000

    /// Creates the folder if there is none; nil if another process does not release the lock.
    init?(_ folder: String) throws(FileError) {
        try PathName.makeFolder(folder)
        let path = folder + "/.lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .writing(path, errno: errno) }
        for _ in 0..<Self.attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // If the file system has no locks, two writers in the same millisecond remain possible.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(Self.pauseMicroseconds)
        }
        close(descriptor)
        return nil
    }

    func release() { close(descriptor) }
}

/// The reason why edits cannot be stored.
package enum EditStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another process holds the folder's lock and does not release it.
    case locked(folder: String)
    case file(FileError)

    package var description: String {
        switch self {
        case .locked(let folder): tr("another program has locked the folder for edits, \(folder)")
        case .file(let error): "\(error)"
        }
    }
}
