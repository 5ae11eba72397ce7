/// Text that a recorder or camera writes into the picture: dot-matrix letters, white with a black shadow.
///
/// A dot is as high as two rows of a television, whatever the picture's height.
struct NTSCOverlay {
    let settings: NTSCSettings
    /// The time that the counter shows.
    let seconds: Double
    /// Size of the picture, in pixels.
    let size: SIMD2<Int>

    /// Columns of dots in a letter, columns including the gap after it, and rows.
    private static let letter = (columns: 5, step: 6, rows: 7)
    private static let margin = 14

    private var dot: Int { max(1, Int((Double(size.y) / 240).rounded())) }

    private var texts: [(text: String, isRight: Bool, isLow: Bool)] {
        var texts = [
            (settings.text("overlayLeft"), false, false), (settings.text("overlayRight"), true, false),
            (settings.text("overlayDate"), false, true),
        ]
        if settings.isOn("overlayCounter") {
            let seconds = Int(seconds)
            let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            texts.append(("\(seconds / 3600):\(parts[0]):\(parts[1])", true, true))
        }
        return texts.filter { !$0.0.isEmpty }
    }

    /// The pass that writes the text; nil if there is none.
    var pass: FilterPass? {
        let texts = texts
        guard !texts.isEmpty else { return nil }
        var pass = FilterPass(name: "ntsc, overlay", kernel: "ntsc/overlay.glsl")
        pass.values = [vector(Double(dot))]
        let names = texts.map { "\($0.text)|\($0.isRight)|\($0.isLow)" }.joined(separator: "\n")
        let dots = (size &+ (dot - 1)) / dot
        pass.table = LookupTable(name: "ntsc overlay \(dots) \(names)", width: dots.x) {
            Self.dots(of: texts, size: dots)
        }
        pass.needsFloats = true
        return pass
    }

    /// 1 where a dot is lit.
    static func dots(
        of texts: [(text: String, isRight: Bool, isLow: Bool)], size: SIMD2<Int>
    ) -> [SIMD4<Float>] {
        var dots = [SIMD4<Float>](repeating: .zero, count: size.x * size.y)
        for (text, isRight, isLow) in texts {
            let letters = text.uppercased().map { font[$0] ?? font["?"] ?? [] }
            let width = letters.count * letter.step
            let left = isRight ? size.x - margin - width : margin
            let top = isLow ? size.y - margin - letter.rows : margin
            for (index, columns) in letters.enumerated() {
                for (column, bits) in columns.enumerated() {
                    for row in 0..<letter.rows where bits >> UInt8(row) & 1 == 1 {
                        let place = SIMD2(left + index * letter.step + column, top + row)
                        guard (0..<size.x).contains(place.x), (0..<size.y).contains(place.y) else { continue }
                        dots[place.y * size.x + place.x] = .one
                    }
                }
            }
        }
        return dots
    }

    /// Letters as columns of seven dots, the lowest bit at the top.
    private static let font: [Character: [UInt8]] = [
        " ": [0, 0, 0, 0, 0], "!": [0, 0, 0x5F, 0, 0], "\"": [0, 7, 0, 7, 0],
        "#": [0x14, 0x7F, 0x14, 0x7F, 0x14], "%": [0x23, 0x13, 8, 0x64, 0x62],
        "&": [0x36, 0x49, 0x55, 0x22, 0x50], "'": [0, 5, 3, 0, 0], "(": [0, 0x1C, 0x22, 0x41, 0],
        ")": [0, 0x41, 0x22, 0x1C, 0], "*": [0x14, 8, 0x3E, 8, 0x14], "+": [8, 8, 0x3E, 8, 8],
        ",": [0, 0x50, 0x30, 0, 0], "-": [8, 8, 8, 8, 8], ".": [0, 0x60, 0x60, 0, 0],
        "/": [0x20, 0x10, 8, 4, 2], "0": [0x3E, 0x51, 0x49, 0x45, 0x3E], "1": [0, 0x42, 0x7F, 0x40, 0],
        "2": [0x42, 0x61, 0x51, 0x49, 0x46], "3": [0x21, 0x41, 0x45, 0x4B, 0x31],
        "4": [0x18, 0x14, 0x12, 0x7F, 0x10], "5": [0x27, 0x45, 0x45, 0x45, 0x39],
        "6": [0x3C, 0x4A, 0x49, 0x49, 0x30], "7": [1, 0x71, 9, 5, 3], "8": [0x36, 0x49, 0x49, 0x49, 0x36],
        "9": [6, 0x49, 0x49, 0x29, 0x1E], ":": [0, 0x36, 0x36, 0, 0], ";": [0, 0x56, 0x36, 0, 0],
        "=": [0x14, 0x14, 0x14, 0x14, 0x14], "?": [2, 1, 0x51, 9, 6], "A": [0x7E, 0x11, 0x11, 0x11, 0x7E],
        "B": [0x7F, 0x49, 0x49, 0x49, 0x36], "C": [0x3E, 0x41, 0x41, 0x41, 0x22],
        "D": [0x7F, 0x41, 0x41, 0x22, 0x1C], "E": [0x7F, 0x49, 0x49, 0x49, 0x41], "F": [0x7F, 9, 9, 9, 1],
        "G": [0x3E, 0x41, 0x49, 0x49, 0x7A], "H": [0x7F, 8, 8, 8, 0x7F], "I": [0, 0x41, 0x7F, 0x41, 0],
        "J": [0x20, 0x40, 0x41, 0x3F, 1], "K": [0x7F, 8, 0x14, 0x22, 0x41],
        "L": [0x7F, 0x40, 0x40, 0x40, 0x40], "M": [0x7F, 2, 0xC, 2, 0x7F], "N": [0x7F, 4, 8, 0x10, 0x7F],
        "O": [0x3E, 0x41, 0x41, 0x41, 0x3E], "P": [0x7F, 9, 9, 9, 6], "Q": [0x3E, 0x41, 0x51, 0x21, 0x5E],
        "R": [0x7F, 9, 0x19, 0x29, 0x46], "S": [0x46, 0x49, 0x49, 0x49, 0x31], "T": [1, 1, 0x7F, 1, 1],
        "U": [0x3F, 0x40, 0x40, 0x40, 0x3F], "V": [0x1F, 0x20, 0x40, 0x20, 0x1F],
        "W": [0x3F, 0x40, 0x38, 0x40, 0x3F], "X": [0x63, 0x14, 8, 0x14, 0x63], "Y": [7, 8, 0x70, 8, 7],
        "Z": [0x61, 0x51, 0x49, 0x45, 0x43], "►": [0x7F, 0x3E, 0x1C, 8, 0], "▶": [0x7F, 0x3E, 0x1C, 8, 0],
    ]
}
