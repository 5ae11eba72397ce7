import Imaging

/// A picture to be saved: the source of its pixels, and its other properties.
package struct ExportInput {
    /// The source of the pixels.
    enum Pixels {
        case inMemory(PixelBuffer)
        case streamed(RowStream)
    }

    let pixels: Pixels
    /// The size in pixels.
    package let size: SIMD2<Int>
    /// The channels of its file.
    let channels: Channels
    /// Bits per channel of its file.
    let depth: PixelBuffer.Depth
    /// The color space of its pixels.
    let colorSpace: ColorSpace
    /// The contents of its file besides the pixels.
    package let metadata: Metadata

    /// A picture in memory.
    package init(_ picture: Picture) {
        pixels = .inMemory(picture.pixels)
        size = SIMD2(picture.width, picture.height)
        channels = picture.channels
        depth = picture.depth
        colorSpace = picture.colorSpace
        metadata = picture.metadata
    }

    /// A picture that is decoded while it is saved.
    package init(_ stream: RowStream) {
        let header = stream.header
        pixels = .streamed(stream)
        size = SIMD2(header.width, header.height)
        channels = header.channels
        depth = header.fileDepth
        colorSpace = header.colorSpace
        metadata = header.ending?.metadata ?? Metadata()
    }
}
