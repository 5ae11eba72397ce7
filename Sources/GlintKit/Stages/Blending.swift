import Filters

extension Recipe.Stage {
    /// The stage, with its result blended over its input:
    ///
    ///     [.gaussianBlur(radius: 20).blended(.screen, opacity: 0.5)]
    ///
    /// - Parameters:
    ///   - mode: how the result is blended over the input.
    ///   - opacity: the opacity of the result, 0…1.
    public func blended(_ mode: BlendMode = .normal, opacity: Double = 1) -> Self {
        var stage = self
        stage.blend = mode
        stage.opacity = opacity
        return stage
    }

    /// The stage, limited to regions of the picture. These replace any previous regions:
    ///
    ///     [.exposure(stops: -1).limited(to: .gradient(from: [0.5, 0], to: [0.5, 0.4]))]
    ///
    /// - Parameter regions: up to ``Region/maximumInStage`` regions, combined in order as described at
    ///   ``Region``; if empty, the stage affects the whole picture.
    public func limited(to regions: Region...) -> Self {
        var stage = self
        stage.regions = regions
        return stage
    }
}
