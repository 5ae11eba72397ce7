/// A picture's properties known before its rows are read. Rows come as stored, perhaps not upright.
package struct PictureHeader: Sendable, Equatable {
    /// Pixels of a row, as stored.
    package let width: Int
    /// Rows, as stored.
    package let height: Int
    /// Bits per channel of the rows.
    package let depth: PixelBuffer.Depth
    /// Bits per channel of the file.
    package let fileDepth: PixelBuffer.Depth
    package let channels: Channels
    package let colorSpace: ColorSpace
    /// Nil for a format that Glint only reads.
    package let format: PictureFormat?
    /// What the file says before its rows, where these come as they are read; what it says after them may differ.
    package let ending: PictureEnding?

    package init(
        width: Int, height: Int, depth: PixelBuffer.Depth, fileDepth: PixelBuffer.Depth? = nil,
        channels: Channels, colorSpace: ColorSpace = .sRGB, format: PictureFormat?,
        ending: PictureEnding? = nil
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

/// A picture's properties known after its rows are read.
package struct PictureEnding: Sendable, Equatable {
    /// How the rows must be turned to stand upright.
    package let orientation: Orientation
    /// Metadata that describes the upright picture.
    package let metadata: Metadata
    /// The problem with a damaged picture that was accepted.
    package let damage: String?
    /// The size of the whole picture, upright; the rows may be a reduced form of it.
    package let wholeSize: SIMD2<Int>
    /// Which of the pictures in the file it is.
    package let page: PageNumber
    /// How the file encodes high dynamic range.
    package let dynamicRange: HighDynamicRange?

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

/// Takes the rows of a picture as they are decoded, from top to bottom: RGBA without padding, in the working form.
package protocol RowTarget: AnyObject {
    /// Called before the first row; throws if there is no room for the picture.
    func begin(_ header: PictureHeader) throws(ImagingError)
    /// Takes all rows at once, without a copy, if they are in the target's memory; otherwise returns false.
    func adopt(_ pixels: PixelBuffer, _ header: PictureHeader) -> Bool
    /// The number of contiguous rows, starting at each multiple of it. Known after ``begin(_:)``.
    var stripHeight: Int { get }
    /// Whether all rows are contiguous, and no row is read before the last is there.
    var isForWhole: Bool { get }
    /// Memory for a row and those after it to the end of its strip, or of the picture if ``isForWhole``. Waits until
    /// the memory is free.
    func place(of row: Int) -> UnsafeMutableRawBufferPointer
    /// Reports that all rows before this one are there.
    func finish(upTo row: Int)
}

extension RowTarget {
    /// Hands over rows as they are read.
    ///
    /// - Parameter read: puts the next rows, as many as it is told, into the memory.
    func take(
        _ header: PictureHeader,
        read: (UnsafeMutableRawBufferPointer, Int) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        try begin(header)
        var row = 0
        while row < header.height {
            let room = place(of: row)
            let count = min(room.count / header.bytesPerRow, header.height - row, stripHeight)
            try read(room, count)
            row += count
            finish(upTo: row)
        }
    }

    /// Hands over the rows of a picture in memory.
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
    /// Makes a picture from its stored rows, and the properties known before and after them.
    package init(
        stored pixels: PixelBuffer, _ header: PictureHeader, _ ending: PictureEnding, name: String
    ) throws(ImagingError) {
        self.init(
            pixels: try pixels.with(header.colorSpace).oriented(ending.orientation, name: name),
            channels: header.channels, depth: header.fileDepth, metadata: ending.metadata,
            format: header.format, damage: ending.damage, page: ending.page,
            dynamicRange: ending.dynamicRange)
    }
}

extension PictureHeader {
    /// Throws if a picture of this size cannot be held.
    package func checkSize(_ options: DecodingOptions, path: String) throws(ImagingError) {
        // Untouched memory uses no space.
        _ = try PixelBuffer.claimed(
            width: width, height: height, depth: depth, atMost: options.largestPixelCount, name: path)
    }
}
