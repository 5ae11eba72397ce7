import Imaging

extension Picture {
    /// Reads a picture file at a size that fits an area, keeping its aspect ratio. A smaller picture is not
    /// enlarged.
    ///
    /// If a fraction of their size suffices, JPEGs and raw files are decoded at that fraction, which takes a
    /// fraction of the time and memory. Drawings (SVG) are rendered at the final size. Other files are
    /// decoded at full size and scaled down without aliasing.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - size: the width and height of the area in pixels, at least 1 each.
    ///   - options: how to decode the file; ``DecodingOptions/drawingSize`` is replaced by the area's size.
    /// - Throws: ``ImagingError`` that names the path.
    public init(
        contentsOf path: String, fitting size: SIMD2<Int>, options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) {
        self = try Self.fitted(size, options: options, name: path) { area, options throws(ImagingError) in
            try Picture.reduced(contentsOf: path, options: options, toFit: area)
        }
    }

    /// Reads a picture from the bytes of a file; otherwise like
    /// ``init(contentsOf:fitting:options:)-(String,_,_)``.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - size: the width and height of the area in pixels, at least 1 each.
    ///   - name: the picture's name in errors.
    ///   - options: how to decode the file; ``DecodingOptions/drawingSize`` is replaced by the area's size.
    /// - Throws: ``ImagingError``.
    public init(
        encoded bytes: some Collection<UInt8>, fitting size: SIMD2<Int>, name: String = "the picture",
        options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) {
        let made = bytes.withContiguousStorageIfAvailable { storage in
            Result { () throws(ImagingError) in
                try Self.fitted(size, options: options, name: name) { area, options throws(ImagingError) in
                    try Picture.reduced(
                        encoded: UnsafeRawBufferPointer(storage), name: name, options: options, toFit: area)
                }
            }
        }
        guard let made else {
            self = try Picture(encoded: Array(bytes), fitting: size, name: name, options: options)
            return
        }
        self = try made.get()
    }

    private static func fitted(
        _ area: SIMD2<Int>, options: DecodingOptions, name: String,
        _ read: (SIMD2<Int>, DecodingOptions) throws(ImagingError) -> (picture: Picture, size: SIMD2<Int>)
    ) throws(ImagingError) -> Picture {
        let area = pointwiseMax(area, .one)
        var options = options
        options.drawingSize = area
        let (picture, whole) = try read(area, options)
        return try picture.reduced(to: fitted(whole, in: area), name: name)
    }

    /// The size at which a picture fits an area, without being enlarged.
    private static func fitted(_ size: SIMD2<Int>, in area: SIMD2<Int>) -> SIMD2<Int> {
        let scale = min(1, (SIMD2<Double>(area) / SIMD2<Double>(size)).min())
        return pointwiseMax(SIMD2<Int>((SIMD2<Double>(size) * scale).rounded(.toNearestOrAwayFromZero)), .one)
    }

    private func reduced(to size: SIMD2<Int>, name: String) throws(ImagingError) -> Picture {
        guard size != SIMD2(width, height) else { return self }
        let reducer = Reducer(source: .init(pixels: pixels, isOpaque: !channels.hasAlpha))
        let smaller: PixelBuffer
        do {
            smaller = try PixelBuffer(width: size.x, height: size.y, depth: pixels.depth, name: name) {
                bytes in
                nonisolated(unsafe) let bytes = bytes
                let bytesPerRow = bytes.count / size.y
                reducer.run(Viewport(wholeAt: size)) { [depth = pixels.depth] row, pixels in
                    let target = bytes[row * bytesPerRow..<(row + 1) * bytesPerRow]
                    pixels.round(to: depth, into: UnsafeMutableRawBufferPointer(rebasing: target))
                }
            }
        } catch {
            throw .tooLarge(path: name, width: size.x, height: size.y)
        }
        var metadata = metadata
        metadata.pixelsHaveMoved()
        var picture = Picture(
            pixels: smaller.with(colorSpace), channels: channels, depth: depth, metadata: metadata,
            format: format,
            damage: damage, page: page, dynamicRange: dynamicRange)
        picture.name = self.name
        return picture
    }
}

extension UnsafeBufferPointer<SIMD4<Float>> {
    /// Stores pixels, 0…1 and slightly beyond, in a buffer of the given depth.
    fileprivate func round(to depth: PixelBuffer.Depth, into bytes: UnsafeMutableRawBufferPointer) {
        switch depth {
        case .float: bytes.copyMemory(from: UnsafeRawBufferPointer(self))
        case .eight: round(to: bytes.bindMemory(to: SIMD4<UInt8>.self), maximum: 255)
        case .sixteen: round(to: bytes.bindMemory(to: SIMD4<UInt16>.self), maximum: 65535)
        }
    }

    private func round<Sample: FixedWidthInteger & SIMDScalar>(
        to target: UnsafeMutableBufferPointer<SIMD4<Sample>>, maximum: Float
    ) {
        for index in indices {
            let share = self[index].clamped(lowerBound: .zero, upperBound: .one)
            target[index] = SIMD4<Sample>(share * maximum, rounding: .toNearestOrAwayFromZero)
        }
    }
}
