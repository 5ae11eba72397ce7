import Glibc
import Synchronization

/// Manages the hidden names of unfinished files.
///
/// The process that has such a file open also holds a lock on it (flock), which ends with the process. So a
/// file that can be locked was left behind by a killed process.
package enum TemporaryFiles {
    private static let prefix = ".glint-"
    private static let suffix = ".tmp"

    /// True if a file with this name is unfinished.
    package static func isTemporary(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }

    /// The unfinished files of this process.
    private static let own = Mutex<Set<String>>([])

    /// Creates a file with a new name.
    ///
    /// - Parameter make: creates the file and returns 0 or an error number; after EEXIST it is called again
    ///   with another name.
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

    /// Opens and locks a new file. On file systems without locks, no process treats it as a leftover.
    static func open(_ path: String, _ descriptor: inout Int32) -> Int32 {
        // The kernel applies the umask to this mode.
        let opened = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard opened >= 0 else { return errno }
        var status = stat()
        // Another process may have treated it as a leftover and removed it before it was locked.
        let isTaken = flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        if isTaken || (fstat(opened, &status) == 0 && status.st_nlink == 0) {
            close(opened)
            return EEXIST
        }
        descriptor = opened
        return 0
    }

    /// Adds a complete file to the list, because it is only kept together with others.
    package static func add(_ path: String) {
        own.withLock { _ = $0.insert(path) }
    }

    /// Removes a file from the list, because it has its final name or no longer exists.
    package static func forget(_ path: String) {
        own.withLock { _ = $0.remove(path) }
    }

    /// Deletes a file that is in the list.
    package static func remove(_ path: String) {
        unlink(path)
        forget(path)
    }

    /// Deletes all unfinished files of this process, and ends the program before it can create others.
    static func removeAll(thenEnd end: () -> Never) -> Never {
        // Gives up after a while, since the thread that holds the lock may hang in an unresponsive file
        // system.
        for _ in 0..<50 {
            let _: Void? = own.withLockIfAvailable { own in
                for path in own { unlink(path) }
                end()
            }
            usleep(10_000)
        }
        end()
    }

    /// When each folder was last cleaned up: a batch may save thousands of files in one folder.
    private static let lookedThrough = Mutex<[String: ContinuousClock.Instant]>([:])
    private static let interval = Duration.seconds(60)

    /// Deletes leftovers of killed processes in a folder, unless this was done recently.
    static func removeRemainsNowAndThen(in folder: String) {
        let isDue = lookedThrough.withLock { times in
            let now = ContinuousClock.now
            if let last = times[folder], now - last < interval { return false }
            times[folder] = now
            return true
        }
        if isDue { removeRemains(in: folder) }
    }

    /// Deletes leftovers of killed processes in a folder.
    package static func removeRemains(in folder: String) {
        guard let names = try? FolderListing(folder).names else { return }
        for name in names where isTemporary(name) {
            let path = "\(folder)/\(name)"
            let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            // NFS requires files to be writable for locking, but the replacement for a read-only picture is
            // itself read-only.
            var descriptor = Glibc.open(path, O_RDWR | flags)
            if descriptor < 0, errno == EACCES { descriptor = Glibc.open(path, O_RDONLY | flags) }
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(descriptor)
        }
    }
}
