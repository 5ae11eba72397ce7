/// What is known of a picture before its rows are read. They come as they are stored, perhaps not upright.
package struct PictureHeader: Sendable, Equatable {
    /// Pixels of a row, as stored.
    package let width: Int
    /// Rows, as stored.
    package let height: Int
    package let depth: PixelBuffer.Depth
    package let channels: Channels
    /// Nil for a format that Glint only reads.
    package let format: PictureFormat?

    package init(
        width: Int, height: Int, depth: PixelBuffer.Depth, channels: Channels, format: PictureFormat?
    ) {
        self.width = width
        self.height = height
        self.depth = depth
        self.channels = channels
        self.format = format
    }

    package var bytesPerRow: Int { width * depth.bytesPerPixel }
}

/// What is known of a picture after its rows are read.
package struct PictureEnding: Sendable, Equatable {
    /// How the rows must be turned to stand upright.
    package let orientation: Orientation
    /// True of the upright picture.
    package let metadata: Metadata
    /// What is wrong with a picture that was accepted although it is damaged.
    package let damage: String?
    /// The size of the whole picture, upright, of which the rows may be a reduced form.
    package let wholeSize: SIMD2<Int>

    package init(
        orientation: Orientation, metadata: Metadata = Metadata(), damage: String? = nil,
        wholeSize: SIMD2<Int>
    ) {
        self.orientation = orientation
        self.metadata = metadata
        self.damage = damage
        self.wholeSize = wholeSize
    }
}

/// Takes the rows of a picture as they are decoded, from top to bottom: RGBA in sRGB, without padding.
package protocol RowTarget: AnyObject {
    /// Told before the first row; throws where there is no room for such a picture.
    func begin(_ header: PictureHeader) throws(ImagingError)
    /// Takes all rows at once, without a copy, where their memory came from it; false where it did not.
    func adopt(_ pixels: PixelBuffer, _ header: PictureHeader) -> Bool
    /// How many rows lie together, from every multiple of it on. Known after ``begin(_:)``.
    var stripHeight: Int { get }
    /// Whether all rows lie together, and no row is looked at before the last is there.
    var isForWhole: Bool { get }
    /// Where a row goes, and those after it to the end of its strip, or of the picture if ``isForWhole``. Waits for the
    /// place to be free.
    func place(of row: Int) -> UnsafeMutableRawBufferPointer
    /// The rows before this one are there.
    func finish(upTo row: Int)
}

extension RowTarget {
    /// Hands over the rows of a picture that is in memory.
    func take(_ pixels: PixelBuffer) {
        pixels.withUnsafeBytes { bytes in
            var row = 0
            while row < pixels.height {
                let rows = place(of: row)
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
    /// A picture from rows as they are stored, and what was known before and after them.
    package init(
        stored pixels: PixelBuffer, _ header: PictureHeader, _ ending: PictureEnding, name: String
    ) throws(ImagingError) {
        self.init(
            pixels: try pixels.oriented(ending.orientation, name: name), channels: header.channels,
            metadata: ending.metadata, format: header.format, damage: ending.damage)
    }
}

extension PictureHeader {
    /// Throws where a picture of this size cannot be held.
    package func checkSize(_ options: DecodingOptions, path: String) throws(ImagingError) {
        // Memory that is not touched is not taken.
        _ = try PixelBuffer.claimed(
            width: width, height: height, depth: depth, atMost: options.largestPixelCount, name: path)
    }
}
