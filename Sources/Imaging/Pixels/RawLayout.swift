/// The layout of a headerless frame: interleaved samples, rows from top to bottom, no padding, native byte
/// order, as commonly exchanged between programs.
package struct RawLayout: Sendable, Equatable {
    package let width: Int
    package let height: Int
    /// Gray, RGB or RGBA.
    package let channels: Channels
    /// Integers of 8 or 16 bits, or 32-bit floats, encoded with the sRGB curve; white is 255, 65,535 or 1.
    package let depth: PixelBuffer.Depth

    /// Gray with alpha uses the layout of RGBA, since few programs support it.
    package init(width: Int, height: Int, channels: Channels, depth: PixelBuffer.Depth) {
        self.width = width
        self.height = height
        self.channels = channels == .grayAlpha ? .rgba : channels
        self.depth = depth
    }

    /// The size of a row in bytes.
    package var bytesPerRow: Int { width * channels.count * depth.rawValue / 8 }

    /// The size of a frame in bytes.
    package var byteCount: Int { height * bytesPerRow }

    /// A description such as `64 × 48 pixels, RGB, 8 bits`.
    package var text: String {
        let samples = depth == .float ? "floats" : "\(depth.rawValue) bits"
        return "\(width) × \(height) pixels, \(channels.name), \(samples)"
    }

    /// The name of the pixel format in FFmpeg; nil if it has none.
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

    /// Creates the pixels of a frame.
    ///
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` with `name` if memory cannot be allocated.
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
        // Callers allocate each frame separately, so it is aligned for any sample.
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

    /// Writes the samples of a frame.
    ///
    /// - Parameters:
    ///   - rows: all rows as RGBA of this depth.
    ///   - target: space for ``byteCount`` bytes.
    package func pack(_ rows: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        pack(rows, count: height, into: target)
    }

    /// Writes the samples of some rows.
    ///
    /// - Parameters:
    ///   - rows: `count` rows as RGBA of this depth.
    ///   - target: space for ``bytesPerRow`` times `count` bytes.
    package func pack(
        _ rows: UnsafeRawBufferPointer, count: Int, into target: UnsafeMutableRawBufferPointer
    ) {
        if channels == .rgba { return target.copyMemory(from: rows) }
        RowPacking(channels: channels, from: depth, to: depth, background: nil)
            .pack(rows, pixelCount: width * count, into: target)
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
