import Filters
import FoundationEssentials
@preconcurrency import Glibc
import Imaging

/// Whether a filter worked before: its text is kept in the cache folder, under the name of its file.
struct KnownToWork {
    private let path: String?
    private let text: String

    init(_ file: OwnFilterFiles.File) {
        let environment = ProcessInfo.processInfo.environment
        let cache =
            environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.cache" }
        path = cache.map { "\($0)/glint/working-filters/\(PathName.last(of: file.path))" }
        // Another version may do something else with it.
        text = "// \(GlintVersion.current)\n\(file.text)"
    }

    var isKnown: Bool {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return false }
        return data == Data(text.utf8)
    }

    /// Where it cannot be noted the filter is tried again at the next start.
    func remember() {
        guard let path else { return }
        try? FileManager.default.createDirectory(
            atPath: PathName.folder(of: path), withIntermediateDirectories: true)
        let beside = "\(path).\(getpid())"
        guard let file = fopen(beside, "w") else { return }
        let isWritten = fputs(text, file) >= 0
        if fclose(file) == 0, isWritten { rename(beside, path) } else { unlink(beside) }
    }
}
