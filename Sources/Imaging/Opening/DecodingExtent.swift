/// How much of a picture file to decode.
package enum DecodingExtent: UInt8, Sendable {
    /// The whole picture.
    case whole
    /// A preview of a large JPEG or raw file, about the size of a window, in a third of the time or less.
    case preview
    /// The strongest reduction of a JPEG or raw file that still suffices for a thumbnail.
    case thumbnail
    /// The whole picture, delivered row by row as it is decoded. This requires rows that are stored upright,
    /// in order, and in the working format. It is not used for small pictures, which decode faster than a
    /// second request would take.
    case rows
    /// Only the properties, if they are known without decoding.
    case header

    /// True if a picture has so few pixels, a strip or two, that streaming is not worthwhile.
    static func isSmall(width: Int, height: Int) -> Bool { width * height < 1 << 20 }
}
