/// How much of a picture file to decode.
package enum DecodingExtent: UInt8, Sendable {
    /// The whole picture.
    case whole
    /// A preview of a large JPEG or raw file, about as large as a window, which takes a third of the time or
    /// less.
    case preview
    /// The smallest reduction of a JPEG or raw file that is sufficient for a thumbnail.
    case thumbnail
    /// The whole picture, passed on row by row as it is decoded, if its kind allows this: rows must be stored
    /// upright, in order, and in the working format. Not used for small pictures, for which decoding is
    /// faster than a second request would be.
    case rows
    /// Only the properties known without decoding, for kinds and colors for which these are complete.
    case header

    /// True if a picture has so few pixels, a strip or two, that streaming its rows is not worthwhile.
    static func isSmall(width: Int, height: Int) -> Bool { width * height < 1 << 20 }
}
