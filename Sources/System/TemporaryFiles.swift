import Glibc
import Synchronization

/// The hidden names of unfinished files in their folders.
///
/// The process that has such a file open holds a lock on it (flock). The lock ends with the process, so a
/// file that can be locked was left by a killed process.
package enum TemporaryFiles {
    private static let prefix = ".glint-"
    private static let suffix = ".tmp"

    /// True if this is the name of an unfinished file.
    package static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }

    /// The unfinished files of this process.
    private static let own = Mutex<Set<String>>([])

    /// Creates a file under a new name.
    ///
    /// - Parameter make: creates it and returns 0 or the error number; after EEXIST it is called with another
    ///   name.
    /// - Returns: the path, and 0 or the error number.
    static func make(in folder: String, _ make: (String) -> Int32) -> (path: String, code: Int32) {
        own.withLock { own in
            while true {
                let unique = String(UInt64.random(in: .min ... .max), radix: 36)
                let path = "\(folder)/\(prefix)\(unique)\(suffix)"
                let code = make(path)
                if code == EEXIST || code == EINTR { continue }
                if code == 0 { own.insert(path) }
                return (path, code)
            }
        }
    }

    /// Opens a new file and locks it. If the file system has no locks, no process will remove it as a
    /// leftover.
    static func open(_ path: String, _ descriptor: inout Int32) -> Int32 {
        // The kernel applies the umask to these permissions.
        let opened = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard opened >= 0 else { return errno }
        var status = stat()
        // Another process may have taken it for a leftover before it was locked, and removed it.
        let isTaken = flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        if isTaken || (fstat(opened, &status) == 0 && status.st_nlink == 0) {
            close(opened)
            return EEXIST
        }
        descriptor = opened
        return 0
    }

    /// Adds a complete file to the list, if it is one of several that are only kept together.
    package static func add(_ path: String) {
        own.withLock { _ = $0.insert(path) }
    }

    /// Removes a file from the list, because it has its final name or is gone.
    package static func forget(_ path: String) {
        own.withLock { _ = $0.remove(path) }
    }

    /// Deletes a file in the list.
    package static func remove(_ path: String) {
        unlink(path)
        forget(path)
    }

    /// Deletes all unfinished files of this process, and terminates the program before it can create another.
    static func removeAll(thenEnd end: () -> Never) -> Never {
        // The thread that holds the lock may hang in a file system that does not respond.
        for _ in 0..<50 {
            let _: Void? = own.withLockIfAvailable { own in
                for path in own { unlink(path) }
                end()
            }
            usleep(10_000)
        }
        end()
    }

    /// The time of each folder's last cleanup. A batch saves thousands of files in one folder.
    private static let lookedThrough = Mutex<[String: ContinuousClock.Instant]>([:])
    private static let interval = Duration.seconds(60)

    /// Deletes leftovers of killed processes from a folder, unless that was done a moment ago.
    static func removeRemainsNowAndThen(in folder: String) {
        let isDue = lookedThrough.withLock { times in
            let now = ContinuousClock.now
            if let last = times[folder], now - last < interval { return false }
            times[folder] = now
            return true
        }
        if isDue { removeRemains(in: folder) }
    }

    /// Deletes leftovers of killed processes from a folder.
    package static func removeRemains(in folder: String) {
        guard let names = try? FolderListing(folder).names else { return }
        for name in names where isTemporary(name) {
            let path = "\(folder)/\(name)"
            let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            // NFS can only lock writable files; one that replaces a read-only picture is read-only itself.
            var descriptor = Glibc.open(path, O_RDWR | flags)
            if descriptor < 0, errno == EACCES { descriptor = Glibc.open(path, O_RDONLY | flags) }
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(descriptor)
        }
    }
}
