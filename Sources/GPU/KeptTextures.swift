/// Textures that do not change, such as tables of colors, by name; the last few that were used are kept.
package final class KeptTextures {
    private var entries: [(name: String, texture: Texture)] = []
    private static let most = 8

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
        if entries.count >= Self.most { entries.removeFirst() }
        entries.append((name, texture))
        return texture
    }
}
