import Filters
import Foundation
import Imaging

/// Metadata beside the pixels: each input is inserted into pictures of one pixel, which are then read.
extension FuzzTarget {
    static let metadata = [
        FuzzTarget(name: "exif") { input in
            let block = Array(input)
            _ = try? decode(PNGFile.inserting(PNGFile.chunk("eXIf", block), into: SmallPicture.png))
            // EXIF in a JPEG is also parsed by libexif.
            guard block.count < 65_000 else { return }
            try decode(SmallPicture.jpeg(withSegment: 0xE1, Array("Exif\0\0".utf8) + block))
        },
        FuzzTarget(name: "tiff-directories") { input in
            try decode(
                TIFFFile.pixel(
                    samples: 3, photometric: 2,
                    fields: [
                        .init(tag: 34_665, value: .directory), .init(tag: 34_853, value: .directory),
                    ], trailer: Array(input)))
        },
        FuzzTarget(name: "xmp") { input in
            let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(input)
            let picture = try decode(
                PNGFile.inserting(PNGFile.chunk("iTXt", text), into: SmallPicture.png))
            if let xmp = picture.metadata.xmp {
                demand(xmp.count <= max(input.count, 1) * 2, "an upright packet is not much longer")
            }
        },
        FuzzTarget(name: "iptc") { input in
            let digits = input.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let text = "Raw profile type iptc\0\niptc\n\(input.count)\n\(digits)\n"
            try decode(PNGFile.inserting(PNGFile.chunk("tEXt", Array(text.utf8)), into: SmallPicture.png))
        },
        // The first byte selects the kind of the chunk, which contains the rest.
        FuzzTarget(name: "png-text") { input in
            guard let kind = input.first else { return }
            let text = Array(input.dropFirst())
            let chunk =
                switch kind % 4 {
                case 0: PNGFile.chunk("tEXt", text)
                case 1: PNGFile.chunk("iTXt", text)
                case 2: PNGFile.chunk("tEXt", Array("Raw profile type ".utf8) + text)
                default: PNGFile.chunk("zTXt", Array("Comment\0\0".utf8) + PNGFile.stored(text))
                }
            try decode(PNGFile.inserting(chunk, into: SmallPicture.png))
        },
        FuzzTarget(name: "icc") { input in
            let profile = Array(input)
            // The pixel has the color space that the profile declares, or else RGB. The file is a TIFF, since
            // libpng rejects most profiles with a wrong byte.
            let space = String(decoding: profile.dropFirst(16).prefix(4), as: UTF8.self)
            let (samples, photometric) = space == "GRAY" ? (1, 1) : space == "CMYK" ? (4, 5) : (3, 2)
            try decode(
                TIFFFile.pixel(
                    samples: samples, photometric: photometric,
                    fields: [.init(tag: 34_675, value: .bytes(profile))]))
        },
        // The input: a format, the lengths of EXIF and XMP, then EXIF, XMP and IPTC, which are written and
        // read again.
        FuzzTarget(name: "saving") { input in
            guard input.count >= 5 else { return }
            let format = PictureFormat.allCases[Int(input[0]) % PictureFormat.allCases.count]
            let lengths = [1, 3].map { Int(input[$0]) << 8 | Int(input[$0 + 1]) }
            let exif = Array(input.dropFirst(5).prefix(lengths[0]))
            let xmp = Array(input.dropFirst(5 + lengths[0]).prefix(lengths[1]))
            let iptc = Array(input.dropFirst(5 + lengths[0] + lengths[1]))
            let metadata = Metadata(
                exif: exif.isEmpty ? nil : exif, xmp: xmp.isEmpty ? nil : xmp,
                iptc: iptc.isEmpty ? nil : iptc,
                texts: [.init(keyword: String(decoding: iptc, as: UTF8.self), text: "text")])
            let file = try SmallPicture.encoded(as: format, metadata: metadata)
            let again = try? decode(file)
            demand(again != nil, "a saved picture is read")
        },
    ]
}

/// Pictures of one pixel, to insert metadata into.
enum SmallPicture {
    static let png = made(.png)
    private static let plainJPEG = made(.jpeg)

    /// A JPEG with one additional segment.
    static func jpeg(withSegment marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        let length = bytes.count + 2
        return plainJPEG[..<2] + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + bytes
            + plainJPEG[2...]
    }

    private static func made(_ format: PictureFormat) -> [UInt8] {
        do {
            return try encoded(as: format, metadata: Metadata())
        } catch {
            fatalError("a picture of one pixel cannot be made: \(error)")
        }
    }

    static func encoded(as format: PictureFormat, metadata: Metadata) throws -> [UInt8] {
        let path = folder + "/pixel." + format.fileExtensions[0]
        defer { unlink(path) }
        let pixels = try PixelBuffer(width: 1, height: 1, depth: .eight, name: path) { bytes in
            bytes.copyBytes(from: [200, 100, 50, 255])
        }
        try Picture(pixels: pixels, channels: .rgb, metadata: metadata).write(to: path)
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// A temporary folder of this process.
    private static let folder: String = {
        let path = "\(FileManager.default.temporaryDirectory.path)/glint-fuzz-\(getpid())"
        mkdir(path, 0o700)
        atexit { rmdir(SmallPicture.folder) }
        return path
    }()
}
