import Filters

/// The page about all filters, generated from their declarations.
enum FilterPage {
    static func text(_ catalog: FilterCatalog) -> String {
        var lines = [
            "# Filters",
            "",
            "<!-- Made by `make docs` from the headers of the files in Shaders/; edit those. -->",
            "",
            """
            Every filter that comes with Glint, as `glint-cli render photo.jpg -o out.png -- FILTER PARAMETER=VALUE` takes it.
            The pictures show `data/landscape.jpg` before and after. Beside its own parameters every filter takes
            `opacity`, from 0 to 1, and `blend`, one of \(BlendMode.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
            Those that do not change the picture's shape take `region=SHAPE,X,Y,WIDTH,HEIGHT[,FEATHER[,ANGLE]][,inverted]`, too:
            they act inside a `rectangle` or an `ellipse`, whose left, top, width and height are parts of the picture's, or
            outside of it. The edge reaches inwards by the feather, from 0 to 1; the angle is in degrees against the clock.
            `region=gradient,X,Y,ENDX,ENDY` has the full effect at one point and none at another, and
            `region=luminosity,LOW,HIGH[,FEATHER]` acts where the luma of what enters the filter, from 0 to 1, is in a range, beyond
            which it falls off by the feather. Up to \(Region.mostInStage) regions are combined in their order: each adds to those before
            it, or takes away from them with `,subtract` at its end.
            Filters of your own are described in [writing-a-filter.md](writing-a-filter.md).
            """,
        ]
        var group = ""
        for filter in catalog.filters {
            if filter.group != group {
                group = filter.group
                lines += ["", "## \(group)"]
            }
            lines += [""] + section(filter)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ filter: FilterDeclaration) -> [String] {
        var lines = [
            "### \(filter.title)", "", "`\(filter.id)` · \(filter.summary)", "",
            "![\(caption(filter))](filters/\(filter.id).jpg)",
        ]
        guard !filter.parameters.isEmpty else { return lines }
        lines += [
            "", "| parameter | title | values | default | no effect at |", "| --- | --- | --- | --- | --- |",
        ]
        var section = ""
        for parameter in filter.parameters {
            if parameter.section != section, !parameter.section.isEmpty {
                lines.append("| **\(parameter.section)** | | | | |")
            }
            section = parameter.section
            let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
            let title = parameter.help.isEmpty ? parameter.title : "\(parameter.title): \(parameter.help)"
            let cells = [
                "`\(parameter.id)`", title, parameter.allowed + unit, word(parameter.defaultValue),
                parameter.identity.map(word) ?? "",
            ]
            lines.append("| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |")
        }
        return lines
    }

    /// The caption of the picture.
    private static func caption(_ filter: FilterDeclaration) -> String {
        let values = filter.parameters.compactMap { parameter in
            filter.sample[parameter.id].map { "\(parameter.id)=\($0.word)" }
        }
        return "\(filter.title), before and after"
            + (values.isEmpty ? "" : ", with " + values.joined(separator: " "))
    }

    private static func word(_ value: ParameterValue) -> String {
        value.word.isEmpty ? "" : "`\(value.word)`"
    }
}
