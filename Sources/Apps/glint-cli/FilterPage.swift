import Filters

/// `filters ID`: a full description of a filter, with a sample command that shows its effect well.
struct FilterPage {
    private let filter: FilterDeclaration
    private let takesRegion: Bool

    init(_ filter: FilterDeclaration, in catalog: FilterCatalog) {
        self.filter = filter
        takesRegion = catalog.takesRegion(filter.id)
    }

    var text: String {
        var lines = ["\(filter.title) (\(filter.isOwn ? "custom, " : "")\(filter.group)): \(filter.summary)"]
        var section = ""
        for parameter in filter.parameters {
            if parameter.section != section || parameter == filter.parameters.first {
                section = parameter.section
                lines += ["", section.isEmpty ? "Parameters:" : "\(section):"]
                lines += Help.columns(
                    filter.parameters.filter { $0.section == section }.map {
                        ($0.id, FiltersCommand.line($0))
                    })
            }
        }
        lines += [
            "", "Settings of all filters (see \(Program.name) filters --help):",
            "  opacity=0…1  blend=MODE" + (takesRegion ? "  region=SHAPE,…" : ""),
            "  PARAMETER='TIME:VALUE TIME:VALUE …' changes it over time", "", "Example:",
            "  \(example)",
        ]
        return lines.joined(separator: "\n")
    }

    /// An example command line with the sample values from the filter's header.
    private var example: String {
        let arguments = filter.parameters.compactMap { parameter in
            filter.sample[parameter.id].map { "\(parameter.id)=\($0.word)" }
        }
        return (["\(Program.name) render photo.jpg -o out.png --", filter.id] + arguments.map(Self.quoted))
            .joined(separator: " ")
    }

    /// The word, quoted for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "=.,-_/".contains($0)) }
        return isPlain ? word : "'\(word)'"
    }
}
