import Foundation
import Imaging
import TestSupport
import Testing

/// Maker notes contain offsets that are relative to positions in their file.
@Suite struct MetadataOfMakers {
    private static let notes = Data("THE-NOTES-OF-THE-MAKER".utf8)

    /// A picture whose EXIF block has maker notes, but no resolution.
    private func makePicture(_ path: String) throws {
        try runPython(
            #"""
            import sys
            from PIL import Image
            exif = Image.Exif()
            exif[0x010F] = "Lighthouse"
            exif[0x8769] = {0x829A: 0.004, 0x927C: sys.argv[2].encode()}
            Image.new("RGB", (32, 24)).save(sys.argv[1], exif=exif, dpi=(300, 300))
            """#, arguments: [path, String(decoding: Self.notes, as: UTF8.self)])
    }

    private func offset(in block: [UInt8]?) -> Int? {
        block.flatMap { Data($0).range(of: Self.notes) }?.lowerBound
    }

    @Test(arguments: ["b.jpg", "b.png", "b.webp"])
    func theyStayWhereTheyAre(name: String) throws {
        let folder = try temporaryFolder()
        try makePicture(folder.file("a.jpg"))
        let picture = try Picture(contentsOf: folder.file("a.jpg"))
        let before = try #require(offset(in: picture.metadata.exif))
        try picture.write(to: folder.file(name))
        let again = try Picture(contentsOf: folder.file(name))
        #expect(offset(in: again.metadata.exif) == before)
        #expect(again.metadata.losses.isEmpty)
        let resolution = try #require(again.metadata.resolution)
        #expect(abs(resolution.x * 25.4 - 300) < 0.1 && abs(resolution.y * 25.4 - 300) < 0.1)
        let result = try runProgram(
            "/usr/bin/exiftool", arguments: ["-s3", "-Make", "-ExposureTime", folder.file(name)])
        #expect(result.output == "Lighthouse\n1/250\n")
    }

    @Test func aTIFFCannotContainThem() throws {
        let folder = try temporaryFolder()
        try makePicture(folder.file("a.jpg"))
        let metadata = try Picture(contentsOf: folder.file("a.jpg")).metadata
        let writer = try PictureEncoder(
            path: folder.file("b.tif"), format: .tiff, width: 4, height: 4, channels: .rgb, depth: .eight,
            metadata: metadata)
        #expect(writer.losses == [.noPlace(.makerNotes, .tiff)])
        let pixels = noise(4, 4, .eight, .rgb).pixels
        try pixels.withUnsafeBytes { bytes throws(ImagingError) in try writer.write(rows: bytes, count: 4) }
        try writer.finish(overwrite: false)
        #expect(Data(try contents(folder.file("b.tif"))).range(of: Self.notes) == nil)
        #expect(try Picture(contentsOf: folder.file("b.tif")).metadata.losses.isEmpty)
    }

    @Test func thoseOfATIFFAreNotKept() throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys
            def entry(tag, kind, count, value): return struct.pack("<HHII", tag, kind, count, value)
            def directory(*entries): return struct.pack("<H", len(entries)) + b"".join(entries) + bytes(4)
            data = b"II*\0" + struct.pack("<I", 8) + directory(
                entry(256, 3, 1, 1), entry(257, 3, 1, 1), entry(258, 3, 1, 8), entry(259, 3, 1, 1),
                entry(262, 3, 1, 1), entry(271, 2, 11, 200), entry(273, 4, 1, 300), entry(277, 3, 1, 1),
                entry(278, 3, 1, 1), entry(279, 4, 1, 1), entry(34665, 4, 1, 220))
            data = data.ljust(200, b"\0") + b"Lighthouse\0"
            data = data.ljust(220, b"\0") + directory(entry(0x927C, 7, len(sys.argv[2]), 260))
            data = data.ljust(260, b"\0") + sys.argv[2].encode()
            open(sys.argv[1], "wb").write(data.ljust(300, b"\0") + b"\x80")
            """#, arguments: [folder.file("a.tif"), String(decoding: Self.notes, as: UTF8.self)])
        #expect(Data(try contents(folder.file("a.tif"))).range(of: Self.notes) != nil)
        let metadata = try Picture(contentsOf: folder.file("a.tif")).metadata
        #expect(metadata.losses == [.notKept(.makerNotes)])
        #expect(metadata.exif != nil && offset(in: metadata.exif) == nil)
    }

    /// A Canon's EXIF block in either byte order; exiftool reads its maker notes by their offsets.
    @Test(arguments: ["II", "MM"], ["b.jpg", "b.png", "b.webp"])
    func theirOffsetsLeadToTheSameValues(order: String, name: String) throws {
        let folder = try temporaryFolder()
        try runPython(
            #"""
            import struct, sys
            from PIL import Image
            order = "<" if sys.argv[2] == "II" else ">"
            def entry(tag, kind, count, value): return struct.pack(order + "HHII", tag, kind, count, value)
            def directory(*entries): return struct.pack(order + "H", len(entries)) + b"".join(entries) + bytes(4)
            block = sys.argv[2].encode() + struct.pack(order + "HI", 42, 8)
            block += directory(entry(0x010F, 2, 6, 100), entry(0x8769, 4, 1, 50))
            block = block.ljust(50, b"\0") + directory(entry(0x927C, 7, 60, 110))
            block = block.ljust(100, b"\0") + b"Canon\0"
            # The owner's name, far behind.
            block = block.ljust(110, b"\0") + directory(entry(9, 2, 32, 138))
            block = block.ljust(138, b"\0") + b"Nobody".ljust(32, b"\0")
            Image.new("RGB", (32, 24)).save(sys.argv[1], exif=b"Exif\0\0" + block, dpi=(300, 300))
            """#, arguments: [folder.file("a.jpg"), order])
        let owner = ["-s3", "-Canon:OwnerName", "-Make", "-IFD0:XResolution"]
        let before = try runProgram("/usr/bin/exiftool", arguments: owner + [folder.file("a.jpg")]).output
        #expect(before == "Nobody\nCanon\n")
        try Picture(contentsOf: folder.file("a.jpg")).write(to: folder.file(name))
        let after = try runProgram("/usr/bin/exiftool", arguments: owner + [folder.file(name)]).output
        #expect(after == (name == "b.webp" ? "Nobody\nCanon\n300\n" : before))
    }
}
