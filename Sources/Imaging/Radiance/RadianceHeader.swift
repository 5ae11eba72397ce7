import Localization

/// The header fields of a Radiance picture that libvips ignores.
///
/// "Radiance Picture File Format", <https://radsite.lbl.gov/radiance/refer/filefmts.pdf>.
struct RadianceHeader {
    /// The rotation that turns the rows upright.
    private(set) var orientation = Orientation.upright
    /// The file's primaries; nil if it specifies none, which means sRGB.
    private(set) var primaries: Primaries?
    /// The reason why libvips would decode the file incorrectly; nil if it decodes it correctly.
    private(set) var problem: String?

    /// An upper limit; real headers are shorter.
    private static let longest = 1 << 16

    init(_ file: UnsafeRawBufferPointer) {
        let lines = file.prefix(Self.longest).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var isHeader = true
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            guard isHeader else {
                readSize(text)
                return
            }
            if text.isEmpty {
                isHeader = false
            } else if text == "FORMAT=32-bit_rle_xyze" {
                problem = tr("its colors are CIE XYZ")
            } else if text.hasPrefix("PRIMARIES=") {
                let numbers = text.dropFirst(10).split(separator: " ").compactMap { Double($0) }
                guard numbers.count == 8 else { continue }
                func chromaticity(_ index: Int) -> SIMD2<Double> {
                    SIMD2(numbers[2 * index], numbers[2 * index + 1])
                }
                primaries = Primaries(
                    red: chromaticity(0), green: chromaticity(1), blue: chromaticity(2),
                    white: chromaticity(3))
            }
        }
    }

    /// The first axis is that of the scanlines; -Y runs from top to bottom, +X from left to right.
    private mutating func readSize(_ text: String) {
        let axes = text.split(separator: " ").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        switch axes {
        case ["-Y", "+X"]: break
        case ["-Y", "-X"]: orientation = .mirrored
        case ["+Y", "-X"]: orientation = .upsideDown
        case ["+Y", "+X"]: orientation = .flipped
        default: problem = tr("its pixels are stored in columns")
        }
    }
}
