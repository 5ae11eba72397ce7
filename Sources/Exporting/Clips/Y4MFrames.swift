import System
import Imaging
import Video
import Localization

/// YUV4MPEG2 frames that another program sends until it ends.
package final class Y4MFrames: FrameSequence {
    package var frameFormat: VideoOutputFormat { header.frameFormat }
    /// The number of frames is known only at the end.
    package var range: Range<Int>? { nil }
    package var damage: FrameDamage { FrameDamage() }

    private let header: Y4MHeader
    private let name: String
    private let read: RawFrames.Reading
    private let memory: MemoryBlock
    private var frameCount = 0

    /// Reads the header.
    ///
    /// - Parameter name: the name of the source in errors.
    package init(name: String, read: @escaping RawFrames.Reading) throws {
        guard let line = try Self.line(read) else { throw VideoError.notAVideo(path: name) }
        header = try Y4MHeader(line, name: name)
        self.name = name
        self.read = read
        memory = try MemoryBlock(byteCount: header.frameByteCount)
    }

    package func next() throws -> VideoFrame? {
        guard try beginFrame() else { return nil }
        let count = try read(memory.bytes)
        guard count == header.frameByteCount else {
            throw Y4MError.cutShort(
                name: name, frame: frameCount, byteCount: count, of: header.frameByteCount)
        }
        let pixels = try header.pixels(UnsafeRawBufferPointer(memory.bytes), name: name)
        defer { frameCount += 1 }
        return VideoFrame(pixels, number: frameCount, time: frameCount, rate: frameFormat.frameRate)
    }

    /// The single expected frame, as a picture.
    package func picture() throws -> Picture {
        guard let frame = try next() else { throw RawFramesError.empty(name: name) }
        guard try !beginFrame() else { throw Y4MError.several(name: name) }
        return Picture(pixels: frame.pixels, channels: frameFormat.channels)
    }

    /// Reads the line before a frame; false at the end.
    private func beginFrame() throws -> Bool {
        guard let line = try Self.line(read) else {
            guard frameCount > 0 else { throw RawFramesError.empty(name: name) }
            return false
        }
        guard line.starts(with: Y4MHeader.frameMark) else {
            throw Y4MError.noFrame(name: name, frame: frameCount)
        }
        return true
    }

    /// A line without its newline, up to the maximum length of a header; nil at the end.
    private static func line(_ read: RawFrames.Reading) throws -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < Y4MHeader.maxBytes {
            guard try withUnsafeMutableBytes(of: &byte, read) == 1 else { return line.isEmpty ? nil : line }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        return line
    }
}

/// The reason why a YUV4MPEG2 stream cannot be read to its end.
package enum Y4MError: ErrorNamingFile {
    case cutShort(name: String, frame: Int, byteCount: Int, of: Int)
    case noFrame(name: String, frame: Int)
    case several(name: String)

    package var description: String {
        switch self {
        case .cutShort(let name, let frame, let byteCount, let whole):
            "\(name.shortened) ends within frame \(frame), which should have \(whole) bytes but has only \(byteCount)"
        case .noFrame(let name, let frame):
            "\(name.shortened) is damaged: frame \(frame) does not begin with a frame header"
        case .several(let name):
            "\(name.shortened) has more than one frame, and OUTPUT is one picture; "
                + "\(NumberedPictures.frameMark) in OUTPUT saves each as a picture"
        }
    }
}
