import Synchronization

/// A texture of a ``TexturePool``, alive as long as someone holds it.
///
/// The last holder to let go sends it back to its pool, from whatever thread; the pool's own thread
/// then uses it again. Holders only pass the reference around: pixels are touched by GL calls alone.
package final class Texture: Sendable {
    /// OpenGL's name of the texture, valid in every context of the share group.
    package let name: UInt32
    /// Width in pixels.
    package let width: Int
    /// Height in pixels.
    package let height: Int
    /// Format of the pixels.
    package let format: PixelFormat

    private let lastUse = Mutex<Fence?>(nil)
    /// The shape that the pool made it in, of which `height` may be a part.
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

    /// Bytes of the pixels.
    package var byteCount: Int { width * height * format.bytesPerPixel }

    /// The same with rows to spare.
    var heldByteCount: Int { shape.byteCount }

    /// Says that another context reads the texture up to `fence`: its pool will not have it written before.
    ///
    /// That context has to be current: a fence said before, which this one comes after, is deleted in it.
    package func setLastUse(_ fence: Fence?) {
        lastUse.withLock { previous in
            previous?.delete()
            previous = fence
        }
    }
}
