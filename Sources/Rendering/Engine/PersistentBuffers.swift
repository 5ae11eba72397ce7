import Filters
import GPU

/// The contents of buffers that a shader keeps from one frame of a source to the next.
package final class PersistentBuffers {
    private struct Key: Hashable {
        /// Nil for the frames of a save, each of which is a source of its own.
        let source: SourceID?
        let name: String
    }

    private struct Entry {
        let frame: Int
        let texture: Texture
        /// The content before that frame, for rendering the frame again with other settings.
        let before: Texture?
    }

    private var entries: [Key: Entry] = [:]

    private static let maximum = 32

    init() {}

    /// The content that a frame finds; nil if no earlier frame has been rendered, or a later one has.
    func content(of buffer: FilterPass.PersistentBuffer, source: SourceID?) -> Texture? {
        guard let entry = entries[Key(source: source, name: buffer.name)] else { return nil }
        if entry.frame == buffer.frame { return entry.before }
        return entry.frame < buffer.frame ? entry.texture : nil
    }

    /// Keeps what a frame leaves in a buffer.
    func keep(_ texture: Texture, in buffer: FilterPass.PersistentBuffer, source: SourceID?) {
        let before = content(of: buffer, source: source)
        let key = Key(source: source, name: buffer.name)
        // Buffers of a source that is no longer shown are not needed.
        if source != nil { entries = entries.filter { $0.key.source == nil || $0.key.source == source } }
        // Files that were changed leave buffers of earlier versions.
        if entries.count >= Self.maximum { entries = [:] }
        entries[key] = Entry(frame: buffer.frame, texture: texture, before: before)
    }

    /// Empties all buffers.
    func removeAll() { entries = [:] }
}
