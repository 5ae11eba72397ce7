import System
import Filters
import FoundationEssentials
import Imaging

/// Records which filters have passed: their text is stored in the cache folder, under the file's name.
struct TrialCache {
    private let path: String?
    private let text: String

    init(_ file: CustomFilterFiles.File) {
        let folder = PathName.userFolder(
            "XDG_CACHE_HOME", orInHome: ".cache", "working-filters",
            environment: ProcessInfo.processInfo.environment)
        path = folder.map { "\($0)/\(PathName.last(of: file.path))" }
        // Another version of Glint may treat the filter differently.
        let includes = file.filter.includes.sorted { $0.key < $1.key }.map { "// \($0.key)\n\($0.value)" }
        text = (["// \(GlintVersion.current)", file.filter.source] + includes).joined(separator: "\n")
    }

    var isKnown: Bool {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return false }
        return data == Data(text.utf8)
    }

    /// If storing fails, the filter is tried again at the next start.
    func remember() {
        guard let path else { return }
        try? PathName.makeFolder(PathName.folder(of: path))
        try? AtomicFile.write(text, to: path, overwrite: true)
    }
}
