/// How the samples of a frame without a header follow each other: interleaved, rows from the top, without padding, in the
/// machine's order of bytes; so programs pass frames to each other.
package struct RawLayout: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// Gray, RGB or RGBA.
    package let channels: Channels
    /// Whole numbers of 8 or 16 bits, or floats of 32; they have the curve of sRGB, and 1, 255 or 65,535 is white.
    package let depth: PixelBuffer.Depth

    /// Of gray with alpha, which few programs know, the layout is that of RGBA.
    package init(width: Int, height: Int, channels: Channels, depth: PixelBuffer.Depth) {
        self.width = width
        self.height = height
        self.channels = channels == .grayAlpha ? .rgba : channels
        self.depth = depth
    }

    /// The bytes of a frame.
    package var byteCount: Int { width * height * channels.count * depth.rawValue / 8 }

    /// Such as `64 × 48 pixels, RGB, 8 bits`.
    package var text: String {
        let samples = depth == .float ? "floats" : "\(depth.rawValue) bits"
        return "\(width) × \(height) pixels, \(channels.name), \(samples)"
    }

    /// What FFmpeg calls it; nil where it has no such format.
    package var pixelFormat: String? {
        switch (channels, depth) {
        case (.gray, .eight): "gray"
        case (.rgb, .eight): "rgb24"
        case (.rgba, .eight): "rgba"
        case (.gray, .sixteen): "gray16le"
        case (.rgb, .sixteen): "rgb48le"
        case (.rgba, .sixteen): "rgba64le"
        case (.gray, .float): "grayf32le"
        default: nil
        }
    }

    /// The pixels of a frame.
    ///
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` with `name` where memory is short.
    ///
    /// - Parameter bytes: ``byteCount`` of them.
    package func pixels(_ bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> PixelBuffer {
        let pixels = try PixelBuffer.claimed(
            width: width, height: height, depth: depth, isOverwritten: true, name: name)
        pixels.withBytesWhileMaking { target in
            switch depth {
            case .eight: unpack(bytes, target, one: UInt8.max)
            case .sixteen: unpack(bytes, target, one: UInt16.max)
            case .float: unpack(bytes, target, one: Float(1))
            }
        }
        if depth == .float { pixels.makeFinite() }
        return pixels
    }

    private func unpack<Sample: BitwiseCopyable>(
        _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer, one: Sample
    ) {
        // Callers have memory of their own for a frame, which is aligned for any sample.
        let (from, to) = (
            source.assumingMemoryBound(to: Sample.self), target.assumingMemoryBound(to: Sample.self)
        )
        let pixelCount = width * height
        switch channels {
        case .gray, .grayAlpha:
            for index in 0..<pixelCount {
                for slot in 0..<3 { to[4 * index + slot] = from[index] }
                to[4 * index + 3] = one
            }
        case .rgb:
            for index in 0..<pixelCount {
                for slot in 0..<3 { to[4 * index + slot] = from[3 * index + slot] }
                to[4 * index + 3] = one
            }
        case .rgba: target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<byteCount]))
        }
    }

    /// The samples of a frame.
    ///
    /// - Parameters:
    ///   - rows: all rows, RGBA of this depth.
    ///   - target: room for ``byteCount`` bytes.
    package func pack(_ rows: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        RowPacking(channels: channels, from: depth, to: depth, blendsOverWhite: false)
            .pack(rows, pixelCount: width * height, into: target)
    }
}

extension Channels {
    /// Words for people.
    package var name: String {
        switch self {
        case .gray: "gray"
        case .grayAlpha: "gray with alpha"
        case .rgb: "RGB"
        case .rgba: "RGB with alpha"
        }
    }
}
