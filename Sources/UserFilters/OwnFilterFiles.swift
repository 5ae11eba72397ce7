import Filters
import FoundationEssentials

/// The filter files in the user's data folder, as read: point filters of the same form as the built-in ones.
package struct OwnFilterFiles: Sendable {
    /// A file that declares a filter; its shader may still fail.
    package struct File: Sendable, Hashable {
        package let path: String
        package let filter: FilterDeclaration
        /// The whole text.
        package var text: String { filter.source }
    }

    /// A file that cannot be a filter, and why.
    package struct Refusal: Sendable, Hashable {
        package let path: String
        /// Begins with the file, and the line if it is known.
        package let sentence: String

        package init(path: String, sentence: String) {
            self.path = path
            self.sentence = sentence
        }
    }

    /// Sorted by name.
    package private(set) var files: [File] = []
    package private(set) var refusals: [Refusal] = []

    /// Larger than any filter.
    private static let mostBytes = 1 << 20

    /// Reads `*.glsl` in a folder; a missing folder yields none.
    package init(folder: String, builtIn: FilterCatalog = .builtIn) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where name.hasSuffix(".glsl") && !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            do throws(Refused) {
                let filter = try Self.read(path, builtIn: builtIn)
                if let other = files.first(where: { $0.filter.id == filter.id }) {
                    throw Refused(sentence: "\(path):1: \(other.path) has the id “\(filter.id)” already")
                }
                files.append(File(path: path, filter: filter))
            } catch {
                refusals.append(Refusal(path: path, sentence: error.sentence))
            }
        }
    }

    /// The filters built into the program, and those from the files.
    package var catalog: FilterCatalog { .builtIn.adding(files.map(\.filter)) }

    /// The reason why there is no filter with this id: the refusal of the file with that name.
    package func refusal(of id: String) -> Refusal? {
        refusals.first { $0.path.hasSuffix("/\(id).glsl") }
    }

    /// The folder of the files: `glint/filters` in `$XDG_DATA_HOME`, or in `~/.local/share`.
    package static func standardFolder(environment: [String: String]) -> String? {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/glint/filters" }
        return environment["HOME"].map { $0 + "/.local/share/glint/filters" }
    }

    private struct Refused: Error {
        let sentence: String
    }

    private static func read(_ path: String, builtIn: FilterCatalog) throws(Refused) -> FilterDeclaration {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Refused(sentence: "\(path): the filter cannot be read")
        }
        guard data.count <= mostBytes, let text = String(validating: data, as: UTF8.self) else {
            throw Refused(sentence: "\(path): this is no filter: it is no text, or too long")
        }
        return try declaration(text, path: path, builtIn: builtIn)
    }

    /// The point filter that a text declares.
    private static func declaration(
        _ text: String, path: String, builtIn: FilterCatalog
    ) throws(Refused) -> FilterDeclaration {
        var filter: FilterDeclaration
        do throws(DeclarationError) {
            guard let parsed = try DeclarationParser.parse(text, file: path) else {
                throw DeclarationError(
                    file: path, line: 1, message: "the first line of a filter has to be “// filter: ID”")
            }
            filter = parsed
        } catch {
            throw Refused(sentence: error.description)
        }
        if builtIn.filter(filter.id) != nil {
            throw Refused(
                sentence: "\(path):1: Glint has a filter “\(filter.id)” already; give yours another id")
        }
        guard text.replacing(" ", with: "").contains("vec4\(filter.functionName)(") else {
            throw Refused(
                sentence:
                    "\(path): there is no function “vec4 \(filter.functionName)(vec4 color, …)”; filters of one's own are functions of one pixel"
            )
        }
        filter.isOwn = true
        return filter
    }
}
