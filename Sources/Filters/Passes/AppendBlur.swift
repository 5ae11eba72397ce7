extension [FilterPass] {
    /// Adds a gaussian blur of `input` and returns its result; `input` itself if there is nothing to blur.
    ///
    /// - Parameter radius: twice the standard deviation, in pixels of the picture, as in ``GaussianBlur``.
    mutating func appendBlur(
        of input: FilterPass.Input, radius: Double, conditions: PassConditions
    ) -> FilterPass.Input {
        var blur = GaussianBlur().passes(values: ["radius": .number(radius)], conditions: conditions)
        guard !blur.isEmpty else { return input }
        blur[0].inputs = [input]
        self += blur
        return .pass(count - 1)
    }

    /// Adds a pass and returns its result.
    mutating func appendPass(_ pass: FilterPass) -> FilterPass.Input {
        append(pass)
        return .pass(count - 1)
    }
}
