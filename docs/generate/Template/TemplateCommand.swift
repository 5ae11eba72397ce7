import Editing
import Filters
import Foundation

/// The translatable texts of the code, the filter headers and the preset names as a gettext template.
/// xgettext extracts those of the interface files, the desktop entry and the metainfo: see po/update.
struct TemplateCommand {
    let root: String

    /// The files below a folder that have an extension, sorted.
    private func files(below folder: String, extension suffix: String) -> [String] {
        let names =
            FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".\(suffix)") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Prints the template; fails if a text to translate is no literal.
    func run() throws {
        var template = Template()
        var mistakes: [String] = []
        for file in files(below: "Sources", extension: "swift") {
            let scanner = SwiftScanner(
                try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8), file: file)
            scanner.messages.forEach { template.add($0) }
            mistakes += scanner.mistakes
        }
        for filter in FilterCatalog.builtIn.filters {
            let file = "Shaders/\(filter.file)"
            for text in filter.texts {
                template.add(Message(context: FilterDeclaration.context, text: text, file: file))
            }
            for text in filter.choiceTexts {
                template.add(Message(context: FilterDeclaration.choiceContext, text: text, file: file))
            }
            if !filter.searchWords.isEmpty {
                template.add(Message(context: "search words", text: filter.searchWords, file: file))
            }
        }
        for file in files(below: "Resources/presets", extension: "json") {
            let preset = try Preset(
                json: String(contentsOfFile: "\(root)/\(file)", encoding: .utf8), name: file)
            template.add(Message(context: Preset.context, text: preset.title, file: file))
        }
        for name in NTSCPreset.shippedNames {
            template.add(
                Message(
                    context: Preset.context, text: NTSCPreset.title(ofShipped: name),
                    file: "Shaders/ntsc/presets/\(name).json"))
        }
        print(template.text, terminator: "")
        guard mistakes.isEmpty else {
            throw Failure(
                description: mistakes.map { "\($0): what is translated has to be a literal" }
                    .joined(separator: "\n"))
        }
    }
}
