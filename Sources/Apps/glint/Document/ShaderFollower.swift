import Filters
import Gtk

/// Watches the shader files that the stages of a picture name, so that a saved shader is seen at once.
///
/// Files in the folder of filters are watched by ``CustomFilterSet``.
@MainActor
final class ShaderFollower {
    private let editor: DocumentEditor
    private var monitors: [String: FileMonitor] = [:]

    init(_ editor: DocumentEditor, window: Object) {
        self.editor = editor
        window.observe { [weak self] in self?.follow() }
    }

    private func follow() {
        let paths = Set((editor.recipe?.stages ?? []).flatMap(editor.catalog.shaderFiles))
        monitors = monitors.filter { paths.contains($0.key) }
        for path in paths where monitors[path] == nil {
            monitors[path] = FileMonitor(path: path) { [weak self] in self?.editor.shadersChanged() }
        }
    }
}
