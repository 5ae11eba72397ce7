import System
import Imaging
import Rendering
import Video
import Localization

/// Headerless frames that another program sends until it ends.
package final class RawFrames: FrameSequence {
    /// Fills memory with the available bytes and returns their number, which is lower only at the end.
    package typealias Reading = (UnsafeMutableRawBufferPointer) throws -> Int

    package let frameFormat: VideoOutputFormat
    /// The number of frames is known only at the end.
    package var range: Range<Int>? { nil }
    package var damage: FrameDamage { FrameDamage() }

    private let layout: RawLayout
    private let name: String
    private let read: Reading
    private let memory: MemoryBlock
    private var frameCount = 0

    /// Throws if there is not enough memory.
    ///
    /// - Parameters:
    ///   - rate: frames per second.
    ///   - name: the name of the source in errors.
    package init(_ layout: RawLayout, rate: Fraction, name: String, read: @escaping Reading) throws {
        self.layout = layout
        self.name = name
        self.read = read
        memory = try MemoryBlock(byteCount: layout.byteCount)
        frameFormat = VideoOutputFormat(
            width: layout.width, height: layout.height, depth: layout.depth, channels: layout.channels,
            frameRate: rate)
    }

    package func next() throws -> VideoFrame? {
        guard let pixels = try nextPixels() else { return nil }
        defer { frameCount += 1 }
        return VideoFrame(pixels, number: frameCount, time: frameCount, rate: frameFormat.frameRate)
    }

    /// The single expected frame, as a picture.
    package func picture() throws -> Picture {
        guard let pixels = try nextPixels() else { throw RawFramesError.empty(name: name) }
        let more = try MemoryBlock(byteCount: 1)
        guard try read(more.bytes) == 0 else { throw RawFramesError.several(name: name, layout) }
        return Picture(pixels: pixels, channels: layout.channels)
    }

    private func nextPixels() throws -> PixelBuffer? {
        let count = try read(memory.bytes)
        if count == 0 {
            guard frameCount > 0 else { throw RawFramesError.empty(name: name) }
            return nil
        }
        guard count == layout.byteCount else {
            throw RawFramesError.cutShort(name: name, frame: frameCount, byteCount: count, layout)
        }
        return try layout.pixels(UnsafeRawBufferPointer(memory.bytes), name: name)
    }
}

/// The reason why data are not frames of the given format.
package enum RawFramesError: ErrorNamingFile {
    case empty(name: String)
    case cutShort(name: String, frame: Int, byteCount: Int, RawLayout)
    case several(name: String, RawLayout)

    package var description: String {
        switch self {
        case .empty(let name): "\(name.shortened) has no frame: it is empty"
        case .cutShort(let name, let frame, let byteCount, let layout):
            "\(name.shortened) ends within frame \(frame): a frame of \(layout.text) has \(layout.byteCount) bytes, but this one only \(byteCount)"
        case .several(let name, let layout):
            "\(name.shortened) has more than one frame of \(layout.text), \(layout.byteCount) bytes, and OUTPUT is one picture; "
                + "\(NumberedPictures.frameMark) in OUTPUT saves each as a picture"
        }
    }
}

/// Writes filtered frames without a header.
final class RawFrameSink: FrameSink {
    private let layout: RawLayout
    private let memory: MemoryBlock
    private let write: ClipRequest.RawWriting

    init(_ frameFormat: VideoOutputFormat, write: @escaping ClipRequest.RawWriting) throws {
        layout = RawLayout(frameFormat)
        memory = try MemoryBlock(byteCount: layout.byteCount)
        self.write = write
    }

    func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws {
        layout.pack(rows, into: memory.bytes)
        try write(UnsafeRawBufferPointer(memory.bytes))
    }

    func complete() {}
    func commit(overwrite: Bool) {}
    func cancel() {}
}

extension RawLayout {
    /// The layout of frames of this format.
    package init(_ frameFormat: VideoOutputFormat) {
        self.init(
            width: frameFormat.width, height: frameFormat.height, channels: frameFormat.channels,
            depth: frameFormat.depth)
    }
}
