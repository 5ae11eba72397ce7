import Synchronization

/// Allocates pixel memory in a process that decodes for another one.
package enum PixelMemory {
    /// Returns a mapping large enough for the picture, which is unmapped with it, and whether it is zeroed;
    /// nil to use the process's own memory.
    package typealias Provider =
        @Sendable (_ width: Int, _ height: Int, _ depth: PixelBuffer.Depth) -> (
            bytes: UnsafeMutableRawBufferPointer, isZero: Bool
        )?

    private static let provider = Mutex<Provider?>(nil)

    /// Sets the provider to use from now on; nil for none.
    package static func set(_ provider: Provider?) { self.provider.withLock { $0 = provider } }

    static func provided(
        width: Int, height: Int, depth: PixelBuffer.Depth
    ) -> (bytes: UnsafeMutableRawBufferPointer, isZero: Bool)? {
        guard let provider = provider.withLock({ $0 }) else { return nil }
        return provider(width, height, depth)
    }
}
