import Foundation
import TestSupport
import Testing

/// Inputs that are not pictures: status 1, one line that names the file, and nothing written.
@Suite struct BadInputTests {
    private func refused(
        _ folder: TemporaryFolder, input: String = "bad.png", prefix: String = "", mentions: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = folder.names
        let run = try glint(in: folder, prefix: prefix, "render", input, "-o", "out.png", "--", "invert")
        expectRefusal(run, status: 1, mentions: input, mentions, sourceLocation: sourceLocation)
        #expect(folder.names == before, sourceLocation: sourceLocation)
    }

    @Test func aMissingFile() throws {
        try refused(temporaryFolder(), mentions: "no file")
    }

    @Test func anEmptyFile() throws {
        let folder = try temporaryFolder()
        try folder.write("", to: "bad.png")
        try refused(folder, mentions: "is empty")
    }

    @Test func textNamedAsAPicture() throws {
        let folder = try temporaryFolder()
        try folder.write("dear diary\n", to: "bad.png")
        try refused(folder, mentions: "is not a picture")
    }

    @Test func aFolder() throws {
        let folder = try temporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("bad.png"), withIntermediateDirectories: false)
        try refused(folder, mentions: "is a folder")
    }

    @Test func aFileThatMayNotBeRead() throws {
        let folder = try folderWithPicture()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.file("a.png"))
        // Root can read everything unless it drops that capability.
        let prefix = getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
        try refused(folder, input: "a.png", prefix: prefix, mentions: "do not have permission to read")
    }

    @Test(arguments: ["png", "jpg", "tif", "webp"]) func aTruncatedFile(suffix: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save('whole.\(suffix)', noise(64, 64))
            whole = open('whole.\(suffix)', 'rb').read()
            for part in (1, 8, 20, 33, len(whole) // 2, len(whole) * 9 // 10):
                open('bad%d.\(suffix)' % part, 'wb').write(whole[:part])
            """)
        let before = folder.names
        for name in before where name.hasPrefix("bad") {
            let run = try glint(in: folder, "render", name, "-o", "out.png")
            expectRefusal(run, status: 1, mentions: name)
        }
        #expect(folder.names == before)
    }

    @Test func aPictureThatClaimsToBeHugeTakesNoMemory() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import struct, zlib
            def chunk(kind, data):
                return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
            open('bad.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n'
                + chunk(b'IHDR', struct.pack('>IIBBBBB', 60000, 60000, 8, 6, 0, 0, 0))
                + chunk(b'IDAT', zlib.compress(b'')) + chunk(b'IEND', b''))
            """)
        let start = ContinuousClock.now
        try refused(folder, mentions: "bad.png")
        #expect(.now - start < .seconds(5))
    }

    @Test func oneBadFileDoesNotStopTheRest() throws {
        let folder = try folderWithPicture()
        try folder.write("no picture", to: "bad.png")
        try python(in: folder, "save('c.png', noise(5, 7, seed=2)); os.mkdir('out')")
        let run = try glint(
            in: folder, "render", "a.png", "bad.png", "missing.png", "c.png", "-o", "out", "--", "invert")
        #expect(run.status == 1)
        #expect(run.errorLines.count == 3)
        #expect(run.errorLines.last == "2 saved, 2 failed", "\(run.errors)")
        #expect(run.errors.contains("bad.png") && run.errors.contains("missing.png"))
        #expect(folder.has("out/a.png") && folder.has("out/c.png") && !folder.has("out/bad.png"))
    }

    @Test func controlCharactersInANameKeepTheErrorOnOneLine() throws {
        let run = try glint(in: temporaryFolder(), "render", "two\nlines.png", "-o", "out.png")
        expectRefusal(run, status: 1, mentions: "lines.png")
    }
}
