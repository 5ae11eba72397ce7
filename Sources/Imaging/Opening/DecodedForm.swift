/// How much of a picture file is wanted.
package enum DecodedForm: UInt8, Sendable {
    /// All of it.
    case whole
    /// A preview of a large JPEG, about as large as a window, which takes a third of the time or less.
    case preview
    /// The least of a JPEG that makes a thumbnail.
    case thumbnail
    /// All of it, handed on row by row as it is read, of a kind for which that is possible: its rows are stored upright and in
    /// their order, in the form they are worked on. Not of a small picture, which is decoded sooner than it could be asked for
    /// otherwise.
    case rows
    /// What is known of it without its pixels, of a kind and colors for which that is all but them.
    case header

    /// Whether a picture has so few pixels that its rows are not worth handing on one by one: those of a strip or two.
    static func isSmall(width: Int, height: Int) -> Bool { width * height < 1 << 20 }
}
