import Synchronization

/// Where the memory of pixels comes from in a process that makes them for another one.
package enum PixelMemory {
    /// A mapping that has room for such a picture and is unmapped with it, and whether it is of zeros; nil for memory
    /// of the process's own.
    package typealias Provider =
        @Sendable (_ width: Int, _ height: Int, _ depth: PixelBuffer.Depth) -> (
            bytes: UnsafeMutableRawBufferPointer, isZero: Bool
        )?

    private static let provider = Mutex<Provider?>(nil)

    /// Asks `provider` from now on; nil ends that.
    package static func set(_ provider: Provider?) { self.provider.withLock { $0 = provider } }

    static func provided(
        width: Int, height: Int, depth: PixelBuffer.Depth
    ) -> (bytes: UnsafeMutableRawBufferPointer, isZero: Bool)? {
        guard let provider = provider.withLock({ $0 }) else { return nil }
        return provider(width, height, depth)
    }
}
