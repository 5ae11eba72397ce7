/// The properties of a picture that are known before its rows are decoded. Rows are in stored order, which
/// may not be upright.
package struct PictureHeader: Sendable, Equatable {
    /// The stored width in pixels.
    package var width: Int
    /// The stored height in pixels.
    package var height: Int
    /// Bits per channel of the rows.
    package var depth: PixelBuffer.Depth
    /// Bits per channel of the file.
    package var fileDepth: PixelBuffer.Depth
    package var channels: Channels
    package var colorSpace: ColorSpace
    /// Nil if Glint cannot write the format.
    package var format: PictureFormat?
    /// The trailing properties as far as they are known before the rows, if rows are streamed; the file may
    /// specify others after its rows.
    package var ending: PictureTrailer?

    package init(
        width: Int, height: Int, depth: PixelBuffer.Depth, fileDepth: PixelBuffer.Depth? = nil,
        channels: Channels, colorSpace: ColorSpace = .sRGB, format: PictureFormat?,
        ending: PictureTrailer? = nil
    ) {
        self.width = width
        self.height = height
        self.depth = depth
        self.fileDepth = fileDepth ?? depth
        self.channels = channels
        self.colorSpace = colorSpace
        self.format = format
        self.ending = ending
    }

    package var bytesPerRow: Int { width * depth.bytesPerPixel }
}

/// The properties of a picture that are known after its rows are decoded.
package struct PictureTrailer: Sendable, Equatable {
    /// The rotation that turns the rows upright.
    package var orientation: Orientation
    /// Metadata that describes the upright picture.
    package var metadata: Metadata
    /// The damage to a picture, if damage was accepted.
    package var damage: String?
    /// The upright size of the whole picture; the rows may be reduced.
    package var wholeSize: SIMD2<Int>
    /// The number of the picture within the file.
    package var page: PageNumber
    /// The HDR encoding of the file.
    package var dynamicRange: HighDynamicRange?

    package init(
        orientation: Orientation, metadata: Metadata = Metadata(), damage: String? = nil,
        wholeSize: SIMD2<Int>, page: PageNumber = .single, dynamicRange: HighDynamicRange? = nil
    ) {
        self.orientation = orientation
        self.metadata = metadata
        self.damage = damage
        self.wholeSize = wholeSize
        self.page = page
        self.dynamicRange = dynamicRange
    }
}

/// Receives the rows of a picture as they are decoded, from top to bottom: RGBA in the working format,
/// without padding.
package protocol RowTarget: AnyObject {
    /// Called before the first row; throws if memory for the picture cannot be allocated.
    func begin(_ header: PictureHeader) throws(ImagingError)
    /// Takes all rows at once without a copy, if they are in the target's own memory; otherwise returns
    /// false.
    func adopt(_ pixels: PixelBuffer, _ header: PictureHeader) -> Bool
    /// The number of rows in a contiguous strip; each strip starts at a multiple of it. Known after
    /// ``begin(_:)``.
    var stripHeight: Int { get }
    /// True if all rows are contiguous and no row is read before the last one is complete.
    var isForWhole: Bool { get }
    /// Memory from a row to the end of its strip, or to the end of the picture if ``isForWhole``. Blocks
    /// until the memory is free.
    func rowMemory(from row: Int) -> UnsafeMutableRawBufferPointer
    /// Reports that all rows before this one are complete.
    func finish(upTo row: Int)
}

extension RowTarget {
    /// Delivers rows as they are decoded.
    ///
    /// - Parameter read: writes the given number of rows, continuing after the previous call, to memory.
    func take(
        _ header: PictureHeader,
        read: (UnsafeMutableRawBufferPointer, Int) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        try begin(header)
        var row = 0
        while row < header.height {
            let room = rowMemory(from: row)
            let count = min(room.count / header.bytesPerRow, header.height - row, stripHeight)
            try read(room, count)
            row += count
            finish(upTo: row)
        }
    }

    /// Delivers the rows of a picture in memory.
    func take(_ pixels: PixelBuffer) {
        pixels.withUnsafeBytes { bytes in
            var row = 0
            while row < pixels.height {
                let rows = rowMemory(from: row)
                let count = min(rows.count / pixels.bytesPerRow, pixels.height - row, stripHeight)
                let start = row * pixels.bytesPerRow
                rows.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count * pixels.bytesPerRow]))
                row += count
                finish(upTo: row)
            }
        }
    }
}

extension Picture {
    /// Creates a picture from its stored rows and the properties known before and after them.
    package init(
        stored pixels: PixelBuffer, _ header: PictureHeader, _ ending: PictureTrailer, name: String
    ) throws(ImagingError) {
        self.init(
            pixels: try pixels.with(header.colorSpace).oriented(ending.orientation, name: name),
            channels: header.channels, depth: header.fileDepth, metadata: ending.metadata,
            format: header.format, damage: ending.damage, page: ending.page,
            dynamicRange: ending.dynamicRange)
    }
}

extension PictureHeader {
    /// Throws if memory cannot hold a picture of this size.
    package func checkSize(_ options: DecodingOptions, path: String) throws(ImagingError) {
        // Memory takes no space until it is accessed.
        _ = try PixelBuffer.claimed(
            width: width, height: height, depth: depth, atMost: options.largestPixelCount, name: path)
    }
}
