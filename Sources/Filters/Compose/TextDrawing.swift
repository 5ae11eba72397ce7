import CPango
import Localization
import Synchronization

/// A text and its shadow, drawn at the scale of a working picture.
///
/// The letters are placed in the picture's own pixels and without hinting, so that they are the same at every
/// scale.
package struct TextDrawing: Sendable, Hashable {
    /// The position of the drawing's first pixel on the working grid.
    package let corner: SIMD2<Int>
    /// The size of the drawing in working pixels.
    package let size: SIMD2<Int>
    private let setting: TextSetting
    /// The size of the font along x and y, in working pixels.
    private let fontSize: SIMD2<Double>
    /// The position of the text's origin in the drawing.
    private let origin: SIMD2<Double>
    private let color: SIMD3<Double>
    /// The strength of the shadow, 0…1.
    private let shadow: Double

    /// The maximum size of a drawing, which every device supports as a texture.
    package static let longestSide = 16384
    private static let mostPixels = 1 << 26

    /// The offset of the shadow and its standard deviation, in units of the font's size.
    private static let shadowOffset = SIMD2(0.03, 0.05)
    private static let shadowSigma = 0.06

    /// - Parameters:
    ///   - font: Pango's description of a font; a size in it is ignored.
    ///   - size: the size of the font in pixels of the picture.
    ///   - anchor: the position of the text, and of its lines: 0, ½ or 1 along x and y.
    ///   - margin: the distance from the picture's edges in pixels, at which lines are also broken.
    ///   - color: encoded as in sRGB.
    ///   - shadow: the strength of the shadow, 0…1.
    ///   - picture: the picture on which the text is drawn.
    ///
    /// Nil if nothing would be visible. Throws ``FilterError`` if Pango is not installed, or the drawing
    /// would be too large.
    init?(
        _ text: String, font: String, size: Double, anchor: SIMD2<Double>, margin: Double,
        color: SIMD3<Double>, shadow: Double, on picture: WorkingPicture
    ) throws(FilterError) {
        let whole = SIMD2<Double>(picture.size)
        let room = pointwiseMax(whole - 2 * margin, .one)
        setting = TextSetting(text: text, font: font, width: room.x / size, alignment: anchor.x)
        let boxes = try setting.boxes()
        guard boxes.letters.size.min() > 0 else { return nil }
        let lines = boxes.lines.scaled(by: SIMD2(repeating: size))
        let start =
            (margin + (whole - lines.size - 2 * margin) * anchor).rounded(.down) - lines.corner
        fontSize = size * picture.scale
        self.color = color
        self.shadow = shadow
        // A pixel more on each side, for letters that touch it.
        var visible = boxes.letters.scaled(by: fontSize).moved(by: start * picture.scale).grown(by: .one)
        var margin = SIMD2<Double>.zero
        if shadow > 0 {
            let (offset, reach) = (Self.shadowOffset * fontSize, 3 * Self.shadowSigma * fontSize + 3)
            visible = visible.union(visible.moved(by: offset).grown(by: reach))
            // Letters beyond the picture's edge may cast a shadow on it.
            margin = reach + offset
        }
        visible = visible.clipped(to: SIMD2<Double>(picture.grid), margin: margin)
        guard visible.size.min() > 0 else { return nil }
        corner = SIMD2<Int>(visible.corner.rounded(.down))
        self.size = SIMD2<Int>((visible.corner + visible.size).rounded(.up)) &- corner
        origin = start * picture.scale - SIMD2<Double>(corner)
        guard self.size.max() <= Self.longestSide, self.size.x * self.size.y <= Self.mostPixels else {
            throw .textTooLarge(width: self.size.x, height: self.size.y)
        }
    }

    /// The pixels, row by row: red, green, blue and alpha, premultiplied. Throws ``FilterError`` if there is
    /// not enough memory.
    package func pixels() throws(FilterError) -> [UInt8] {
        let letters = try drawn(color, at: origin)
        var cast: [Float] = []
        if shadow > 0 {
            let black = try drawn(.zero, at: origin + Self.shadowOffset * fontSize)
            cast = black.map { Float($0 >> 24) * Float(shadow) }
            BoxBlurs(sigma: Self.shadowSigma * fontSize).blur(&cast, width: size.x)
        }
        return [UInt8](unsafeUninitializedCapacity: letters.count * 4) { bytes, count in
            for (index, letter) in letters.enumerated() {
                let alpha = UInt8(truncatingIfNeeded: letter >> 24)
                let behind = cast.isEmpty ? 0 : cast[index] * Float(255 - alpha) / 255
                bytes[4 * index] = UInt8(truncatingIfNeeded: letter >> 16)
                bytes[4 * index + 1] = UInt8(truncatingIfNeeded: letter >> 8)
                bytes[4 * index + 2] = UInt8(truncatingIfNeeded: letter)
                bytes[4 * index + 3] = UInt8(min(Float(alpha) + behind.rounded(), 255))
            }
            count = letters.count * 4
        }
    }

    /// The letters, as cairo's 32-bit numbers.
    private func drawn(
        _ color: SIMD3<Double>, at origin: SIMD2<Double>
    ) throws(FilterError) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: size.x * size.y)
        var view = pango_text_view(
            scale_x: fontSize.x, scale_y: fontSize.y, x: origin.x, y: origin.y, width: Int32(size.x),
            height: Int32(size.y))
        let isDrawn = setting.withPango { text in
            pango_text_draw(text, &view, [color.x, color.y, color.z], &pixels)
        }
        guard isDrawn else { throw .noText(reason: tr("out of memory")) }
        return pixels
    }
}

/// A text and how its lines are set. Lengths are in units of the font's size.
private struct TextSetting: Hashable {
    let text: String
    let font: String
    /// The width at which lines are broken.
    let width: Double
    /// The position of shorter lines: 0, ½ or 1.
    let alignment: Double

    struct Boxes {
        /// The lines, including the space above and below letters.
        let lines: Box
        /// The letters.
        let letters: Box
    }

    /// Measured texts, since a moving slider plans the same text again and again.
    private static let known = Mutex<[TextSetting: Boxes]>([:])
    private static let mostKnown = 64

    func boxes() throws(FilterError) -> Boxes {
        if let problem = pango_text_problem() { throw .noText(reason: String(cString: problem)) }
        return Self.known.withLock { known in
            if let boxes = known[self] { return boxes }
            let boxes = withPango { text in
                var (lines, letters) = (pango_text_box(), pango_text_box())
                pango_text_measure(text, &lines, &letters)
                return Boxes(lines: Box(lines), letters: Box(letters))
            }
            if known.count >= Self.mostKnown { known = [:] }
            known[self] = boxes
            return boxes
        }
    }

    func withPango<Result>(_ body: (UnsafePointer<pango_text>) -> Result) -> Result {
        text.withCString { text in
            font.withCString { font in
                var setting = pango_text(text: text, font: font, width: width, alignment: alignment)
                return body(&setting)
            }
        }
    }
}

/// A rectangle.
private struct Box {
    var corner: SIMD2<Double>
    var size: SIMD2<Double>

    func scaled(by factor: SIMD2<Double>) -> Box { Box(corner: corner * factor, size: size * factor) }

    func moved(by way: SIMD2<Double>) -> Box { Box(corner: corner + way, size: size) }

    func grown(by margin: SIMD2<Double>) -> Box { Box(corner: corner - margin, size: size + 2 * margin) }

    func union(_ other: Box) -> Box {
        let low = pointwiseMin(corner, other.corner)
        return Box(corner: low, size: pointwiseMax(corner + size, other.corner + other.size) - low)
    }

    /// The part within a picture and a margin around it.
    func clipped(to picture: SIMD2<Double>, margin: SIMD2<Double>) -> Box {
        let low = pointwiseMax(corner, -margin)
        return Box(corner: low, size: pointwiseMin(corner + size, picture + margin) - low)
    }
}

extension Box {
    init(_ box: pango_text_box) {
        self.init(corner: SIMD2(box.x, box.y), size: SIMD2(box.width, box.height))
    }
}
