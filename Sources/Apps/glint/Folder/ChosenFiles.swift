import Editing
import Filters
import Gtk
import System

/// Files that were opened together in one window, which steps through them instead of a folder.
struct ChosenFiles {
    /// The paths, in the order in which they were given.
    let paths: [String]
    /// The recipe for each file when it is shown for the first time; nil for its usual one.
    private let recipe: Recipe?
    private var unseen: Set<String>

    init(_ paths: [String], recipe: Recipe? = nil) {
        var known: Set<String> = []
        self.paths = paths.filter { known.insert($0).inserted }
        self.recipe = recipe
        unseen = known
    }

    /// The recipe with which to open a file; nil for its usual one.
    func recipe(for path: String?) -> Recipe? {
        path.flatMap { unseen.contains($0) ? recipe : nil }
    }

    mutating func noteShown(_ path: String) { unseen.remove(path) }

    /// The file `count` positions further; nil past either end.
    ///
    /// - Parameter passed: a file that was tried before and cannot be shown; counting continues from it.
    func path(_ count: Int, from path: String, past passed: String?) -> String? {
        guard let passed else { return self.path(count, from: path) }
        guard let next = self.path(count, from: passed) else { return nil }
        // If this leads back to the start, continue beyond it.
        return next == path ? self.path(count, from: path) : next
    }

    private func path(_ count: Int, from path: String) -> String? {
        guard let index = paths.firstIndex(of: path), paths.indices.contains(index + count) else {
            return nil
        }
        return paths[index + count]
    }
}

extension DocumentSource {
    /// The sources with each folder replaced by the pictures and videos in it, if there are any.
    static func withFoldersOpened(_ sources: [DocumentSource]) -> [DocumentSource] {
        sources.flatMap { source -> [DocumentSource] in
            guard let path = source.file?.path, PathName.isFolder(path),
                let pictures = try? PictureFolder(path, withVideos: true).pictures, !pictures.isEmpty
            else { return [source] }
            return pictures.map { .file(File(path: $0)) }
        }
    }
}
