/// The layout of a frame without a header: interleaved samples, rows from the top, no padding, native byte
/// order, as commonly exchanged between programs.
package struct RawLayout: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// Gray, RGB or RGBA.
    package let channels: Channels
    /// Integers of 8 or 16 bits, or 32-bit floats; they have the curve of sRGB, and 1, 255 or 65,535 is
    /// white.
    package let depth: PixelBuffer.Depth

    /// Gray with alpha, which few programs support, uses the layout of RGBA.
    package init(width: Int, height: Int, channels: Channels, depth: PixelBuffer.Depth) {
        self.width = width
        self.height = height
        self.channels = channels == .grayAlpha ? .rgba : channels
        self.depth = depth
    }

    /// The size of a frame in bytes.
    package var byteCount: Int { width * height * channels.count * depth.rawValue / 8 }

    /// A description such as `64 × 48 pixels, RGB, 8 bits`.
    package var text: String {
        let samples = depth == .float ? "floats" : "\(depth.rawValue) bits"
        return "\(width) × \(height) pixels, \(channels.name), \(samples)"
    }

    /// FFmpeg's name of the pixel format; nil if it has none.
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
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` with `name` if memory is short.
    ///
    /// - Parameter bytes: ``byteCount`` bytes.
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
        // Callers allocate separate memory for a frame, which is aligned for any sample.
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
    ///   - target: space for ``byteCount`` bytes.
    package func pack(_ rows: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        RowPacking(channels: channels, from: depth, to: depth, blendsOverWhite: false)
            .pack(rows, pixelCount: width * height, into: target)
    }
}

extension Channels {
    /// A description for the user.
    package var name: String {
        switch self {
        case .gray: "gray"
        case .grayAlpha: "gray with alpha"
        case .rgb: "RGB"
        case .rgba: "RGB with alpha"
        }
    }
}
