@preconcurrency import Glibc
import Localization
import System

/// Changes in folders, as the kernel reports them (inotify(7)).
final class FolderEvents: Sendable {
    enum Change {
        /// A file was created, or linked under this name; it may still be open.
        case created
        /// A file was closed after writing, or moved into the folder.
        case completed
        /// A file was removed, or moved out of the folder.
        case removed
        /// A subfolder appeared, or was removed.
        case subfolder
        /// The folder itself was removed, renamed or unmounted.
        case lost
        /// Events were dropped, because they were not read in time.
        case overflow
    }

    struct Event {
        /// The folder's number; that of no folder for ``Change/overflow``.
        let folder: Int32
        /// The name of a file in the folder; empty if the event is about the folder itself.
        let name: String
        let change: Change
    }

    /// Readable once there are events.
    let descriptor: Int32

    private static let kinds =
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF

    init() throws(CommandError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            let hint = errno == EMFILE ? "; raise the limit fs.inotify.max_user_instances" : ""
            throw .files("no folder can be watched: \(Console.systemMessage(errno))\(hint)")
        }
    }

    deinit { close(descriptor) }

    /// Starts watching a folder; returns its number, which is the same each time.
    func add(_ folder: String) throws(CommandError) -> Int32 {
        let number = inotify_add_watch(descriptor, folder, UInt32(Self.kinds | IN_ONLYDIR))
        guard number >= 0 else {
            guard errno == ENOSPC else { throw .files("\(FileError.reading(folder, errno: errno))") }
            throw .files(
                "\(folder.shortened) cannot be watched; raise the limit fs.inotify.max_user_watches")
        }
        return number
    }

    /// Stops watching a folder.
    func remove(_ folder: Int32) { inotify_rm_watch(descriptor, folder) }

    /// The events since the last call, without waiting for any.
    func read() throws(CommandError) -> [Event] {
        var events: [Event] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return events }
            guard count > 0 else {
                throw .files("the watched folder could not be read: \(Console.systemMessage(errno))")
            }
            events += Self.events(buffer[..<count])
        }
    }

    private static func events(_ bytes: ArraySlice<UInt8>) -> [Event] {
        bytes.withUnsafeBytes { bytes in
            var events: [Event] = []
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= bytes.count {
                let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                offset += MemoryLayout<inotify_event>.size
                let name = bytes[offset..<min(offset + Int(header.len), bytes.count)].prefix { $0 != 0 }
                offset += Int(header.len)
                // A name that is not UTF-8 could not be opened by the text that it is shown as.
                guard let change = change(Int32(bitPattern: header.mask)),
                    let name = String(validating: name, as: UTF8.self)
                else { continue }
                events.append(Event(folder: header.wd, name: name, change: change))
            }
            return events
        }
    }

    private static func change(_ mask: Int32) -> Change? {
        if mask & IN_Q_OVERFLOW != 0 { return .overflow }
        if mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { return .lost }
        if mask & IN_IGNORED != 0 { return nil }
        if mask & IN_ISDIR != 0 { return .subfolder }
        if mask & (IN_CLOSE_WRITE | IN_MOVED_TO) != 0 { return .completed }
        return mask & IN_CREATE != 0 ? .created : .removed
    }
}
