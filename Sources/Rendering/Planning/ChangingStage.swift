import Filters

/// Tells which stage of a recipe is being changed, from one frame to the next.
struct ChangingStage {
    private var last: (recipe: Recipe, frame: FrameID)?

    /// The index of the first stage whose result differs from the one before; nil if nothing changed or nothing is
    /// known.
    mutating func note(_ recipe: Recipe, of frame: SourceFrame) -> Int? {
        // The unfiltered picture, shown beside the one being edited, says nothing about changes.
        guard !recipe.stages.isEmpty else { return nil }
        let frame = frame.id(readsTime: false)
        defer { last = (recipe, frame) }
        guard let last, last.frame.sourceID == frame.sourceID else { return nil }
        // A clip or a camera goes on: no result is expected again.
        if last.frame != frame { return 0 }
        guard last.recipe != recipe else { return nil }
        let (before, now) = (last.recipe.stages, recipe.stages)
        return zip(before, now).enumerated().first { $1.0 != $1.1 }?.offset ?? min(before.count, now.count)
    }
}
