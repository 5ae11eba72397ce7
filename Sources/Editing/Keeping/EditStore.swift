import Filters
@preconcurrency import Glibc
import Imaging
import Synchronization

/// Keeps what is done to each picture, as a recipe in a folder of Glint's own: nothing is written beside the picture.
///
/// A picture's recipe is a file named after the picture's path, in the form that `--recipe` reads, with a key `edits` for the
/// store. Beside it lie the version before, for a file that a crash has cut short, and what another window did to the same
/// picture meanwhile.
package final class EditStore: Sendable {
    /// What is kept of a picture.
    package struct Kept: Sendable, Equatable {
        /// What was done to it.
        package var recipe: Recipe
        /// Whether the person has discarded it: it is there to be asked for, not to be shown.
        package var isSetAside = false
        /// Whether the picture's file has other contents than it had then.
        package var isOfAnotherPicture = false
        /// Whether the newest version was cut short, and this is the one before.
        package var isVersionBefore = false
        /// What else was done to the picture: in another window, or before it was begun anew.
        package var other: Recipe?

        package init(
            recipe: Recipe, isSetAside: Bool = false, isOfAnotherPicture: Bool = false,
            isVersionBefore: Bool = false, other: Recipe? = nil
        ) {
            self.recipe = recipe
            self.isSetAside = isSetAside
            self.isOfAnotherPicture = isOfAnotherPicture
            self.isVersionBefore = isVersionBefore
            self.other = other
        }
    }

    private let folder: String
    /// The version of each picture that was read or written last: one that is there in its place is another window's.
    private let seen = Mutex<[String: String]>([:])
    /// The pictures whose newest version was written here.
    private let written = Mutex<Set<String>>([])

    package init(folder: String) {
        self.folder = folder
    }

    /// Where edits are kept: `glint/edits` in `$XDG_STATE_HOME`, or in `~/.local/state`.
    package static func standardFolder(environment: [String: String]) -> String? {
        PathName.userFolder("XDG_STATE_HOME", orInHome: ".local/state", "edits", environment: environment)
    }

    /// What is kept of the picture at a path; nil where there is nothing, or nothing whole.
    package func read(_ picture: String) -> Kept? {
        let files = EditFiles(picture, in: folder)
        let newest = KeptVersion(contentsOf: files.newest, of: files.picture)
        seen.withLock { $0[files.picture] = newest?.id }
        let other = KeptVersion(contentsOf: files.other, of: files.picture)
        guard let version = newest ?? KeptVersion(contentsOf: files.before, of: files.picture) ?? other else {
            return nil
        }
        let identity = PictureIdentity(files.picture)
        return Kept(
            recipe: version.recipe, isSetAside: version.isSetAside,
            isOfAnotherPicture: version.identity != nil && identity != nil && version.identity != identity,
            isVersionBefore: newest == nil && PathName.exists(files.newest),
            other: other?.recipe == version.recipe ? nil : other?.recipe)
    }

    /// Whether something was kept of the picture here, so that what is kept goes on from what was seen.
    package func hasWritten(_ picture: String) -> Bool {
        isWritten(EditFiles(picture, in: folder))
    }

    private func isWritten(_ files: EditFiles) -> Bool {
        written.withLock { $0.contains(files.picture) }
    }

    /// Keeps what is done to a picture. The newest version counts, whichever window writes it.
    ///
    /// - Parameter isSetAside: whether it is only kept to be asked for.
    /// - Returns: whether another window has kept something else meanwhile; that is kept as well.
    @discardableResult
    package func write(
        _ recipe: Recipe, of picture: String, isSetAside: Bool = false
    ) throws(EditStoreError) -> Bool {
        let files = EditFiles(picture, in: folder)
        let version = KeptVersion(recipe, identity: PictureIdentity(files.picture), isSetAside: isSetAside)
        let file: AtomicFile
        do throws(ImagingError) {
            try PathName.makeFolder(folder)
            file = try AtomicFile(path: files.newest)
            try file.write(version.text(of: files.picture))
            // Before anything is moved, for a full disk often shows here, and before others have to wait.
            try file.flush()
        } catch {
            throw .file(error)
        }
        return try inLock { () throws(ImagingError) in try commit(file, version, files) }
    }

    private func commit(
        _ file: AtomicFile, _ version: KeptVersion, _ files: EditFiles
    ) throws(ImagingError) -> Bool {
        let recipe = version.recipe
        let last = seen.withLock { $0[files.picture] }
        var isShared = false
        var movedTo: String?
        // One that was cut short does not take the place of the whole one before it.
        if let old = KeptVersion(contentsOf: files.newest, of: files.picture) {
            isShared = old.id != last
            // What was done in an earlier run is no step on the way to this, unless it was taken up again.
            let isApart = isShared || (!isWritten(files) && old.recipe != recipe)
            let place = isApart ? files.other : files.before
            // By a second name, so that there is a newest one at every moment; a file system without links has to move it.
            unlink(place)
            if link(files.newest, place) != 0, rename(files.newest, place) == 0 { movedTo = place }
        }
        do throws(ImagingError) {
            try file.commit(overwrite: true)
        } catch {
            // What was kept stays the newest.
            if let movedTo { rename(movedTo, files.newest) }
            throw error
        }
        seen.withLock { $0[files.picture] = version.id }
        written.withLock { _ = $0.insert(files.picture) }
        return isShared
    }

    /// Keeps nothing of what was done to the picture here; what was done elsewhere stays.
    package func forget(_ picture: String) throws(EditStoreError) {
        let files = EditFiles(picture, in: folder)
        guard isWritten(files) else { return }
        try inLock { () throws(ImagingError) in try forgetLocked(files) }
    }

    private func forgetLocked(_ files: EditFiles) throws(ImagingError) {
        // A version that another window has written since is that one's, and so is the one before it.
        let newest = KeptVersion(contentsOf: files.newest, of: files.picture)
        if newest == nil || newest?.id == seen.withLock({ $0[files.picture] }) {
            for path in [files.newest, files.before] where unlink(path) != 0 && errno != ENOENT {
                throw .writing(path, errno: errno)
            }
            seen.withLock { $0[files.picture] = nil }
        }
        written.withLock { _ = $0.remove(files.picture) }
    }

    private func inLock<Result>(
        _ body: () throws(ImagingError) -> Result
    ) throws(EditStoreError) -> Result {
        let result: Result?
        do throws(ImagingError) {
            let lock = try FolderLock(folder)
            defer { lock?.release() }
            result = lock == nil ? nil : try body()
        } catch {
            throw .file(error)
        }
        guard let result else { throw .locked(folder: folder) }
        return result
    }

    /// Removes what writers that were killed have left half written.
    package func removeRemains() {
        TemporaryFiles.removeRemains(in: folder)
    }
}

/// Where the edits of one picture are.
struct EditFiles {
    /// The picture's path, however it was spelled.
    let picture: String
    let newest: String
    let before: String
    let other: String

    init(_ picture: String, in folder: String) {
        self.picture = Self.resolved(picture)
        var hash = FNV()
        hash.add(self.picture.utf8)
        let base = "\(folder)/\(hash.digits)"
        newest = base + ".json"
        before = base + ".before.json"
        other = base + ".other.json"
    }

    /// A picture that is gone is still known by where its folder is.
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

/// Keeps other processes out of a folder for a moment.
struct FolderLock {
    private let descriptor: Int32

    /// How often the lock is asked for, and how long it is waited for in between: other windows have it for milliseconds.
    private static let attempts = 20
    private static let pauseMicroseconds: UInt32 = 10_000

    /// Makes the folder where there is none; nil where another process does not let go of the lock.
    init?(_ folder: String) throws(ImagingError) {
        try PathName.makeFolder(folder)
        let path = folder + "/.lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .writing(path, errno: errno) }
        for _ in 0..<Self.attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // Where the file system has no locks, two writers in the same millisecond remain possible.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(Self.pauseMicroseconds)
        }
        close(descriptor)
        return nil
    }

    func release() { close(descriptor) }
}

/// Why edits cannot be kept.
package enum EditStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another process has the folder's lock and does not let go of it.
    case locked(folder: String)
    case file(ImagingError)

    package var description: String {
        switch self {
        case .locked(let folder): "another program has locked the folder they are kept in, \(folder)"
        case .file(let error): "\(error)"
        }
    }
}
