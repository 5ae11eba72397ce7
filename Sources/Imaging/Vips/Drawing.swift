/// Drawings.
enum Drawing {
    /// Whether the bytes are the beginning of an SVG: its element, behind what XML allows before it.
    static func isDrawing(_ beginning: UnsafeRawBufferPointer) -> Bool {
        var text = Substring(String(decoding: beginning.prefix(PictureKind.length), as: UTF8.self))
        if text.first == "\u{FEFF}" { text.removeFirst() }
        text = text.drop { $0.isWhitespace }
        // The first element, behind declarations and comments.
        while text.first == "<" {
            if text.hasPrefix("<svg") || text.hasPrefix("<!DOCTYPE svg") { return true }
            guard text.hasPrefix("<?") || text.hasPrefix("<!"),
                let end = text.firstRange(of: text.hasPrefix("<!--") ? "-->" : ">")
            else { return false }
            text = text[end.upperBound...].drop { $0.isWhitespace }
        }
        return false
    }
}
