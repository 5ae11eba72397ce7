@preconcurrency import CEpoxy

/// A buffer object. It belongs to a device's thread, and is deleted there.
final class Buffer {
    let name: GLuint
    private let target: GLenum
    // Needed for deletion; the context must outlive the buffer.
    private let context: any GLContext

    init(target: GLenum, context: any GLContext) {
        self.target = target
        self.context = context
        var name: GLuint = 0
        epoxy_glGenBuffers(1, &name)
        self.name = name
    }

    deinit {
        var name = name
        epoxy_glDeleteBuffers(1, &name)
    }

    /// Replaces the buffer's contents; commands in flight continue to use the old contents.
    func replace(with bytes: UnsafeRawBufferPointer) {
        allocate(bytes.count, from: bytes.baseAddress, usage: GL_STREAM_DRAW)
    }

    /// Allocates space for reading back pixels.
    func reserve(_ byteCount: Int) {
        allocate(byteCount, from: nil, usage: GL_STREAM_READ)
    }

    private func allocate(_ byteCount: Int, from bytes: UnsafeRawPointer?, usage: Int32) {
        epoxy_glBindBuffer(target, name)
        context.useTextures { epoxy_glBufferData(target, byteCount, bytes, GLenum(usage)) }
        epoxy_glBindBuffer(target, 0)
    }
}
