import Wording

/// What libavcodec leaves unread of an OpenEXR file's header.
///
/// "OpenEXR File Layout", <https://openexr.com/en/latest/OpenEXRFileLayout.html>.
struct EXRHeader {
    static let mark: [UInt8] = [0x76, 0x2F, 0x31, 0x01]
    /// Whether pixels have several depths, which no flat picture is.
    let isDeep: Bool
    /// Those of the first part; nil where it says none, which means those of sRGB.
    private(set) var primaries: Primaries?
    /// The first and the last column and row of what is shown: x, y, x, y; nil where the file does not say.
    private(set) var displayWindow: SIMD4<Int>?
    /// Whether it is compressed by DWA in a form that libavcodec decodes wrongly: others than red, green and blue as halves.
    private(set) var isUnreadableDWA = false
    /// How many blocks of pixels the table behind the header tells of; nil where that is not worked out.
    private var blockCount: Int?
    /// Where that table begins.
    private var table = 0
    private let isTiled: Bool

    private static let deepFlag: UInt8 = 0x08
    private static let tiledFlag: UInt8 = 0x02
    private static let multipartFlag: UInt8 = 0x10
    /// Rows of a block by the number of the compression.
    private static let rowsPerBlock = [0: 1, 1: 1, 2: 1, 3: 16, 4: 32, 5: 16, 6: 32, 7: 32, 8: 32, 9: 256]
    /// DWAA and DWAB.
    private static let dwa = 8...9
    private static let halfType: UInt32 = 1
    /// More attributes than any file has.
    static let mostAttributes = 1000

    /// Nil for bytes that are no header.
    init?(_ file: UnsafeRawBufferPointer) {
        guard file.starts(with: Self.mark), file.count > 8 else { return nil }
        isDeep = file[5] & Self.deepFlag != 0
        isTiled = file[5] & Self.tiledFlag != 0
        var (rows, rowsPerBlock) = (0, Self.rowsPerBlock[0])
        var place = 8
        var (isDWA, isPlain) = (false, false)
        for _ in 0..<Self.mostAttributes {
            guard let name = Self.text(file, &place) else { return }
            if name.isEmpty {
                table = place
                isUnreadableDWA = isDWA && !isPlain
                if !isTiled, file[5] & Self.multipartFlag == 0, let rowsPerBlock, rows > 0 {
                    blockCount = (rows + rowsPerBlock - 1) / rowsPerBlock
                }
                return
            }
            guard let type = Self.text(file, &place), place + 4 <= file.count else { return }
            let size = Int(file.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian)
            place += 4
            guard size <= file.count - place else { return }
            if name == "chromaticities", type == "chromaticities", size == 32 {
                let numbers = (0..<8).map { index in
                    let bits = file.loadUnaligned(fromByteOffset: place + 4 * index, as: UInt32.self)
                    return Double(Float(bitPattern: bits.littleEndian))
                }
                func color(_ index: Int) -> SIMD2<Double> {
                    SIMD2(numbers[2 * index], numbers[2 * index + 1])
                }
                primaries = Primaries(red: color(0), green: color(1), blue: color(2), white: color(3))
            }
            if name == "compression", size == 1 {
                rowsPerBlock = Self.rowsPerBlock[Int(file[place])]
                isDWA = Self.dwa.contains(Int(file[place]))
            }
            if name == "channels" {
                isPlain = Self.areHalves(UnsafeRawBufferPointer(rebasing: file[place..<place + size]))
            }
            if size == 16, name == "dataWindow" || name == "displayWindow" {
                func number(_ offset: Int) -> Int {
                    Int(file.loadUnaligned(fromByteOffset: place + offset, as: Int32.self).littleEndian)
                }
                let window = SIMD4(number(0), number(4), number(8), number(12))
                if name == "dataWindow" { rows = window.w - window.y + 1 } else { displayWindow = window }
            }
            place += size
        }
    }

    /// Whether the file is of several parts, each with a header.
    static func hasParts(_ file: UnsafeRawBufferPointer) -> Bool { file[5] & multipartFlag != 0 }

    /// Whether the channels are red, green and blue, and alpha perhaps, all of them floats of 16 bits.
    private static func areHalves(_ list: UnsafeRawBufferPointer) -> Bool {
        var names: Set<String> = []
        var place = 0
        while let name = text(list, &place), !name.isEmpty, place + 16 <= list.count {
            guard list.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian == halfType else {
                return false
            }
            names.insert(name)
            place += 16
        }
        return names == ["R", "G", "B"] || names == ["A", "R", "G", "B"]
    }

    /// Whether all blocks that the table tells of lie within the file.
    func isWhole(_ file: UnsafeRawBufferPointer) -> Bool {
        guard let blockCount else { return true }
        guard table + 8 * blockCount <= file.count else { return false }
        return (0..<blockCount).allSatisfy { index in
            let offset = file.loadUnaligned(fromByteOffset: table + 8 * index, as: UInt64.self).littleEndian
            guard let start = Int(exactly: offset), start <= file.count - 8 else { return false }
            let size = file.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self).littleEndian
            return Int(size) <= file.count - 8 - start
        }
    }

    /// A text that ends with a zero; nil where there is none of a length that a file may have.
    static func text(_ file: UnsafeRawBufferPointer, _ place: inout Int) -> String? {
        let rest = file[min(place, file.count)...].prefix(256)
        guard let end = rest.firstIndex(of: 0) else { return nil }
        defer { place = end + 1 }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}

extension StillDecoder {
    static func decodeEXR(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        guard let header = EXRHeader(bytes) else {
            throw .damaged(path: name, reason: tr("it has no header"))
        }
        guard !header.isDeep else {
            throw .unsupported(
                path: name, reason: tr("it is a deep OpenEXR file, whose pixels have several depths"))
        }
        guard !header.isUnreadableDWA else {
            throw .unsupported(
                path: name,
                reason: tr("it is compressed by DWA, which FFmpeg's libraries read of RGB in 16 bits alone"))
        }
        guard !EXRPlainHeader.isSubsampled(bytes) else {
            throw .unsupported(
                path: name, reason: tr("its colors have a lower resolution than its luminance"))
        }
        if let window = header.displayWindow, window.x != 0 || window.y != 0 {
            // libavcodec takes it for one that does, and shows another part.
            throw .unsupported(
                path: name,
                reason: tr("its display window begins at \(window.x), \(window.y) rather than 0, 0"))
        }
        // What is shown may be far larger than what there are pixels of: half a gigabyte it may take, whatever the file's
        // length, at 16 bytes a pixel here and as many in libavcodec. ZIP makes a thousand bytes of one, and DWA more of
        // what is black.
        var findings = Findings(isPremultiplied: true, mostPixels: max(1 << 24, 4096 * bytes.count))
        if let primaries = header.primaries, !primaries.isSame(as: .sRGB) {
            findings.colors = .space(
                ColorSpace(primaries: primaries, curves: ColorSpace.linearSRGB.curves))
        }
        let plain = EXRPlainHeader.rewritten(bytes)
        defer { withExtendedLifetime(plain) {} }
        let picture = try decode(
            plain?.bytes ?? bytes, codec: "exr", findings: findings, format: .exr,
            isWhole: header.isWhole(bytes),
            options: options, name: name)
        guard picture.depth == .float else {
            throw .unsupported(path: name, reason: tr("its channels are whole numbers, which are no light"))
        }
        return picture
    }
}
