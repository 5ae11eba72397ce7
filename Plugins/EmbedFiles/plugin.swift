import Foundation
import PackagePlugin

/// Embeds all files of a target's folder in the target, so that each program is a single file.
///
/// New files are picked up automatically, since the folder is listed again at each build.
@main
struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        // These targets, except for the presets, have folders with the same name at the top of the package.
        let presets = context.package.directoryURL.appending(path: "Resources/presets")
        let isOfPresets = target.name == "Presets"
        let folder = isOfPresets ? presets : context.package.directoryURL.appending(path: target.name)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
            .filter { !$0.hasSuffix(".swift") && !$0.hasPrefix(".") }
            .map { folder.appending(path: $0) }
            .filter { isOfPresets || !$0.path.hasPrefix(presets.path + "/") }
            .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        // GTK needs its files as a GResource bundle; all other files are embedded as text.
        let form = target.name == "Resources" ? "gresource" : "text"
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)",
                executable: try context.tool(named: "embed-files").url,
                arguments: [form, folder.path, output.path] + files.map(\.path),
                inputFiles: files,
                outputFiles: [output])
        ]
    }
}
