import Imaging

/// A picture to be saved: where its pixels come from, and what is known of it besides.
package struct SavedPicture {
    /// Where the pixels are.
    enum Pixels {
        case inMemory(PixelBuffer)
        case streamed(PictureStream)
    }

    let pixels: Pixels
    /// The size in pixels.
    package let size: SIMD2<Int>
    /// The channels its file has.
    let channels: Channels
    /// Bits per channel of its file.
    let depth: PixelBuffer.Depth
    /// What the values of its pixels mean.
    let colorSpace: ColorSpace
    /// What its file contains besides the pixels.
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
    package init(_ stream: PictureStream) {
        let header = stream.header
        pixels = .streamed(stream)
        size = SIMD2(header.width, header.height)
        channels = header.channels
        depth = header.fileDepth
        colorSpace = header.colorSpace
        metadata = header.ending?.metadata ?? Metadata()
    }
}
