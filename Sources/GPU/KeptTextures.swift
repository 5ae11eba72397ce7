/// Textures that do not change, such as tables of colors, by name; the last few that were used are kept.
package final class KeptTextures {
    private var entries: [(name: String, texture: Texture)] = []
    private static let most = 8
    /// The most bytes, if there is more than one.
    private static let mostBytes = 256 << 20

    /// Lets go of all.
    package func removeAll() { entries = [] }

    /// The texture kept under `name`; nil if there is none.
    package func texture(named name: String) -> Texture? {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return entry.texture
    }

    /// The texture kept under `name`, made where there is none.
    package func texture(
        named name: String, make: () throws(GPUError) -> Texture
    ) throws(GPUError) -> Texture {
        if let kept = texture(named: name) { return kept }
        let texture = try make()
        entries.append((name, texture))
        while entries.count > 1,
            entries.count > Self.most || entries.reduce(0, { $0 + $1.texture.heldByteCount }) > Self.mostBytes
        {
            entries.removeFirst()
        }
        return texture
    }
}
