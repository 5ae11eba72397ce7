import Filters

/// The page of the API documentation that lists the filters by group.
enum StageTopics {
    static func text(_ catalog: FilterCatalog) -> String {
        var lines = [
            "# ``GlintKit/Recipe/Stage``", "",
            "<!-- Made by `make docs` from the headers of the files in Shaders/; edit those. -->", "",
            "## Topics", "", "### Making a stage", "- ``init(_:_:)``", "- ``filter``", "- ``set(_:to:)``",
            "- ``value(of:)``", "", "### How and where it acts", "- ``blended(_:opacity:)``",
            "- ``limited(to:)``",
            "- ``isEnabled``", "- ``opacity``", "- ``blend``", "- ``regions``", "- ``region``",
        ]
        var group = ""
        for filter in catalog.filters {
            if filter.group != group {
                group = filter.group
                lines += ["", "### \(group)"]
            }
            let labels = filter.parameters.map { "\($0.id):" }.joined()
            lines.append("- ``\(filter.functionName)(\(labels))``")
            for parameter in filter.parameters where parameter.kind == .choice {
                lines.append("- ``\(StageSource.choiceType(of: parameter, in: filter))``")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
