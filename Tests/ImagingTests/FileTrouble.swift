import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct FileTrouble {
    private let picture = noise(40, 40, .eight, .rgb)

    @Test func filesThatAreNoPicturesAreReported() throws {
        let folder = try temporaryFolder()
        try write([], to: folder.file("empty.png"))
        try write(Array("This is text, not a picture.\n".utf8), to: folder.file("text.png"))
        try FileManager.default.createDirectory(
            atPath: folder.file("folder.png"), withIntermediateDirectories: false)
        #expect(mkfifo(folder.file("pipe.png"), 0o600) == 0)
        let cases: [(name: String, error: (String) -> ImagingError)] = [
            ("empty.png", { .file(.empty(path: $0)) }), ("text.png", { .notAPicture(path: $0) }),
            ("folder.png", { .file(.isFolder(path: $0)) }), ("absent.png", { .file(.missing(path: $0)) }),
            ("pipe.png", { .file(.isNotAFile(path: $0)) }),
        ]
        for (name, expected) in cases {
            let path = folder.file(name)
            let error = failure { () throws(ImagingError) in _ = try Picture(contentsOf: path) }
            #expect(error == expected(path))
            #expect(error?.description.contains(name) == true)
        }
    }

    /// libvips must never open these files: its SVG reader loops forever on them.
    @Test(arguments: ["a.svgz", "a.png", "a.jpg"])
    func aCompressedDrawingCutShortIsNoPicture(_ name: String) throws {
        let folder = try temporaryFolder()
        try runPython(
            """
            import gzip, sys
            shapes = "".join('<rect x="%d" y="%d" width="3" height="4"/>' % (i, i * 7 % 50) for i in range(200))
            drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">' + shapes + "</svg>"
            open(sys.argv[1], "wb").write(gzip.compress(drawing.encode())[:185])
            """, arguments: [folder.file(name)])
        let probe = try runProgram(
            "/usr/bin/timeout", arguments: ["60", builtProgram("probe"), "open", folder.file(name)])
        #expect(probe.status == 1 && probe.output.contains("\(name) is not a picture"), "\(probe)")
    }

    @Test func moreThanAGigapixelIsReadOnlyWhereThatIsWanted() throws {
        let folder = try temporaryFolder()
        // The data is invalid, but is not examined before the size; it must only be long enough.
        try runPython(
            pngEncoder + """

                data = bytes(440000)
                open(sys.argv[1], "wb").write(b"\\x89PNG\\r\\n\\x1a\\n"
                    + chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 1, 0, 0, 0, 0)) + chunk(b"IDAT", data)
                    + chunk(b"IEND", b""))
                """, arguments: [folder.file("a.png")])
        let path = folder.file("a.png")
        let error = failure { () throws(ImagingError) in _ = try Picture(contentsOf: path) }
        // On a machine with less memory, this is the error.
        guard error != .tooLarge(path: path, width: 60000, height: 60000) else { return }
        #expect(
            error == .unusuallyLarge(path: path, width: 60000, height: 60000, byteCount: 14_400_000_000))
        #expect(error?.description.contains("14.4 GB") == true)
        let wanted = failure { () throws(ImagingError) in
            _ = try Picture(
                contentsOf: path, options: .init(largestPixelCount: DecodingOptions.greatestPixelCount))
        }
        guard case .damaged? = wanted else {
            Issue.record("\(String(describing: wanted))")
            return
        }
    }

    @Test func theContentDecidesNotTheExtension() throws {
        let folder = try temporaryFolder()
        try picture.write(to: folder.file("a.png"))
        try FileManager.default.moveItem(atPath: folder.file("a.png"), toPath: folder.file("a.jpg"))
        let again = try Picture(contentsOf: folder.file("a.jpg"))
        #expect(again.bytes == picture.bytes && again.format == .png)
    }

    @Test func anUnreadableFileIsReported() throws {
        let folder = try temporaryFolder()
        let path = folder.file("secret.png")
        try picture.write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        let program = try builtProgram("probe")
        // Root may read everything, so the child runs as nobody, who must still be able to reach the program.
        let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let result: (status: Int32, output: String, errors: String)
        if geteuid() == 0 {
            let reachable = folder.file("probe")
            try FileManager.default.copyItem(atPath: program, toPath: reachable)
            result = try runProgram("/usr/bin/setpriv", arguments: asNobody + [reachable, "open", path])
        } else {
            result = try runProgram(program, arguments: ["open", path])
        }
        #expect(result.status == 1)
        #expect(result.output.contains("secret.png: you do not have permission to read it"), "\(result)")
    }

    @Test func anUnwritableFolderIsReported() throws {
        let folder = try temporaryFolder()
        try write(Array("old".utf8), to: folder.file("old.png"))
        try FileManager.default.createDirectory(
            atPath: folder.file("folder.png"), withIntermediateDirectories: false)
        let cases: [(name: String, error: (String) -> ImagingError)] = [
            ("absent/a.png", { .file(.missingFolder(path: $0, folder: folder.file("absent"))) }),
            ("old.png/a.png", { .file(.missingFolder(path: $0, folder: folder.file("old.png"))) }),
            ("a.foo", { .unknownExtension(path: $0) }), ("a", { .unknownExtension(path: $0) }),
            ("old.png", { .file(.exists(path: $0)) }), ("folder.png", { .file(.exists(path: $0)) }),
        ]
        let picture = picture
        for (name, expected) in cases {
            let path = folder.file(name)
            let error = failure { () throws(ImagingError) in try picture.write(to: path) }
            #expect(error == expected(path))
        }
        let error = failure { () throws(ImagingError) in
            try picture.write(to: folder.file("folder.png"), overwrite: true)
        }
        #expect(error == .file(.isFolder(path: folder.file("folder.png"))))
        #expect(
            failure { () throws(ImagingError) in try picture.write(to: "a.foo") }?.description
                == "a.foo: Glint cannot write .foo files; use .png, .jpg, .tif, .webp, .jxl, .avif or .exr"
        )
        #expect(folder.names == ["folder.png", "old.png"])
        #expect(try contents(folder.file("old.png")) == Array("old".utf8))
    }

    @Test func formatsWithSmallerLimitsSaySo() throws {
        let folder = try temporaryFolder()
        let wide = PixelBuffer(width: 16_384, height: 1, depth: .eight) { _ in }
        let error = failure { () throws(ImagingError) in
            try Picture(pixels: wide, channels: .rgb).write(to: folder.file("a.webp"))
        }
        #expect(error == .tooLargeForFormat(path: folder.file("a.webp"), format: .webp, limit: 16_383))
        #expect(folder.names.isEmpty)
    }

    @Test func replacingKeepsPermissionsAndFollowsLinks() throws {
        let folder = try temporaryFolder()
        try write(Array("old".utf8), to: folder.file("real.png"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: folder.file("real.png"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.png"), withDestinationPath: "real.png")
        try picture.write(to: folder.file("link.png"), overwrite: true)
        #expect(try Picture(contentsOf: folder.file("real.png")).bytes == picture.bytes)
        var status = stat()
        #expect(lstat(folder.file("link.png"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(folder.file("real.png"), &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(folder.names == ["link.png", "real.png"])
    }

    /// Some file systems support neither unnamed files nor a rename that refuses to replace, and some not
    /// even links.
    @Test(
        arguments: [[], ["renameat2"], ["renameat2", "link"]], [ENOSYS, EINVAL, EPERM, EMLINK, EOPNOTSUPP])
    func filesAreSavedWhereTheFileSystemCanDoLittle(missing: [String], code: Int32) throws {
        let folder = try temporaryFolder()
        try picture.write(to: folder.file("in.png"))
        let parameters = [
            "renameat2": "int a, const char *b, int c, const char *d, unsigned e",
            "link": "const char *a, const char *b",
        ]
        let refusals = missing.map { "int \($0)(\(parameters[$0] ?? "")) { errno = \(code); return -1; }\n" }
        let library = try preloadedLibrary(refusingUnnamedFiles + refusals.joined(), in: folder)
        let save = [
            "LD_PRELOAD=" + library, try builtProgram("probe"), "open", folder.file("in.png"),
            folder.file("out.png"),
        ]
        let names = folder.names
        let saved = try runProgram("/usr/bin/env", arguments: save)
        #expect(saved.status == 0, "\(saved.output)")
        #expect(folder.names == (names + ["out.png"]).sorted())
        #expect(try Picture(contentsOf: folder.file("out.png")).bytes == picture.bytes)
    }

    /// A special permission applied to the old content, so it must be granted again explicitly.
    @Test func replacingHandsOnNoSpecialPermissions() throws {
        let folder = try temporaryFolder()
        try write(Array("old".utf8), to: folder.file("a.png"))
        #expect(chmod(folder.file("a.png"), 0o7754) == 0)
        try picture.write(to: folder.file("a.png"), overwrite: true)
        var status = stat()
        #expect(stat(folder.file("a.png"), &status) == 0 && status.st_mode & 0o7777 == 0o754)
    }

    @Test func aLinkThatLeadsNowhereIsFollowedOrLeftAsItIs() throws {
        let folder = try temporaryFolder()
        let elsewhere = try temporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("b.png"), withDestinationPath: elsewhere.file("c.png"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("a.png"), withDestinationPath: "./b.png")
        let path = folder.file("a.png")
        let picture = picture
        let error = failure { () throws(ImagingError) in try picture.write(to: path) }
        #expect(error == .file(.exists(path: path)) && elsewhere.names.isEmpty)
        try picture.write(to: path, overwrite: true)
        var status = stat()
        for name in ["a.png", "b.png"] {
            #expect(lstat(folder.file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        }
        #expect(elsewhere.names == ["c.png"] && folder.names == ["a.png", "b.png"])
        #expect(try Picture(contentsOf: elsewhere.file("c.png")).bytes == picture.bytes)
    }

    @Test func aFolderThatTakesNoFilesIsNotCalledMissing() throws {
        let error = failure { () throws(ImagingError) in try picture.write(to: "/proc/glint-test.png") }
        #expect(error == .file(.unwritable(path: "/proc/glint-test.png")))
    }

    /// For example a disk image with a picture's name: only its beginning is read.
    @Test func aHugeFileThatIsNoPictureFillsNoMemory() throws {
        let folder = try temporaryFolder()
        try write([], to: folder.file("huge.png"))
        #expect(truncate(folder.file("huge.png"), 3 << 30) == 0)
        let result = try runProgram(try builtProgram("probe"), arguments: ["open", folder.file("huge.png")])
        let lines = result.output.split(separator: "\n")
        #expect(lines.last?.contains("huge.png is not a picture") == true, "\(result)")
        #expect(try #require(Int(lines.first ?? "")) < 200_000, "\(result)")
    }

    /// ImageMagick writes a TIFF's directory at the end.
    @Test(arguments: ["png", "jpg", "tif", "tiff64", "webp", "gif", "heic", "avif"])
    func largerFilesAreKnownByTheirBeginning(format: String) throws {
        let folder = try temporaryFolder()
        try noise(300, 200, .eight, .rgb).write(to: folder.file("in.png"))
        let path = folder.file("large")
        let made = try runProgram(
            "/usr/bin/convert", arguments: [folder.file("in.png"), "-quality", "100", "\(format):\(path)"])
        #expect(made.status == 0, "\(made.errors)")
        #expect(try contents(path).count > 1 << 16)
        let picture = try Picture(contentsOf: path)
        #expect(picture.width == 300 && picture.height == 200)
    }

    /// Memory pages are allocated only when accessed, so this uses almost none.
    @Test func aPictureThatFitsInNoMemoryIsAnError() throws {
        let error = #expect(throws: ImagingError.self) {
            _ = try PixelBuffer(width: 1 << 24, height: 1 << 24, depth: .sixteen, name: "wall") { _ in }
        }
        #expect(error == .tooLarge(path: "wall", width: 1 << 24, height: 1 << 24))
        let small = try PixelBuffer(width: 2, height: 1, depth: .eight, name: "tile") { $0[7] = 9 }
        #expect(small.withUnsafeBytes { Array($0) } == [0, 0, 0, 0, 0, 0, 0, 9])
    }

    @Test func aFileThatAppearsWhileSavingIsNotReplaced() throws {
        let folder = try temporaryFolder()
        let path = folder.file("a.png")
        let writer = try PictureEncoder(
            path: path, format: .png, width: 40, height: 40, channels: .rgb, depth: .eight)
        try picture.pixels.withUnsafeBytes { try writer.write(rows: $0, count: 40) }
        try write(Array("newcomer".utf8), to: path)
        #expect(
            failure { () throws(ImagingError) in try writer.finish(overwrite: false) }
                == .file(.exists(path: path)))
        #expect(try contents(path) == Array("newcomer".utf8))
        #expect(folder.names == ["a.png"])
    }

    @Test func aWriterGivenUpLeavesNothing() throws {
        let folder = try temporaryFolder()
        for format in PictureFormat.allCases {
            let path = folder.file("a." + format.fileExtensions[0])
            try picture.pixels.withUnsafeBytes { bytes in
                let dropped = try PictureEncoder(
                    path: path, format: format, width: 40, height: 40, channels: .rgb, depth: .eight)
                try dropped.write(rows: bytes, count: 10)
                let cancelled = try PictureEncoder(
                    path: path, format: format, width: 40, height: 40, channels: .rgb, depth: .eight)
                cancelled.cancel()
                let short = try PictureEncoder(
                    path: path, format: format, width: 40, height: 40, channels: .rgb, depth: .eight)
                try short.write(rows: bytes, count: 39)
                #expect(
                    failure { () throws(ImagingError) in try short.finish(overwrite: true) }
                        == .wrongRowCount(path: path, written: 39, expected: 40))
            }
        }
        #expect(folder.names.isEmpty)
    }

    /// A file size limit simulates a full disk; a small file system is a real one, if it can be mounted.
    @Test func aFullDiskIsAnErrorAndLeavesNothing() throws {
        let folder = try temporaryFolder()
        let input = folder.file("in.png")
        try noise(200, 200, .eight, .rgba).write(to: input)
        let program = try builtProgram("probe")
        let output = try temporaryFolder()
        for name in ["out.png", "out.jpg", "out.tif", "out.webp"] {
            let limited = try runProgram(
                "/usr/bin/prlimit", arguments: ["--fsize=20000", program, "open", input, output.file(name)])
            #expect(limited.status == 1, "\(name): \(limited)")
            #expect(limited.output.contains(name), "\(limited.output)")
            #expect(output.names.isEmpty, "\(name) left \(output.names)")
        }
        let mounted = try runProgram(
            "/usr/bin/mount", arguments: ["-t", "tmpfs", "-o", "size=40k", "tmpfs", output.path])
        guard mounted.status == 0 else { return }
        defer { _ = try? runProgram("/usr/bin/umount", arguments: [output.path]) }
        try write(Array("old".utf8), to: output.file("old.png"))
        for name in ["out.png", "out.tif"] {
            let full = try runProgram(program, arguments: ["open", input, output.file(name)])
            #expect(full.status == 1)
            #expect(
                full.output.contains("no space left on the disk while saving \(output.file(name))"), "\(full)"
            )
            #expect(output.names == ["old.png"])
        }
    }
}
