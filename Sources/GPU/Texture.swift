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
    private let returns: TexturePool.Returns

    init(name: UInt32, width: Int, height: Int, format: PixelFormat, returns: TexturePool.Returns) {
        self.name = name
        self.width = width
        self.height = height
        self.format = format
        self.returns = returns
    }

    deinit {
        returns.put(
            .init(
                name: name, shape: .init(width: width, height: height, format: format),
                lastUse: lastUse.withLock { $0 }))
    }

    /// Bytes of graphics memory.
    package var byteCount: Int { width * height * format.bytesPerPixel }

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
