/// Converts RGBA rows in memory to the row format of a file.
struct RowPacking {
    let channels: Channels
    let from: PixelBuffer.Depth
    let to: PixelBuffer.Depth
    /// For formats without alpha: the color over which transparent pixels are blended, using encoded values
    /// as browsers do.
    let background: Background?

    /// Writes `pixelCount` pixels of `source` to `target`.
    func pack(
        _ source: UnsafeRawBufferPointer, pixelCount: Int, into target: UnsafeMutableRawBufferPointer
    ) {
        switch (from, to) {
        case (.eight, .eight):
            pack(source, pixelCount, target, { (sample: UInt8) -> UInt8 in sample })
        case (.eight, .sixteen):
            pack(source, pixelCount, target, { (sample: UInt8) -> UInt16 in UInt16(sample) * 257 })
        case (.sixteen, .eight):
            pack(source, pixelCount, target) { (sample: UInt16) -> UInt8 in
                UInt8((UInt32(sample) + 128) / 257)
            }
        case (.sixteen, .sixteen):
            pack(source, pixelCount, target, { (sample: UInt16) -> UInt16 in sample })
        case (.float, .eight):
            pack(source, pixelCount, target, { (sample: Float) -> UInt8 in UInt8(share(sample) * 255 + 0.5) })
        case (.float, .sixteen):
            pack(source, pixelCount, target) { (sample: Float) -> UInt16 in
                UInt16(share(sample) * 65535 + 0.5)
            }
        case (.float, .float):
            pack(source, pixelCount, target, { (sample: Float) -> Float in sample })
        case (.eight, .float):
            pack(source, pixelCount, target, { (sample: UInt8) -> Float in Float(sample) / 255 })
        case (.sixteen, .float):
            pack(source, pixelCount, target, { (sample: UInt16) -> Float in Float(sample) / 65535 })
        }
    }

    /// Clamps a value to the integer range; NaN becomes 0.
    @inline(__always)
    private func share(_ value: Float) -> Float { value > 0 ? min(value, 1) : 0 }

    @inline(__always)
    private func pack<In: PackedSample, Out: PackedSample>(
        _ source: UnsafeRawBufferPointer, _ pixelCount: Int, _ target: UnsafeMutableRawBufferPointer,
        _ convert: (In) -> Out
    ) {
        guard let rgba = source.assumingMemoryBound(to: In.self).baseAddress,
            let output = target.assumingMemoryBound(to: Out.self).baseAddress
        else { return }
        // A separate loop for each number of channels lets the compiler unroll them.
        switch channels {
        case .gray: pack(rgba, pixelCount, output, colors: 1, hasAlpha: false, convert)
        case .grayAlpha: pack(rgba, pixelCount, output, colors: 1, hasAlpha: true, convert)
        case .rgb: pack(rgba, pixelCount, output, colors: 3, hasAlpha: false, convert)
        case .rgba: pack(rgba, pixelCount, output, colors: 3, hasAlpha: true, convert)
        }
    }

    @inline(__always)
    private func pack<In: PackedSample, Out: PackedSample>(
        _ rgba: UnsafePointer<In>, _ pixelCount: Int, _ output: UnsafeMutablePointer<Out>, colors: Int,
        hasAlpha: Bool, _ convert: (In) -> Out
    ) {
        var from = rgba
        var to = output
        if let background {
            let isWhite = background == .white
            for _ in 0..<pixelCount {
                for slot in 0..<colors {
                    to[slot] = convert(from[slot].blended(alpha: from[3], overWhite: isWhite))
                }
                from += 4
                to += colors
            }
            return
        }
        for _ in 0..<pixelCount {
            for slot in 0..<colors { to[slot] = convert(from[slot]) }
            if hasAlpha { to[colors] = convert(from[3]) }
            from += 4
            to += hasAlpha ? colors + 1 : colors
        }
    }
}

/// A sample type that can be blended over white or black.
private protocol PackedSample: BitwiseCopyable {
    /// The sample blended over white, or over black.
    func blended(alpha: Self, overWhite isWhite: Bool) -> Self
}

extension UInt8: PackedSample {
    @inline(__always)
    fileprivate func blended(alpha: UInt8, overWhite isWhite: Bool) -> UInt8 {
        blendedInteger(self, alpha, isWhite)
    }
}

extension UInt16: PackedSample {
    @inline(__always)
    fileprivate func blended(alpha: UInt16, overWhite isWhite: Bool) -> UInt16 {
        blendedInteger(self, alpha, isWhite)
    }
}

extension Float: PackedSample {
    @inline(__always)
    fileprivate func blended(alpha: Float, overWhite isWhite: Bool) -> Float {
        self * alpha + (isWhite ? 1 - alpha : 0)
    }
}

@inline(__always)
private func blendedInteger<Sample: FixedWidthInteger & UnsignedInteger>(
    _ sample: Sample, _ alpha: Sample, _ isWhite: Bool
) -> Sample {
    let white = UInt64(Sample.max)
    let blended = UInt64(sample) * UInt64(alpha) + (isWhite ? white * (white - UInt64(alpha)) : 0)
    return Sample(truncatingIfNeeded: (blended + white / 2) / white)
}
