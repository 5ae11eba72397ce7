import Filters

/// Tells which stage of a recipe is being changed, from one frame to the next.
struct ChangingStage {
    private var last: (recipe: Recipe, frame: FrameID)?

    /// The index of the first stage that differs from the frame before; nil if nothing changed or nothing is known.
    mutating func note(_ recipe: Recipe, of frame: FrameID) -> Int? {
        // The unfiltered picture, shown beside the one being edited, says nothing about changes.
        guard !recipe.stages.isEmpty else { return nil }
        defer { last = (recipe, frame) }
        guard let last, last.frame == frame, last.recipe != recipe else { return nil }
        let (before, now) = (last.recipe.stages, recipe.stages)
        return zip(before, now).enumerated().first { $1.0 != $1.1 }?.offset ?? min(before.count, now.count)
    }
}
