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
        stage.isEnabled && filter(of: stage)?.readsTime == true
    }

    /// True if the result of any stage changes with the time.
    package func readsTime(_ recipe: Recipe) -> Bool { recipe.stages.contains(where: readsTime) }
}
