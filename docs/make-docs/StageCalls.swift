import Filters

/// Calls of every function of the Swift API, each beside the equivalent command-line arguments, for a test.
enum StageCalls {
    static func text(_ catalog: FilterCatalog) -> String {
        var lines = [
            "// swift-format-ignore-file",
            "// Made by `make docs` from the headers of the files in Shaders/; edit those.",
            "import GlintKit", "",
            "/// Every filter with none, each and all of its parameters, by its Swift spelling and by the command line's.",
            "enum StageCalls {", "    static let all: [[(stage: Recipe.Stage, words: [String])]] = [",
        ]
        lines += catalog.filters.map { "        \($0.functionName)," } + ["    ]"]
        for filter in catalog.filters {
            lines += [
                "",
                "    private static let \(filter.functionName): [(stage: Recipe.Stage, words: [String])] = [",
            ]
            lines += calls(of: filter) + ["    ]"]
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private static func calls(of filter: FilterDeclaration) -> [String] {
        let each = filter.parameters.map { parameter in values(of: parameter).map { (parameter, $0) } }
        let all = each.compactMap(\.last)
        let sets = [[]] + each.joined().map { [$0] } + (all.count > 1 ? [all] : [])
        return sets.map { given in
            let parameters = given.map { "\($0.id): \(StageSource.code($1, of: $0))" }
            let words = [filter.id] + given.map { "\($0.id)=\($1.word)" }
            return "        (.\(filter.functionName)(\(parameters.joined(separator: ", "))), "
                + "[\(words.map { "\"\($0)\"" }.joined(separator: ", "))]),"
        }
    }

    /// Distinguishable values: both ends of a range, every choice.
    private static func values(of parameter: ParameterDeclaration) -> [ParameterValue] {
        switch parameter.kind {
        case .number, .integer: [parameter.min, parameter.max].compactMap { $0.map(ParameterValue.number) }
        case .toggle: [.toggle(true), .toggle(false)]
        case .choice: parameter.choices.map { .text($0.id) }
        // #336699, which 8 bits per channel represent exactly.
        case .color: [.color(SIMD3(0.2, 0.4, 0.6))]
        case .point: [.point(SIMD2(0.25, 0.75))]
        case .curve: [.curve([SIMD2(0, 0.125), SIMD2(0.5, 0.75), SIMD2(1, 0.875)])]
        case .text: [.text("PLAY 1991")]
        case .file: [.text("a file.\(parameter.fileExtension.isEmpty ? "png" : parameter.fileExtension)")]
        }
    }
}
