import Foundation
import TestSupport
import Testing

/// The translation files match the code and keep all placeholders.
@Suite struct TranslationFileTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    static let languages = ((try? String(contentsOfFile: "\(root)/po/LINGUAS", encoding: .utf8)) ?? "")
        .split(separator: "\n").map(String.init)

    @Test func theTemplateIsUpToDate() throws {
        let program = try builtProgram("generate")
        let run = try runProgram(
            "/bin/sh", arguments: ["-c", "GENERATE='\(program)' '\(Self.root)/po/update' --check"])
        #expect(run.status == 0, "run `make template`: \(run.output)\(run.errors)")
    }

    @Test func thereAreLanguages() {
        #expect(Self.languages.contains("de"))
    }

    @Test(arguments: languages) func everyFileHasTheSentencesOfTheTemplate(language: String) throws {
        let (template, file) = try (entries("glint.pot"), entries("\(language).po"))
        let known = Set(template.map(\.key))
        #expect(!known.isEmpty)
        #expect(Set(file.map(\.key)) == known, "run `make template`")
    }

    @Test(arguments: languages) func everyTranslationKeepsWhatIsPutIn(language: String) throws {
        for entry in try entries("\(language).po") where entry.isTranslated {
            let wanted = marks(entry.text).union(entry.plural.map(marks) ?? [])
            for translation in entry.translations {
                let marks = marks(translation)
                // A singular form such as “One picture” may omit the number in other languages, too.
                let isFine = entry.plural == nil ? marks == wanted : marks.isSubset(of: wanted)
                #expect(isFine, "\(language): \(entry.text) — \(translation)")
            }
            if entry.plural != nil, let last = entry.translations.last {
                #expect(marks(last) == wanted, "\(language): \(entry.text) — \(last)")
            }
            // An underscore marks the mnemonic of a button's label, except in file keywords such as
            // LUT_3D_SIZE.
            let keys = entry.text.count { $0 == "_" }
            for translation in entry.translations {
                #expect(
                    translation.count { $0 == "_" } == keys, "\(language): \(entry.text) — \(translation)")
            }
        }
    }

    /// Gettext's own checks: headers, plural forms, line ends.
    @Test(arguments: languages) func gettextTakesTheFile(language: String) throws {
        let run = try runProgram(
            "/usr/bin/msgfmt",
            arguments: [
                "--check-format", "--check-domain", "-o", "/dev/null", "\(Self.root)/po/\(language).po",
            ])
        #expect(run.status == 0, "\(run.errors)")
    }

    /// The placeholders in a text, including those of file name patterns.
    private func marks(_ text: String) -> Set<String> {
        Set(text.matches(of: /%[0-9]+\$@|\{[a-z]+\}/).map { String($0.output) })
    }

    private struct Entry {
        var context = ""
        var text = ""
        var plural: String?
        var translations: [String] = []

        /// Gettext ignores an entry with an empty form.
        var isTranslated: Bool { translations.allSatisfy { !$0.isEmpty } }
        var key: String { "\(context)\u{4}\(text)" }
    }

    /// The entries of a gettext file, except its header.
    private func entries(_ name: String) throws -> [Entry] {
        let text = try String(contentsOfFile: "\(Self.root)/po/\(name)", encoding: .utf8)
        return try text.components(separatedBy: "\n\n").map(entry).filter { !$0.text.isEmpty }
    }

    private func entry(_ paragraph: String) throws -> Entry {
        var entry = Entry()
        var field = ""
        for line in paragraph.split(separator: "\n") {
            guard !line.hasPrefix("#"), let quote = line.firstIndex(of: "\"") else { continue }
            let name = line[..<quote].trimmingCharacters(in: .whitespaces)
            if !name.isEmpty { field = name }
            let text = try JSONDecoder().decode(String.self, from: Data(line[quote...].utf8))
            switch field {
            case "msgctxt": entry.context += text
            case "msgid": entry.text += text
            case "msgid_plural": entry.plural = (entry.plural ?? "") + text
            default:
                if !name.isEmpty { entry.translations.append("") }
                entry.translations[entry.translations.count - 1] += text
            }
        }
        return entry
    }
}
