import Filters

extension Recipe {
    /// A stage to be added at the end, with the filter's defaults.
    ///
    /// A CRT stage after Analog Video gets as many rows as its television standard has.
    package func newStage(of filter: FilterDeclaration) -> Stage {
        let defaults = filter.parameters.map { ($0.id, $0.defaultValue) }
        var stage = Stage(filter.id, Dictionary(uniqueKeysWithValues: defaults))
        let video = stages.last { $0.filter == NTSC.id && $0.isEnabled }
        if filter.id == "crt", video?.ntscSettings.choice("standard") == 1 { stage.set("rows", to: 576) }
        return stage
    }
}
