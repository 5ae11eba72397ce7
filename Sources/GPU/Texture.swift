import Synchronization

/// A texture from a ``TexturePool``.
///
/// When the last reference is released, on any thread, the texture returns to its pool, whose own thread can
/// then reuse it. References may be passed between threads, since only GL calls access the pixels.
package final class Texture: Sendable {
    /// The OpenGL name of the texture, valid in every context of the share group.
    package let name: UInt32
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The format of the pixels.
    package let format: PixelFormat

    private let lastUse = Mutex<Fence?>(nil)
    /// The shape allocated by the pool, whose height may exceed `height`.
    private let shape: TexturePool.Shape
    private let returns: TexturePool.Returns

    init(name: UInt32, shape: TexturePool.Shape, height: Int, returns: TexturePool.Returns) {
        self.name = name
        width = shape.width
        self.height = height
        format = shape.format
        self.shape = shape
        self.returns = returns
    }

    deinit {
        returns.put(.init(name: name, shape: shape, lastUse: lastUse.withLock { $0 }))
    }

    /// The size of the pixels in bytes.
    package var byteCount: Int { width * height * format.bytesPerPixel }

    /// True if the texture has rows below its picture, so that it cannot be sampled at fractions of its size.
    package var isPadded: Bool { shape.height != height }

    /// The allocated size in bytes, including padding rows.
    var heldByteCount: Int { shape.byteCount }

    /// Records that another context reads the texture until `fence` is signaled; the pool does not let it be
    /// overwritten before.
    ///
    /// That context must be current: the previous fence is deleted in it, since the new fence comes later.
    package func setLastUse(_ fence: Fence?) {
        lastUse.withLock { previous in
            previous?.delete()
            previous = fence
        }
    }
}
