extension PixelBuffer {
    /// Creates pixels from a copy of bytes, for example from a camera, a network or another library.
    ///
    ///     let photo = try PixelBuffer(bytes: bytes, width: 640, height: 480, channels: .rgb)
    ///
    /// Samples are interleaved, row after row from the top left; alpha is straight. 16-bit samples and floats
    /// have native byte order, so `samples.withUnsafeBytes { try PixelBuffer(bytes: $0, …) }` accepts an
    /// array of `UInt16` or `Float`. Without an alpha channel, all pixels are opaque.
    ///
    /// - Parameters:
    ///   - bytes: `bytesPerRow * height` bytes; the padding of the last row may be omitted.
    ///   - width: width in pixels, at least 1.
    ///   - height: height in pixels, at least 1.
    ///   - bytesPerRow: the row stride; nil if there is no padding between rows.
    ///   - channels: the samples of a pixel, in this order.
    ///   - depth: bits per sample. Floats that are not finite are replaced by finite ones.
    ///   - colorSpace: the color space of the samples. If its curve is not the sRGB curve, the pixels have at
    ///     least 16 bits.
    /// - Throws: ``PixelBufferError``.
    public init(
        bytes: some Collection<UInt8>, width: Int, height: Int, bytesPerRow: Int? = nil,
        channels: Channels = .rgba, depth: Depth = .eight, colorSpace: ColorSpace = .sRGB
    ) throws(PixelBufferError) {
        let made = bytes.withContiguousStorageIfAvailable { storage in
            Result { () throws(PixelBufferError) in
                try PixelBuffer(
                    copying: UnsafeRawBufferPointer(storage), width: width, height: height,
                    bytesPerRow: bytesPerRow,
                    channels: channels, depth: depth, colorSpace: colorSpace)
            }
        }
        guard let made else {
            self = try PixelBuffer(
                bytes: Array(bytes), width: width, height: height, bytesPerRow: bytesPerRow,
                channels: channels,
                depth: depth, colorSpace: colorSpace)
            return
        }
        self = try made.get()
    }

    /// The interleaved samples of all pixels, row after row from the top left, in the buffer's depth and
    /// native byte order.
    ///
    /// Like a Swift collection, it terminates the program if memory cannot be allocated;
    /// ``withUnsafeBytes(_:)`` provides RGBA without a copy.
    ///
    /// - Parameter channels: the samples of a pixel. Omitting alpha leaves the colors unchanged; gray is each
    ///   pixel's red, which equals its green and blue in a gray picture.
    public func bytes(as channels: Channels = .rgba) -> [UInt8] {
        let packing = RowPacking(channels: channels, from: depth, to: depth, background: nil)
        let count = width * height * channels.count * depth.rawValue / 8
        return withUnsafeBytes { pixels in
            [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
                packing.pack(pixels, pixelCount: width * height, into: UnsafeMutableRawBufferPointer(bytes))
                initialized = count
            }
        }
    }

    private init(
        copying bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int?, channels: Channels,
        depth: Depth, colorSpace: ColorSpace
    ) throws(PixelBufferError) {
        guard width > 0, height > 0 else { throw .noPixels(width: width, height: height) }
        let tooLarge = PixelBufferError.tooLarge(width: width, height: height)
        let (rowCount, rowOverflows) = width.multipliedReportingOverflow(
            by: channels.count * depth.rawValue / 8)
        guard !rowOverflows else { throw tooLarge }
        let bytesPerRow = bytesPerRow ?? rowCount
        guard bytesPerRow >= rowCount else { throw .rowsOverlap(bytesPerRow: bytesPerRow, least: rowCount) }
        let (maximum, overflows) = bytesPerRow.multipliedReportingOverflow(by: height)
        guard !overflows else { throw tooLarge }
        let expected = maximum - (bytesPerRow - rowCount)...maximum
        guard expected.contains(bytes.count) else {
            throw .wrongByteCount(bytes.count, expected: expected)
        }
        do throws(ImagingError) {
            let buffer = try PixelBuffer.claimed(
                width: width, height: height, depth: depth, isOverwritten: true, name: "")
            buffer.withBytesWhileMaking { pixels in
                for row in 0..<height {
                    let source = UnsafeRawBufferPointer(
                        rebasing: bytes[row * bytesPerRow..<row * bytesPerRow + rowCount])
                    let target = pixels[row * buffer.bytesPerRow..<(row + 1) * buffer.bytesPerRow]
                    RowSpreading.spread(
                        source, channels, depth, into: UnsafeMutableRawBufferPointer(rebasing: target))
                }
            }
            if depth == .float { buffer.makeFinite() }
            self = try buffer.working(from: colorSpace, name: "")
        } catch {
            throw tooLarge
        }
    }
}

/// Expands rows with other channels to RGBA.
private enum RowSpreading {
    static func spread(
        _ source: UnsafeRawBufferPointer, _ channels: Channels, _ depth: PixelBuffer.Depth,
        into target: UnsafeMutableRawBufferPointer
    ) {
        if channels == .rgba { return target.copyMemory(from: source) }
        switch depth {
        case .eight: spread(source, channels, opaque: UInt8.max, into: target)
        case .sixteen: spread(source, channels, opaque: UInt16.max, into: target)
        case .float: spread(source, channels, opaque: Float(1), into: target)
        }
    }

    /// The source may be unaligned.
    private static func spread<Sample: BitwiseCopyable>(
        _ source: UnsafeRawBufferPointer, _ channels: Channels, opaque: Sample,
        into target: UnsafeMutableRawBufferPointer
    ) {
        let size = MemoryLayout<Sample>.size
        let pixels = target.bindMemory(to: Sample.self)
        for pixel in 0..<pixels.count / 4 {
            let start = pixel * channels.count
            func sample(_ channel: Int) -> Sample {
                source.loadUnaligned(fromByteOffset: (start + channel) * size, as: Sample.self)
            }
            let colors =
                channels.isGray ? (sample(0), sample(0), sample(0)) : (sample(0), sample(1), sample(2))
            (pixels[4 * pixel], pixels[4 * pixel + 1], pixels[4 * pixel + 2]) = colors
            pixels[4 * pixel + 3] = channels.hasAlpha ? sample(channels.count - 1) : opaque
        }
    }
}
