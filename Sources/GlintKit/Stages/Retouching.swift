import Filters

extension Recipe.Stage {
    /// Replaces spots and strokes by pixels from elsewhere in the picture, in order.
    ///
    ///     let dust = RetouchSpot(points: [[0.4, 0.3]], radius: 0.01, source: [0.43, 0.3])
    ///     try renderer.render(photo, [.retouch([dust])], to: "clean.png")
    ///
    /// - Parameter spots: at most ``RetouchSpot/maximumInStage``.
    public static func retouch(_ spots: [RetouchSpot]) -> Self {
        var stage = Self("retouch")
        stage.spots = spots
        return stage
    }
}
