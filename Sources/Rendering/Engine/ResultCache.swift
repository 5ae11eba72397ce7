import Filters
import GPU

/// Results of earlier runs, keyed by everything that they were computed from.
///
/// Dragging a slider creates a result at every step, and a playing source at every frame. Of results that
/// differ only in their settings or time, the cache keeps the last few and reuses the textures of the others.
package final class ResultCache {
    /// Everything that a texture's pixels depend on.
    struct Key: Hashable {
        let group: Group
        /// The frame it was computed from.
        let frame: FrameID
        /// The working size of the whole picture at this stage, which depends on later filters that change
        /// the picture's shape.
        let gridSize: SIMD2<Int>
        /// The part of the picture that the texture contains.
        let region: PixelRegion
        let format: PixelFormat?
        /// The stages that produced it; empty for the source itself.
        let stages: ArraySlice<Recipe.Stage>
        /// The versions of the tables and pictures that the stages read, since a file may change without
        /// being renamed.
        let files: [String]
    }

    /// The components of a key that depend neither on the settings nor on the time.
    struct Group: Hashable {
        let sourceID: SourceID
        let viewport: Viewport
        let precision: PixelFormat
        let filters: [String]
    }

    /// The number of results to keep per cache group: the latest, and the previous one in case the user goes
    /// back to it.
    private static let resultsPerGroup = 2

    private var entries: [(key: Key, texture: Texture, lastUse: ContinuousClock.Instant)] = []
    private let budget: Int
    private var newestRun = ContinuousClock.now

    /// - Parameter budget: the maximum total size of the textures in bytes.
    package init(budget: Int) {
        self.budget = budget
    }

    /// The texture cached under `key`; this call marks it as the most recently used.
    func texture(for key: Key) -> Texture? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        var entry = entries.remove(at: index)
        entry.lastUse = .now
        entries.append(entry)
        return entry.texture
    }

    /// Adds a texture, and drops the least recently used textures that exceed the budget.
    func keep(_ texture: Texture, for key: Key) {
        let alike = entries.indices.filter { entries[$0].key.group == key.group }
        if alike.count >= Self.resultsPerGroup { entries.remove(at: alike[0]) }
        entries.append((key, texture, .now))
        var bytes = entries.reduce(0) { $0 + $1.texture.byteCount }
        while bytes > budget, entries.count > 1 {
            bytes -= entries.removeFirst().texture.byteCount
        }
    }

    /// Notes that a run begins. Its results belong together, also if compiling its kernels takes seconds.
    func beginRun() { newestRun = .now }

    /// Drops everything last used more than a second before the newest run began. Idle time does not count,
    /// so a drag that continues after a pause still finds its results.
    func removeUnused() { entries.removeAll { $0.lastUse < newestRun - .seconds(1) } }

    /// Drops everything.
    package func removeAll() {
        entries = []
    }
}
