@preconcurrency import CEpoxy

extension Device {
    /// Reads the pixels of a texture as 32-bit floats, row by row from the top; waits until the texture is
    /// finished.
    package func floats(of texture: Texture) throws -> [SIMD4<Float>] {
        precondition(texture.format == .rgba32f, "only a texture of floats holds floats")
        var pixels: [SIMD4<Float>] = []
        let readback = Readback(on: self)
        try readback.start(texture) { bytes in
            pixels = Array(bytes.bindMemory(to: SIMD4<Float>.self).prefix(texture.width * texture.height))
        }
        try readback.finish()
        return pixels
    }
}

/// Reads textures back to memory through a ring of pixel buffers, so that the device can continue working.
package final class Readback {
    private struct Slot {
        let buffer: Buffer
        let fence: Fence?
        let byteCount: Int
        /// Not reused until they are copied.
        let textures: [Texture]
        let use: (UnsafeRawBufferPointer) throws -> Void
    }

    private let depth: Int
    private var pending: [Slot] = []
    /// Buffers for reuse, since touching new memory for the first time takes as long as copying to it.
    private var idle: [(buffer: Buffer, byteCount: Int)] = []

    private let context: any GLContext

    /// - Parameter depth: the maximum number of textures in flight.
    package init(on device: Device, depth: Int = 2) {
        context = device.context
        self.depth = depth
    }

    /// Starts copying a texture. `use` receives its rows, from the top, once its slot in the ring is needed
    /// again, or at ``finish()``.
    package func start(
        _ texture: Texture, use: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try start([texture], use: use)
    }

    /// Starts copying textures, whose rows `use` receives one texture after the other. All except the last
    /// must not be higher than requested.
    package func start(
        _ textures: [Texture], use: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        if pending.count >= depth { try finishFirst() }
        // OpenGL 4.3 can only copy whole textures, including padding rows.
        let byteCount = textures.reduce(0) { $0 + $1.heldByteCount }
        let buffer = buffer(of: byteCount)
        epoxy_glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), buffer.name)
        var offset = 0
        for texture in textures {
            epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
            context.useTextures {
                epoxy_glGetTexImage(
                    GLenum(GL_TEXTURE_2D), 0, texture.format.transferFormat, texture.format.transferType,
                    UnsafeMutableRawPointer(bitPattern: offset))
            }
            offset += texture.heldByteCount
        }
        epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        epoxy_glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
        try checkError(after: "reading pixels back")
        pending.append(
            Slot(buffer: buffer, fence: Fence(), byteCount: byteCount, textures: textures, use: use))
    }

    /// Waits for all copies in flight, and delivers them in order.
    package func finish() throws {
        while !pending.isEmpty { try finishFirst() }
    }

    private func buffer(of byteCount: Int) -> Buffer {
        if let index = idle.firstIndex(where: { $0.byteCount == byteCount }) {
            return idle.remove(at: index).buffer
        }
        // All strips have the same size, except for the last.
        idle = []
        let buffer = Buffer(target: GLenum(GL_PIXEL_PACK_BUFFER), context: context)
        buffer.reserve(byteCount)
        return buffer
    }

    private func finishFirst() throws {
        let slot = pending.removeFirst()
        defer { idle.append((slot.buffer, slot.byteCount)) }
        try slot.fence?.waitOnThread()
        slot.fence?.delete()
        epoxy_glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), slot.buffer.name)
        defer { epoxy_glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0) }
        guard
            let bytes = context.useTextures({
                epoxy_glMapBufferRange(
                    GLenum(GL_PIXEL_PACK_BUFFER), 0, slot.byteCount, GLbitfield(GL_MAP_READ_BIT))
            })
        else {
            try checkError(after: "reading pixels back")
            throw GPUError.contextLost
        }
        defer { _ = epoxy_glUnmapBuffer(GLenum(GL_PIXEL_PACK_BUFFER)) }
        try slot.use(
            UnsafeRawBufferPointer(start: bytes, count: slot.textures.reduce(0) { $0 + $1.byteCount }))
    }
}
