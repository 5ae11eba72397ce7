import GPU

/// Results of earlier runs, under everything they were made from; the oldest go when memory runs short.
package final class ResultCache {
    /// Everything that a texture's pixels depend on.
    struct Key: Hashable {
        let frame: FrameID
        let source: Viewport
        let precision: PixelFormat
        /// The passes up to and with the one that made it; none for the source itself.
        let passes: ArraySlice<Plan.Pass>
    }

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
