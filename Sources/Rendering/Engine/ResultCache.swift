import Filters
import GPU

/// Results of earlier runs, under everything they were made from.
///
/// A slider that is dragged leaves a result behind at every step: of results that differ in their settings
/// alone only the last few are kept, so that the textures of the others serve the next step.
package final class ResultCache {
    /// Everything that a texture's pixels depend on.
    struct Key: Hashable {
        let place: Place
        /// The size that the whole picture is worked on at there: filters behind it that change the picture's shape
        /// decide it.
        let gridSize: SIMD2<Int>
        /// The part of the picture it holds.
        let region: PixelRegion
        let format: PixelFormat?
        /// The stages that made it; none for the source itself.
        let stages: ArraySlice<Recipe.Stage>
        /// The tables they read, for a file may change under its name.
        let tables: [LookupTable]
    }

    /// What remains of a key when its settings may be any.
    struct Place: Hashable {
        let frame: FrameID
        let viewport: Viewport
        let precision: PixelFormat
        let filters: [String]
    }

    /// Results of one place that are kept: the last, and the one before it to come back to.
    private static let resultsPerPlace = 2

    private var entries: [(key: Key, texture: Texture)] = []
    private let budget: Int

    /// - Parameter budget: the most bytes of textures to hold.
    package init(budget: Int) {
        self.budget = budget
    }

    /// The texture kept under `key`, which counts as used just now.
    func texture(for key: Key) -> Texture? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return entry.texture
    }

    /// Keeps a texture, and lets go of the ones unused for longest beyond the budget.
    func keep(_ texture: Texture, for key: Key) {
        let alike = entries.indices.filter { entries[$0].key.place == key.place }
        if alike.count >= Self.resultsPerPlace { entries.remove(at: alike[0]) }
        entries.append((key, texture))
        var bytes = entries.reduce(0) { $0 + $1.texture.byteCount }
        while bytes > budget, entries.count > 1 {
            bytes -= entries.removeFirst().texture.byteCount
        }
    }

    /// Lets go of everything.
    package func removeAll() {
        entries = []
    }
}
