import Filters

extension Recipe.Stage {
    /// The stage with its result laid over its input in another way:
    ///
    ///     [.gaussianBlur(radius: 20).blended(.screen, opacity: 0.5)]
    ///
    /// - Parameters:
    ///   - mode: how the result is laid over the input.
    ///   - opacity: how much of that is seen, 0…1.
    public func blended(_ mode: BlendMode = .normal, opacity: Double = 1) -> Self {
        var stage = self
        stage.blend = mode
        stage.opacity = opacity
        return stage
    }

    /// The stage limited to parts of the picture, in place of those it had:
    ///
    ///     [.exposure(stops: -1).limited(to: .gradient(from: [0.5, 0], to: [0.5, 0.4]))]
    ///
    /// - Parameter regions: one to ``Region/mostInStage``, combined in their order as ``Region`` tells; none for all of the
    ///   picture.
    public func limited(to regions: Region...) -> Self {
        var stage = self
        stage.regions = regions
        return stage
    }
}
