import Filters
import GPU

/// Results of earlier runs, keyed by everything they were computed from.
///
/// A dragged slider leaves a result behind at every step, and a playing source at every frame. Therefore, of
/// results that differ only in their settings or their time, only the last few are kept, and the textures of
/// the others are reused.
package final class ResultCache {
    /// Everything that a texture's pixels depend on.
    struct Key: Hashable {
        let group: Group
        /// The frame it was computed from.
        let frame: FrameID
        /// The working size of the whole picture at this stage, determined by later filters that change the
        /// picture's shape.
        let gridSize: SIMD2<Int>
        /// The part of the picture that it contains.
        let region: PixelRegion
        let format: PixelFormat?
        /// The stages that produced it; empty for the source itself.
        let stages: ArraySlice<Recipe.Stage>
        /// The versions of the tables and pictures that they read, since a file may change under the same
        /// name.
        let files: [String]
    }

    /// The parts of a key that depend neither on the settings nor on the time.
    struct Group: Hashable {
        let sourceID: SourceID
        let viewport: Viewport
        let precision: PixelFormat
        let filters: [String]
    }

    /// The number of results to keep per cache group: the last one, and the one before to return to.
    private static let resultsPerGroup = 2

    private var entries: [(key: Key, texture: Texture, lastUse: ContinuousClock.Instant)] = []
    private let budget: Int

    /// - Parameter budget: the maximum total size of the textures in bytes.
    package init(budget: Int) {
        self.budget = budget
    }

    /// The texture cached under `key`, which becomes the most recently used one.
    func texture(for key: Key) -> Texture? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        var entry = entries.remove(at: index)
        entry.lastUse = .now
        entries.append(entry)
        return entry.texture
    }

    /// Adds a texture, and drops the least recently used ones beyond the budget.
    func keep(_ texture: Texture, for key: Key) {
        let alike = entries.indices.filter { entries[$0].key.group == key.group }
        if alike.count >= Self.resultsPerGroup { entries.remove(at: alike[0]) }
        entries.append((key, texture, .now))
        var bytes = entries.reduce(0) { $0 + $1.texture.byteCount }
        while bytes > budget, entries.count > 1 {
            bytes -= entries.removeFirst().texture.byteCount
        }
    }

    /// Drops everything that the frames of the last second of work did not use, so that a drag that continues
    /// after a pause still finds its results.
    func removeUnused() {
        guard let newest = entries.last?.lastUse else { return }
        entries.removeAll { $0.lastUse < newest - .seconds(1) }
    }

    /// Drops everything.
    package func removeAll() {
        entries = []
    }
}
