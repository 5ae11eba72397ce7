import Decoding
import Filters
import Gtk
import Imaging
import Localization
import Rendering
import System

/// Saves the edits of a picture as a color table for other programs.
@MainActor
struct LookTable {
    let context: WindowContext
    let editor: DocumentEditor
    let playback: PlaybackController

    private static let filters = [
        FileDialog.Filter(name: tr("Color Tables (.cube)"), suffixes: ["cube"]),
        FileDialog.Filter(name: tr("HaldCLUT (.png)"), suffixes: ["png"]),
    ]
    /// The number of entries per axis that most programs use.
    private nonisolated static let size = 33
    private nonisolated static let level = 12

    /// Asks for a file, and writes the stages that map colors into it.
    func save() {
        playback.pause()
        guard let document = editor.document else { return }
        let (kept, others) = editor.catalog.colorStages(of: document.recipe)
        guard !kept.stages.isEmpty else {
            context.toasts.showFailure(
                tr("There are no edits that a color table can hold: it maps each color to another."))
            return
        }
        FileDialog(
            saving: tr("Save the Look as LUT"), over: context.window,
            name: "\(PathName.stem(of: document.name)).cube", folder: document.suggestedFolder,
            filters: Self.filters
        ).show { write(kept, without: others, to: $0) }
    }

    private func write(_ recipe: Recipe, without others: [String], to file: File) {
        guard let path = file.path else {
            context.toasts.showFailure(tr("\(file.name) is not on this computer; choose another folder."))
            return
        }
        let catalog = editor.catalog
        let toasts = context.toasts
        inBackground({ () -> String? in
            do {
                try Self.write(recipe, catalog, to: path)
                return nil
            } catch {
                return "\(error)"
            }
        }) { failure in
            if let failure {
                toasts.showFailure(tr("\(file.name) could not be saved: \(failure)"))
            } else if others.isEmpty {
                toasts.show(tr("Saved \(file.name)"))
            } else {
                toasts.show(
                    tr("Saved \(file.name) without \(listed(others)), which a color table cannot hold"))
            }
        }
    }

    private nonisolated static func write(_ recipe: Recipe, _ catalog: FilterCatalog, to path: String) throws
    {
        let renderer = try Renderer(
            catalog: catalog, readPicture: { try RemotePictureDecoder.shared.picture(contentsOf: $0) })
        if PathName.suffix(of: path).lowercased() == "png" {
            try renderer.haldCLUT(of: recipe, level: level).write(to: path, overwrite: true)
        } else {
            let table = try renderer.colorTable(of: recipe, size: size)
            try AtomicFile.write(table.text(title: PathName.stem(of: path)), to: path, overwrite: true)
        }
    }
}
