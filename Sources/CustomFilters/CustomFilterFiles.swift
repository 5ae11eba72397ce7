import Filters
import FoundationEssentials
import Localization

/// The custom filters in the user's data folder. Their format is that of built-in filters without a Swift
/// implementation.
package struct CustomFilterFiles: Sendable {
    /// A file that declares a filter, whose shader may still turn out not to work.
    package struct File: Sendable, Hashable {
        package let path: String
        /// The declaration, with the text of the file and of the files that it includes.
        package let filter: FilterDeclaration
    }

    /// A file that cannot be used as a filter, and the reasons.
    package struct Refusal: Sendable, Hashable {
        package let path: String
        /// The id in the file's declaration, if it can be determined.
        package let id: String?
        /// The problems, at least one.
        package let problems: [FilterProblem]

        /// The problems, one per line.
        package var sentence: String { problems.map(\.description).joined(separator: "\n") }
    }

    /// The filters, sorted by file name.
    package private(set) var files: [File] = []
    package private(set) var refusals: [Refusal] = []

    /// Reads `*.glsl`, and shader files made for other programs, in a folder; the result is empty if the
    /// folder does not exist. Files included by others need not declare a filter.
    package init(folder: String, builtIn: FilterCatalog = .builtIn) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let reader = CustomFilterReader(folder: folder, builtIn: builtIn)
        let readings = names.sorted().filter { name in
            !name.hasPrefix(".") && ShaderFile.nameEnds.contains(where: name.lowercased().hasSuffix)
        }.map { (path: "\(folder)/\($0)", reading: reader.read($0)) }
        let included = Set(readings.flatMap(\.reading.included))
        for (path, reading) in readings {
            if let filter = reading.filter {
                if let other = files.first(where: { $0.filter.id == filter.id }) {
                    let problem = FilterProblem(
                        path: path, line: 1, tr("\(other.path) already has the id “\(filter.id)”"))
                    refusals.append(Refusal(path: path, id: nil, problems: [problem]))
                } else {
                    files.append(File(path: path, filter: filter))
                }
            } else if reading.id != nil || !included.contains(path) {
                refusals.append(Refusal(path: path, id: reading.id, problems: reading.problems))
            }
        }
    }

    /// The built-in filters and those in the files.
    package var catalog: FilterCatalog { .builtIn.adding(files.map(\.filter)) }

    /// Why there is no filter with this id: the problems of the file that declares it or that has it as its
    /// name.
    package func refusal(of id: String) -> Refusal? {
        refusals.first { $0.id == id } ?? refusals.first { $0.path.hasSuffix("/\(id).glsl") }
    }

    /// The folder that contains the files: `glint/filters` in `$XDG_DATA_HOME`, or in `~/.local/share`.
    package static func standardFolder(environment: [String: String]) -> String? {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/glint/filters" }
        return environment["HOME"].map { $0 + "/.local/share/glint/filters" }
    }
}
