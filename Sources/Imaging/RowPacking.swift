/// Turns RGBA rows as they are in memory into rows as a file has them.
struct RowPacking {
    let channels: Channels
    let from: PixelBuffer.Depth
    let to: PixelBuffer.Depth
    /// For formats without alpha: transparent pixels are blended over white, on encoded values as browsers do.
    let blendsOverWhite: Bool

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
        }
    }

    @inline(__always)
    private func pack<In: FixedWidthInteger & UnsignedInteger, Out: FixedWidthInteger>(
        _ source: UnsafeRawBufferPointer, _ pixelCount: Int, _ target: UnsafeMutableRawBufferPointer,
        _ convert: (In) -> Out
    ) {
        guard let rgba = source.assumingMemoryBound(to: In.self).baseAddress,
            let output = target.assumingMemoryBound(to: Out.self).baseAddress
        else { return }
        let count = channels.count
        let alphaSlot = channels.hasAlpha ? count - 1 : count
        for pixel in 0..<pixelCount {
            let from = rgba + pixel * 4
            let to = output + pixel * count
            for slot in 0..<alphaSlot {
                to[slot] = convert(blendsOverWhite ? overWhite(from[slot], from[3]) : from[slot])
            }
            if alphaSlot < count { to[alphaSlot] = convert(from[3]) }
        }
    }

    @inline(__always)
    private func overWhite<Sample: FixedWidthInteger & UnsignedInteger>(
        _ sample: Sample, _ alpha: Sample
    ) -> Sample {
        let white = UInt64(Sample.max)
        let blended = UInt64(sample) * UInt64(alpha) + white * (white - UInt64(alpha))
        return Sample(truncatingIfNeeded: (blended + white / 2) / white)
    }
}
