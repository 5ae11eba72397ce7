import CSystem
@preconcurrency import Glibc
import Imaging

/// Memory that a client of `stream` has passed: a frame, followed by its filtered version.
///
/// `@unchecked Sendable`, since the client may change the bytes at any time. It is sealed against shrinking,
/// so that accesses cannot fail.
package final class StreamMemory: @unchecked Sendable {
    private let bytes: UnsafeMutableRawBufferPointer

    /// The size in bytes.
    package var byteCount: Int { bytes.count }

    /// Maps memory by its descriptor, which the caller closes.
    package init(_ descriptor: Int32) throws(StreamError) {
        let length = Int(cprocess_sealed_length(descriptor))
        guard length >= 0 else {
            throw StreamError(
                "the descriptor is not memory of memfd_create that is sealed against shrinking (F_SEAL_SHRINK)"
            )
        }
        guard length > 0, let start = cprocess_map(descriptor, length, true) else {
            throw StreamError(
                "the memory cannot be mapped: it is empty, sealed against writing, or too large")
        }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: length)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// The pixels of a frame at the start of the memory; RGBA integers are not copied.
    package func frame(_ layout: RawLayout) throws -> PixelBuffer {
        if layout.channels == .rgba, layout.depth != .float,
            let pixels = PixelBuffer(
                width: layout.width, height: layout.height, depth: layout.depth, memory: bytes, owner: self)
        {
            return pixels
        }
        return try layout.pixels(
            UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount]), name: "the frame")
    }

    /// The space for a filtered frame.
    package func result(_ layout: StreamLayout) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            rebasing: bytes[layout.resultOffset..<layout.resultOffset + layout.result.byteCount])
    }
}

/// Where the memory of a client contains a frame and its filtered version.
package struct StreamLayout: Equatable, Sendable {
    package let source: RawLayout
    package let result: RawLayout

    /// Filtered frames begin at multiples of this number, so that samples of any type are aligned.
    private static let alignment = 4096

    package init(source: RawLayout, result: RawLayout) {
        self.source = source
        self.result = result
    }

    /// The position of the filtered frame in bytes; the frame itself is at the start.
    package var resultOffset: Int {
        (source.byteCount + Self.alignment - 1) / Self.alignment * Self.alignment
    }

    /// The number of bytes that both need.
    package var byteCount: Int { resultOffset + result.byteCount }
}
