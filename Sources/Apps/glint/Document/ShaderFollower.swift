import Filters
import Gtk

/// Watches the shader files that the stages of a picture name, so that a saved shader is seen at once, and
/// reports those that are missing or are other versions than the recipe names.
///
/// Files in the folder of filters are watched by ``CustomFilterSet``.
@MainActor
final class ShaderFollower {
    private let editor: DocumentEditor
    private let toasts: Toasts
    private var monitors: [String: FileMonitor] = [:]
    /// The remarks on the current recipe, each of which is shown once.
    private var remarks: Set<String> = []
    /// The shaders of the recipe when it was last looked at: looking means to read their files.
    private var shaders: [Shader] = []

    private struct Shader: Equatable {
        let path: String
        let digest: String?
        let isEnabled: Bool
    }

    init(_ context: WindowContext, editor: DocumentEditor) {
        toasts = context.toasts
        self.editor = editor
        context.window.observe { [weak self] in self?.follow() }
    }

    private func follow() {
        let paths = Set((editor.recipe?.stages ?? []).flatMap(editor.catalog.shaderFiles))
        monitors = monitors.filter { paths.contains($0.key) }
        for path in paths where monitors[path] == nil {
            monitors[path] = FileMonitor(path: path) { [weak self] in
                self?.editor.shadersChanged()
                self?.report()
            }
        }
        let used = (editor.recipe?.stages ?? []).compactMap { stage in
            editor.catalog.shaderFiles(of: stage).first.map {
                Shader(path: $0, digest: stage.shader?.digest, isEnabled: stage.isEnabled)
            }
        }
        guard used != shaders else { return }
        shaders = used
        report()
    }

    private func report() {
        let found = editor.recipe.map { editor.catalog.shaderRemarks(on: $0) } ?? []
        let new = found.filter { !remarks.contains($0) }
        remarks = Set(found)
        if !new.isEmpty { toasts.showFailure(new.joined(separator: "\n")) }
    }
}
