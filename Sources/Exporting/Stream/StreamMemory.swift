import CSystem
import FoundationEssentials
@preconcurrency import Glibc
import Imaging
import Localization
import System

/// Memory with a frame, followed by its filtered version; usually that of another program.
///
/// `@unchecked Sendable`, since the other program may change the bytes at any time. They are sealed against
/// shrinking, so that accesses cannot fail.
package final class StreamMemory: BorrowedFrame, @unchecked Sendable {
    package let bytes: UnsafeMutableRawBufferPointer

    /// The owner of private memory.
    private let block: MemoryBlock?

    /// The size in bytes.
    package var byteCount: Int { bytes.count }

    /// Maps memory by its descriptor, which the caller closes.
    package init(_ descriptor: Int32) throws(StreamError) {
        let length = Int(cprocess_sealed_length(descriptor))
        guard length >= 0 else {
            throw StreamError(
                "this is not memory of memfd_create that is sealed against shrinking (F_SEAL_SHRINK)"
            )
        }
        guard length > 0, let start = cprocess_map(descriptor, length, true) else {
            throw StreamError(
                "the memory cannot be mapped: it is empty, sealed against writing, or too large")
        }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: length)
        block = nil
    }

    /// Maps memory by a path such as `/proc/PID/fd/N`.
    package convenience init(path: String) throws(StreamError) {
        // A pipe would wait for its other end.
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw StreamError("\(FileError.reading(path, errno: errno))") }
        defer { close(descriptor) }
        do throws(StreamError) {
            try self.init(descriptor)
        } catch {
            throw StreamError("\(path.shortened): \(error)")
        }
    }

    /// Private memory with a frame at its start.
    package init(_ frame: Data, byteCount: Int) throws(StreamError) {
        guard let block = try? MemoryBlock(byteCount: byteCount) else {
            throw StreamError("there is no memory for a frame and its result, \(byteCount) bytes")
        }
        block.bytes.copyBytes(from: frame.prefix(byteCount))
        bytes = UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<byteCount])
        self.block = block
    }

    deinit { if block == nil { munmap(bytes.baseAddress, bytes.count) } }

    /// The frame at the start of the memory; RGBA integers and planes are not copied.
    ///
    /// - Parameter format: the planes of a frame of YCbCr.
    package func frame(_ layout: FrameLayout, _ format: PlanarFormat?) throws -> FrameContent {
        switch layout {
        case .planar:
            guard let format, let planes = FramePlanes(format, in: self) else {
                throw StreamError("the memory is too small for the frame")
            }
            return .planes(planes)
        case .raw(let layout):
            if layout.channels == .rgba, layout.depth != .float,
                let pixels = PixelBuffer(
                    width: layout.width, height: layout.height, depth: layout.depth, memory: bytes,
                    owner: self)
            {
                return .pixels(pixels)
            }
            return .pixels(
                try layout.pixels(
                    UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount]), name: "the frame"))
        }
    }

    /// Throws if the memory is too small for a frame and its result.
    ///
    /// - Parameter name: what the memory is called in the error.
    package func requireSpace(for layout: StreamLayout, name: String) throws(StreamError) {
        guard byteCount >= layout.byteCount else {
            throw StreamError(
                "\(name) has \(byteCount) bytes, but a frame and its result need \(layout.byteCount)")
        }
    }

    /// The space for a filtered frame.
    package func result(_ layout: StreamLayout) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            rebasing: bytes[layout.resultOffset..<layout.resultOffset + layout.result.byteCount])
    }
}

/// Where the memory of a client contains a frame and its filtered version.
package struct StreamLayout: Equatable, Sendable {
    package let source: FrameLayout
    package let result: FrameLayout

    /// Filtered frames begin at multiples of this number, so that samples of any type are aligned.
    private static let alignment = 4096

    package init(source: FrameLayout, result: FrameLayout) {
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
