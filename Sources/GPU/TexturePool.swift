@preconcurrency import CEpoxy
import Synchronization
import Localization

/// Reuses textures, because touching the memory of a new one for the first time takes tens of milliseconds.
package final class TexturePool {
    /// The properties that make two textures interchangeable.
    struct Shape: Hashable {
        let width: Int
        let height: Int
        let format: PixelFormat

        var byteCount: Int { width * height * format.bytesPerPixel }

        /// The shape with its height rounded up, so that the texture can serve more requests.
        func withRowsToSpare(limit: Int) -> Shape {
            Shape(width: width, height: min((height + 15) / 16 * 16, limit), format: format)
        }

        /// True if a texture of this shape can serve as one of another shape, with at most a quarter more
        /// rows.
        func serves(_ other: Shape) -> Bool {
            width == other.width && format == other.format
                && (other.height...other.height * 5 / 4).contains(height)
        }
    }

    /// A texture that nothing references.
    struct Idle {
        let name: UInt32
        let shape: Shape
        let lastUse: Fence?
    }

    /// Textures released on any thread, waiting for the pool's thread to collect them.
    final class Returns: Sendable {
        private let waiting = Mutex<[Idle]>([])

        func put(_ idle: sending Idle) {
            waiting.withLock { $0.append(idle) }
        }

        func takeAll() -> [Idle] {
            waiting.withLock { list in
                defer { list = [] }
                return list
            }
        }
    }

    /// Statistics of the pool.
    package struct Counters: Sendable, Equatable {
        /// The number of textures allocated.
        package var made = 0
        /// The number of textures reused.
        package var reused = 0
        /// The number of textures in existence, including idle ones.
        package var alive = 0
        /// The size in bytes of all textures in existence, including idle ones.
        package var bytes = 0
        /// The maximum of `bytes` so far.
        package var peakBytes = 0

        package init() {}
    }

    package private(set) var counters = Counters()
    /// The maximum width and height of a texture; tests lower it.
    package var sizeLimit: Int
    /// The limit on the size in bytes of all textures, including idle ones; tests lower it.
    package var byteLimit = Int.max
    private let returns = Returns()
    private var idle: [Idle] = []
    /// The limit on the size in bytes of idle textures.
    package var idleBudget: Int

    init(sizeLimit: Int, idleBudget: Int) {
        self.sizeLimit = sizeLimit
        self.idleBudget = idleBudget
    }

    /// A texture of the given shape with undefined contents.
    ///
    /// - Parameter mayBeHigher: whether the texture may have additional rows, which kernels and ``Readback``
    ///   ignore, but drawing would not. This allows the strips of a picture, which differ by a few rows, to
    ///   share textures.
    package func texture(
        width: Int, height: Int, format: PixelFormat, mayBeHigher: Bool = false
    ) throws(GPUError) -> Texture {
        guard width <= sizeLimit, height <= sizeLimit else {
            throw .textureTooLarge(width: width, height: height, limit: sizeLimit)
        }
        collect()
        let shape = Shape(width: width, height: height, format: format)
        let exact = idle.lastIndex { $0.shape == shape }
        let higher = mayBeHigher ? idle.lastIndex { $0.shape.serves(shape) } : nil
        if let index = exact ?? higher {
            let found = idle.remove(at: index)
            if let lastUse = found.lastUse {
                lastUse.waitOnDevice()
                lastUse.delete()
            }
            counters.reused += 1
            return wrap(found, height: height)
        }
        let made = mayBeHigher ? shape.withRowsToSpare(limit: sizeLimit) : shape
        return wrap(Idle(name: try make(made), shape: made, lastUse: nil), height: height)
    }

    /// Collects released textures, and deletes those idle for longest that exceed the budget.
    package func collect() {
        idle += returns.takeAll()
        var bytes = idle.reduce(0) { $0 + $1.shape.byteCount }
        while bytes > idleBudget, !idle.isEmpty {
            bytes -= idle[0].shape.byteCount
            delete(idle.removeFirst())
        }
    }

    /// Deletes all idle textures.
    package func deleteIdle() {
        idle += returns.takeAll()
        idle.forEach(delete)
        idle = []
    }

    private func wrap(_ idle: Idle, height: Int) -> Texture {
        Texture(name: idle.name, shape: idle.shape, height: height, returns: returns)
    }

    private func make(_ shape: Shape) throws(GPUError) -> UInt32 {
        guard counters.bytes + shape.byteCount <= byteLimit else {
            throw .outOfMemory(
                what: tr("not enough memory for a texture of \(shape.width)×\(shape.height) pixels"))
        }
        try clearError(before: "creating a texture")
        var name: GLuint = 0
        epoxy_glGenTextures(1, &name)
        epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), name)
        epoxy_glTexStorage2D(
            GLenum(GL_TEXTURE_2D), 1, shape.format.internalFormat, GLsizei(shape.width), GLsizei(shape.height)
        )
        // With linear sampling, integer textures would be incomplete and read as black.
        let sampling = shape.format.integerScale == nil ? GL_LINEAR : GL_NEAREST
        epoxy_glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), sampling)
        epoxy_glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MAG_FILTER), sampling)
        epoxy_glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        epoxy_glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
        epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        let code = epoxy_glGetError()
        guard code == GLenum(GL_NO_ERROR) else {
            epoxy_glDeleteTextures(1, &name)
            if code == GLenum(GL_OUT_OF_MEMORY) {
                throw .outOfMemory(
                    what: tr("not enough memory for a texture of \(shape.width)×\(shape.height) pixels"))
            }
            throw .failed(operation: "creating a texture", code: code)
        }
        counters.made += 1
        counters.alive += 1
        counters.bytes += shape.byteCount
        counters.peakBytes = max(counters.peakBytes, counters.bytes)
        return name
    }

    private func delete(_ texture: Idle) {
        texture.lastUse?.delete()
        var name = texture.name
        epoxy_glDeleteTextures(1, &name)
        counters.alive -= 1
        counters.bytes -= texture.shape.byteCount
    }
}
