/// Drawings.
enum Drawing {
    /// Whether the bytes are the beginning of an SVG: its element, behind what XML allows before it.
    static func isDrawing(_ beginning: UnsafeRawBufferPointer) -> Bool {
        var text = Substring(String(decoding: beginning.prefix(PictureKind.length), as: UTF8.self))
        if text.first == "\u{FEFF}" { text.removeFirst() }
        text = text.drop { $0.isWhitespace }
        guard text.first == "<" else { return false }
        return text.firstRange(of: "<svg") != nil || text.firstRange(of: "<!DOCTYPE svg") != nil
    }
}
