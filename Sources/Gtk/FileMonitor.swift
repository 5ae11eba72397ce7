@preconcurrency import CAdwaita

/// Notifies when a file is changed, replaced, moved or deleted, for as long as the monitor is retained.
@MainActor
package final class FileMonitor {
    private let monitor: Object?
    private var delay: Delay?

    /// Programs save in several steps, which count as one change.
    private static let settlingMilliseconds = 400

    package init(path: String, changed: @escaping @MainActor () -> Void) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        // If the system cannot watch the file, nothing is reported.
        monitor = g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
            .map { Object(owned: UnsafeMutableRawPointer($0)) }
        monitor?.connect("changed") { [weak self] in
            self?.delay = Delay(milliseconds: Self.settlingMilliseconds) { changed() }
        }
    }
}
