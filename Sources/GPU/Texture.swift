import Synchronization

/// A texture of a ``TexturePool``, alive while it is referenced.
///
/// When the last reference is released, on any thread, it returns to its pool, whose own thread then reuses
/// it. References can be passed around freely: only GL calls touch the pixels.
package final class Texture: Sendable {
    /// The OpenGL name of the texture, valid in every context of the share group.
    package let name: UInt32
    /// Width in pixels.
    package let width: Int
    /// Height in pixels.
    package let height: Int
    /// Format of the pixels.
    package let format: PixelFormat

    private let lastUse = Mutex<Fence?>(nil)
    /// The shape that the pool allocated, which may be higher than `height`.
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

    /// Size of the pixels in bytes.
    package var byteCount: Int { width * height * format.bytesPerPixel }

    /// The same, including padding rows.
    var heldByteCount: Int { shape.byteCount }

    /// Records that another context reads the texture up to `fence`: its pool will not let it be overwritten
    /// before.
    ///
    /// That context must be current: the previous fence, which this one follows, is deleted in it.
    package func setLastUse(_ fence: Fence?) {
        lastUse.withLock { previous in
            previous?.delete()
            previous = fence
        }
    }
}
