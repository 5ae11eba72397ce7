import Glibc
import Imaging
import TestSupport
import Testing

/// Metadata is processed in time proportional to its size: each of these files once took a minute or more.
@Suite struct MetadataWork {
    /// The CPU seconds of this thread, so that concurrent tests do not count.
    private func seconds(_ work: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try work()
        return now() - start
    }

    private static let limit = 10.0

    private func save(_ metadata: Metadata, as name: String, in folder: TemporaryFolder) throws {
        let pixels = noise(2, 2, .eight, .rgb).pixels
        try Picture(pixels: pixels, channels: .rgb, metadata: metadata).write(to: folder.file(name))
    }

    @Test(arguments: ["", ">", "x", ">6"])
    func tagsThatNeverEndInXMP(end: String) throws {
        let folder = try temporaryFolder()
        let packet = String(repeating: "<tiff:Orientation ", count: 40_000) + end
        let spent = try seconds {
            try save(Metadata(xmp: Array(packet.utf8)), as: "a.png", in: folder)
            _ = try Picture(contentsOf: folder.file("a.png"))
        }
        #expect(spent < Self.limit)
    }

    @Test(
        arguments: ["<hdrgm:", " hdrgm:a='", "<hdrgm:a>", "<hdrgm:a></hdrgm:", "xmlns:hdrgm='"],
        ["", ">", "'", "x"])
    func propertiesThatNeverEndInXMP(part: String, end: String) throws {
        let folder = try temporaryFolder()
        let packet = String(repeating: part, count: 60_000) + end
        let spent = try seconds {
            try save(Metadata(xmp: Array(packet.utf8)), as: "a.png", in: folder)
        }
        #expect(spent < Self.limit)
    }

    /// Each of these entries points back at the directory that contains it.
    @Test func directoriesThatPointAtThemselves() throws {
        let folder = try temporaryFolder()
        let count = 20_000
        for tag in [0x8769, 0x8825, 0xA005] {
            let entry = [UInt8(tag & 255), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]
            let exif =
                [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(count & 255), UInt8(count >> 8)]
                + Array(repeatElement(entry, count: count).joined()) + [8, 0, 0, 0]
            for name in ["a.png", "a.tif", "a.webp", "a.jpg"] {
                let spent = try seconds { try save(Metadata(exif: exif), as: name, in: folder) }
                #expect(spent < Self.limit, "\(tag) in \(name)")
            }
            let spent = try seconds { _ = try Picture(contentsOf: folder.file("a.png")) }
            #expect(spent < Self.limit, "\(tag)")
            // libexif alone would take ten seconds.
            let path = folder.file("a.webp")
            let refused = seconds {
                let error = failure { () throws(ImagingError) in _ = try Picture(contentsOf: path) }
                #expect(error == .damaged(path: path, reason: "it has too many metadata blocks"))
            }
            #expect(refused < Self.limit)
            for name in ["a.png", "a.tif", "a.webp", "a.jpg"] { unlink(folder.file(name)) }
        }
    }

    /// For each new segment, libjpeg walks all segments that it has kept.
    @Test func aJPEGOfNothingButSegmentsIsRefused() throws {
        let folder = try temporaryFolder()
        let picture = noise(8, 8, .eight, .rgb)
        try picture.write(to: folder.file("a.jpg"))
        let file = try contents(folder.file("a.jpg"))
        let segments = Array(repeatElement([0xFF, 0xE2, 0, 2] as [UInt8], count: 100_000).joined())
        try write(file.prefix(2) + segments + file.dropFirst(2), to: folder.file("b.jpg"))
        let spent = seconds {
            let error = failure { () throws(ImagingError) in _ = try Picture(contentsOf: folder.file("b.jpg"))
            }
            #expect(
                error
                    == .damaged(
                        path: folder.file("b.jpg"), reason: "it has too many metadata blocks"))
        }
        #expect(spent < Self.limit)
        // The largest possible profile needs this many segments, so they are accepted.
        try write(file.prefix(2) + segments.prefix(4 * 1000) + file.dropFirst(2), to: folder.file("c.jpg"))
        #expect(
            try Picture(contentsOf: folder.file("c.jpg")).bytes
                == Picture(contentsOf: folder.file("a.jpg")).bytes)
    }
}
