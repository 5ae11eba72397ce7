import Filters

/// Detects which stage of a recipe is being changed from one frame to the next.
struct ChangingStage {
    private var last: (recipe: Recipe, frame: FrameID, time: FrameTime)?

    /// The index of the first stage whose result differs from that of the previous frame; nil if nothing has
    /// changed or the previous frame is unknown.
    mutating func note(_ recipe: Recipe, of frame: SourceFrame, in catalog: FilterCatalog) -> Int? {
        // The unfiltered picture is shown beside the edited one and says nothing about which stage is
        // changing.
        guard !recipe.stages.isEmpty else { return nil }
        let id = frame.id(readsTime: false)
        defer { last = (recipe, id, frame.time) }
        guard let last, last.frame.sourceID == id.sourceID else { return nil }
        // A clip or a camera advances, so no result will be needed again.
        if last.frame != id { return 0 }
        let timed = last.time == frame.time ? nil : recipe.stages.firstIndex(where: catalog.readsTime)
        return [timed, Self.difference(last.recipe.stages, recipe.stages)].compactMap(\.self).min()
    }

    private static func difference(_ before: [Recipe.Stage], _ now: [Recipe.Stage]) -> Int? {
        guard before != now else { return nil }
        return zip(before, now).enumerated().first { $1.0 != $1.1 }?.offset ?? min(before.count, now.count)
    }
}
