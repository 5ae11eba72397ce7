/// A cache, by name, of textures that do not change, such as color tables. The most recently used are kept.
package final class TextureCache {
    private var entries: [(name: String, texture: Texture)] = []
    private static let maximum = 8
    /// The size limit in bytes; a single texture may exceed it.
    private static let maxBytes = 256 << 20

    /// Releases all textures.
    package func removeAll() { entries = [] }

    /// The texture cached under `name`; nil if there is none.
    package func texture(named name: String) -> Texture? {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return entry.texture
    }

    /// The texture cached under `name`, which is created if there is none.
    package func texture(
        named name: String, make: () throws(GPUError) -> Texture
    ) throws(GPUError) -> Texture {
        if let cached = texture(named: name) { return cached }
        let texture = try make()
        entries.append((name, texture))
        while entries.count > 1,
            entries.count > Self.maximum
                || entries.reduce(0, { $0 + $1.texture.heldByteCount }) > Self.maxBytes
        {
            entries.removeFirst()
        }
        return texture
    }
}
