import System

/// Converts rows of pixels in memory to a file's colors and samples.
package final class FileRows {
    /// Nil if the file's samples equal the values in memory.
    let conversion: ColorConversion?
    let packing: RowPacking
    private let depth: PixelBuffer.Depth
    /// The buffer of converted rows; nil until the first conversion.
    private var buffer: MemoryBlock?

    /// - Parameters:
    ///   - depth: bits per channel of the rows.
    ///   - packing: the conversion to the file's sample format.
    init(conversion: ColorConversion?, from depth: PixelBuffer.Depth, packing: RowPacking) {
        self.conversion = conversion
        self.depth = depth
        self.packing = packing
    }

    /// For histograms: rows are converted to 8-bit samples without alpha, one per pixel for a gray file, else
    /// three.
    package convenience init(countedFor colors: OutputColors, from depth: PixelBuffer.Depth) {
        let channels = Channels(isGray: colors.isGray, hasAlpha: false)
        self.init(
            conversion: colors.conversion, from: depth,
            packing: RowPacking(
                channels: channels, from: Self.depth(of: depth, converted: colors.conversion), to: .eight,
                background: nil))
    }

    /// Bits per channel of rows after color conversion: at least 16 if they are converted.
    static func depth(
        of rows: PixelBuffer.Depth, converted conversion: ColorConversion?
    ) -> PixelBuffer.Depth {
        conversion == nil ? rows : max(rows, .sixteen)
    }

    /// The rows in the file's colors, as RGBA without padding; valid until the next call.
    func converted(
        _ rows: UnsafeRawBufferPointer, pixelCount: Int
    ) throws(OutOfMemory) -> UnsafeRawBufferPointer {
        guard let conversion else { return rows }
        let samples = 4 * pixelCount
        let byteCount = samples * max(depth, .sixteen).rawValue / 8
        let buffer: MemoryBlock
        if let known = self.buffer, known.bytes.count >= byteCount {
            buffer = known
        } else {
            buffer = try MemoryBlock(byteCount: byteCount)
            self.buffer = buffer
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<byteCount])
        switch depth {
        case .sixteen, .float: target.copyMemory(from: UnsafeRawBufferPointer(rebasing: rows[..<byteCount]))
        case .eight:
            let wide = target.assumingMemoryBound(to: UInt16.self)
            for index in 0..<samples { wide[index] = UInt16(rows[index]) * 257 }
        }
        depth == .float ? conversion.convert(floats: target) : conversion.convert(target)
        return UnsafeRawBufferPointer(target)
    }

    /// Converts RGBA rows without padding to the file's 8-bit samples.
    package func samples(_ rows: UnsafeRawBufferPointer, pixelCount: Int) throws(OutOfMemory) -> [UInt8] {
        let converted = try converted(rows, pixelCount: pixelCount)
        return [UInt8](unsafeUninitializedCapacity: pixelCount * packing.channels.count) { samples, count in
            packing.pack(converted, pixelCount: pixelCount, into: UnsafeMutableRawBufferPointer(samples))
            count = pixelCount * packing.channels.count
        }
    }
}
