import System
import CVideo
import Imaging
import Localization

/// The first line of YUV4MPEG2, which describes the following frames.
package struct Y4MHeader: Sendable, Equatable {
    /// The beginning of each stream.
    package static let mark = Array("YUV4MPEG2".utf8)
    /// The beginning of each frame.
    package static let frameMark = Array("FRAME".utf8)
    /// Longer than any header line.
    package static let maxBytes = 1024

    /// The properties common to all frames.
    package let frameFormat: VideoOutputFormat
    /// The size of a frame in bytes, without its header line.
    package let frameByteCount: Int

    private let pixelFormat: String
    private let chroma: ChromaLocation
    private let range: Range

    /// The chroma location, as the code points of ITU-T H.273 plus 1.
    private enum ChromaLocation: Int32 {
        case unknown, left, center, topLeft
    }

    private enum Range: Int32 {
        case unknown, limited, full
    }

    /// Parses the line; throws if frames of that kind are not supported.
    ///
    /// - Parameter name: the stream's name in errors.
    package init(_ line: [UInt8], name: String) throws(VideoError) {
        let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.first.map({ Array($0.utf8) }) == Self.mark else { throw .notAVideo(path: name) }
        var (width, height) = (0, 0)
        var (rate, aspect) = (Fraction(25), Fraction(1))
        var fields: VideoInfo.FieldOrder?
        var (colors, older) = (String?.none, String?.none)
        var range = Range.unknown
        for word in words.dropFirst() {
            let value = String(word.dropFirst())
            switch word.first {
            case "W": width = Int(value) ?? 0
            case "H": height = Int(value) ?? 0
            case "F": rate = Self.ratio(value) ?? rate
            case "A": aspect = Self.ratio(value) ?? aspect
            case "I": fields = value == "t" ? .topFirst : value == "b" ? .bottomFirst : nil
            case "C": colors = value
            case "X" where value == "COLORRANGE=FULL": range = .full
            case "X" where value == "COLORRANGE=LIMITED": range = .limited
            case "X" where value.hasPrefix("YSCSS="): older = value.dropFirst(6).lowercased()
            default: break
            }
        }
        var failure = CVideoFailure()
        guard cvideo_load(&failure) else { throw failure.reading(name) }
        let space = colors ?? older ?? "420"
        guard let (format, chroma) = Self.pixels(space) else {
            throw .unknownPixels(path: name, format: space)
        }
        (pixelFormat, self.chroma, self.range) = (format, chroma, range)
        let sides = 1...Int(Int32.max)
        guard sides.contains(width), sides.contains(height) else {
            throw .damaged(path: name, reason: tr("its frames have no size"))
        }
        var frameFormat = VideoOutputFormat(
            width: width, height: height, channels: format.hasPrefix("gray") ? .gray : .rgb,
            pixelAspect: aspect,
            frameRate: rate, fieldOrder: fields)
        frameFormat.sourcePixelFormat = format
        (frameByteCount, frameFormat.depth) = Self.withPlanes(format, of: frameFormat, chroma, range) {
            planes in
            frameFormat.isFullRange = cvideo_planes_are_full(&planes)
            return (cvideo_planes_size(&planes), cvideo_planes_bits(&planes) > 8 ? .sixteen : .eight)
        }
        self.frameFormat = frameFormat
        guard frameByteCount > 0 else {
            throw .tooLarge(path: name, width: width, height: height)
        }
    }

    /// The pixels of a frame; throws if memory is short.
    ///
    /// - Parameter bytes: ``frameByteCount`` bytes.
    package func pixels(_ bytes: UnsafeRawBufferPointer, name: String) throws(VideoError) -> PixelBuffer {
        precondition(bytes.count >= frameByteCount, "all bytes of a frame are needed")
        let byteCount = frameFormat.width * frameFormat.height * frameFormat.depth.bytesPerPixel
        guard let memory = try? MemoryBlock(byteCount: byteCount) else { throw .noMemory(path: name) }
        var failure = CVideoFailure()
        let isDone = Self.withPlanes(pixelFormat, of: frameFormat, chroma, range) { planes in
            var pixels = CVideoPixels(
                bits: Int32(frameFormat.depth.rawValue), quarterTurns: 0, isMirrored: false)
            return cvideo_planes_to_rgba(
                &planes, bytes.baseAddress, &pixels, memory.bytes.baseAddress, byteCount, &failure)
        }
        guard isDone else { throw failure.reading(name) }
        let pixels = PixelBuffer(
            width: frameFormat.width, height: frameFormat.height, depth: frameFormat.depth,
            memory: memory.bytes, owner: memory)
        guard let pixels else { throw .noMemory(path: name) }
        return pixels
    }

    private static func withPlanes<Result>(
        _ format: String, of frameFormat: VideoOutputFormat, _ chroma: ChromaLocation, _ range: Range,
        _ body: (inout CVideoPlanes) -> Result
    ) -> Result {
        var planes = CVideoPlanes()
        planes.pixelFormat = cvideo_pixel_format(format)
        planes.width = Int32(frameFormat.width)
        planes.height = Int32(frameFormat.height)
        planes.range = range.rawValue
        planes.isInterlaced = frameFormat.fieldOrder != nil
        planes.chromaLocation = chroma.rawValue
        return body(&planes)
    }

    /// FFmpeg's name of the pixel format, and the chroma location; nil for an unknown kind.
    private static func pixels(_ space: String) -> (String, ChromaLocation)? {
        switch space {
        case "420jpeg": return ("yuv420p", .center)
        case "420mpeg2": return ("yuv420p", .left)
        case "420paldv": return ("yuv420p", .topLeft)
        case "411": return ("yuv411p", .unknown)
        case "mono": return ("gray", .unknown)
        case "420", "422", "444": return ("yuv\(space)p", .unknown)
        default: break
        }
        if space.hasPrefix("mono"), ["9", "10", "12", "16"].contains(space.dropFirst(4)) {
            return ("gray\(space.dropFirst(4))le", .unknown)
        }
        let parts = space.split(separator: "p", omittingEmptySubsequences: false)
        guard parts.count == 2, ["420", "422", "444"].contains(parts[0]),
            ["9", "10", "12", "14", "16"].contains(parts[1])
        else { return nil }
        return ("yuv\(parts[0])p\(parts[1])le", .unknown)
    }

    /// Two numbers separated by a colon, of which 0 is unknown.
    private static func ratio(_ text: String) -> Fraction? {
        let parts = text.split(separator: ":").compactMap { Int32($0) }
        return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? Fraction(Int(parts[0]), Int(parts[1])) : nil
    }
}
