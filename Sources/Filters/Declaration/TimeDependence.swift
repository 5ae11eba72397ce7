/// The time that is passed to filters.
extension FilterDeclaration {
    /// The parameter for the number of frames that are added to the time; nil if the filter has none.
    package var timeOffset: ParameterDeclaration? {
        readsTime ? parameters.first { $0.offsetsTime } : nil
    }

    /// The time that is passed to the filter.
    ///
    /// - Parameter values: the filter's parameter values.
    package func time(_ time: FrameTime, values: [String: ParameterValue]) -> FrameTime {
        guard readsTime else { return .zero }
        guard let timeOffset, case .number(let offset)? = values[timeOffset.id] else { return time }
        var result = time
        result.frame = timeOffset.frame(after: offset, by: time.frame)
        return result
    }
}

extension ParameterDeclaration {
    /// The frame number a number of frames later; it wraps around at the end of the parameter's range.
    package func frame(after offset: Double, by frames: Int) -> Int {
        let frame = (Int(exactly: offset.rounded(.towardZero)) ?? 0) &+ frames
        guard let low = min.flatMap({ Int(exactly: $0) }), let high = max.flatMap({ Int(exactly: $0) }) else {
            return frame
        }
        // A header may declare any range, so the arithmetic can overflow.
        let count = high &- low &+ 1
        guard count > 0 else { return frame }
        return low &+ ((frame &- low) % count &+ count) % count
    }
}

extension FilterCatalog {
    /// True if a stage's result changes with the time.
    package func readsTime(_ stage: Recipe.Stage) -> Bool {
        stage.isEnabled && (stage.changes || filter(of: stage)?.readsTime == true)
    }

    /// True if the result of any stage changes with the time.
    package func readsTime(_ recipe: Recipe) -> Bool { recipe.stages.contains(where: readsTime) }
}

/// Values that change over time.
extension Recipe.Stage {
    /// True if a value of the stage changes over time.
    package var changes: Bool {
        changingOpacity != nil || parameters.keys.contains(where: changes)
            || regions.contains { !$0.changing.isEmpty }
    }

    /// True if a parameter changes over time.
    package func changes(_ parameter: String) -> Bool {
        if case .changing? = parameters[parameter] { true } else { false }
    }

    /// The stage at a time, without values that change.
    ///
    /// - Parameter seconds: the time in the source.
    package func at(_ seconds: Double, of filter: FilterDeclaration) -> Recipe.Stage {
        guard changes else { return self }
        var stage = self
        for parameter in filter.parameters {
            guard case .changing(let value)? = parameters[parameter.id] else { continue }
            stage.parameters[parameter.id] = value.value(at: seconds, for: parameter).map { StageValue($0) }
        }
        stage.opacity = changingOpacity?.number(at: seconds) ?? opacity
        stage.changingOpacity = nil
        stage.regions = regions.map { $0.at(seconds) }
        return stage
    }

    /// The stage's values that change over time.
    var changingValues: [ValueOverTime] {
        parameters.values.compactMap { if case .changing(let value) = $0 { value } else { nil } }
            + [changingOpacity].compactMap(\.self) + regions.flatMap(\.changing.values)
    }
}

extension Recipe {
    /// True if a value of an enabled stage changes over time.
    package var changes: Bool { stages.contains { $0.isEnabled && $0.changes } }

    /// The beginning and, for values that change, a few more times, which together show all that happens:
    /// those at which a value is lowest or highest, and those in the middle between two of them.
    package var sampleTimes: [FrameTime] {
        let values = stages.filter(\.isEnabled).flatMap(\.changingValues)
        let extremes = Set([0] + values.flatMap(\.extremes)).sorted()
        let middles = zip(extremes, extremes.dropFirst()).map { ($0 + $1) / 2 }
        return (extremes + middles).map { FrameTime(seconds: $0) }
    }
}
