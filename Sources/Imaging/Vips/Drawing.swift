/// SVG drawings.
enum Drawing {
    /// True if an SVG begins with these bytes: its root element, after anything that XML allows before it.
    static func isDrawing(_ beginning: UnsafeRawBufferPointer) -> Bool {
        var text = Substring(
            String(decoding: beginning.prefix(PictureKind.length), as: UTF8.self).lowercased())
        if text.first == "\u{FEFF}" { text.removeFirst() }
        text = text.drop { $0.isWhitespace }
        // Skips declarations and comments before the first element.
        while text.first == "<" {
            if text.hasPrefix("<svg") { return true }
            if text.hasPrefix(documentType) {
                return text.dropFirst(documentType.count).drop { $0.isWhitespace }.hasPrefix("svg")
            }
            guard text.hasPrefix("<?") || text.hasPrefix("<!--"),
                let end = text.firstRange(of: text.hasPrefix("<!--") ? "-->" : "?>")
            else { return false }
            text = text[end.upperBound...].drop { $0.isWhitespace }
        }
        return false
    }

    private static let documentType = "<!doctype"

    /// The factor that corrects the size of a drawing in physical units: an inch is 96 CSS pixels, but
    /// libvips makes librsvg use 72.
    static func scale(_ file: UnsafeRawBufferPointer) -> Double {
        let text = String(decoding: file.prefix(maxBytes), as: UTF8.self)
        guard let start = text.firstRange(of: "<svg"), let end = text[start.upperBound...].firstIndex(of: ">")
        else { return 1 }
        let element = text[start.lowerBound..<end]
        return element.contains(/\swidth\s*=\s*["'][^"']*(in|cm|mm|pt|pc)\s*["']/) ? 96.0 / 72 : 1
    }

    /// The factor by which to enlarge a drawing, by at most a few pixels, so that it is not cropped when
    /// libvips rounds its sides to the nearest integer. 1 if that would take more pixels, as for a long
    /// strip, which is then cropped by less than half a pixel.
    ///
    /// - Parameter size: in pixels, with fractions.
    static func wholeScale(_ size: SIMD2<Double>) -> Double {
        func isCut(_ side: Double) -> Bool { side - side.rounded(.down) > 1 / 128 && side.rounded() < side }
        guard isCut(size.x) || isCut(size.y) else { return 1 }
        let scales = (0..<8).flatMap { more in
            [0, 1].map { axis in (size[axis].rounded(.up) + Double(more)) / size[axis] }
        }
        let maxAdded = 4.0
        return scales.sorted().first { scale in
            !isCut(size.x * scale) && !isCut(size.y * scale) && size.max() * (scale - 1) <= maxAdded
        } ?? 1
    }

    /// The root element of a drawing must lie within this many bytes.
    private static let maxBytes = 1 << 16
}
