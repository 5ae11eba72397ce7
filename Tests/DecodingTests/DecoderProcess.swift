import Foundation
import TestSupport
import Testing

/// A file that makes the probe's decoder behave like a compromised one.
private func misdeed(_ name: String, in folder: TemporaryFolder) throws -> String {
    try "#\(name)\n".write(toFile: folder.file(name), atomically: false, encoding: .utf8)
    return folder.file(name)
}

private let makePicture = """
    import sys
    from PIL import Image
    Image.effect_noise((61, 45), 90).convert("RGB").save(sys.argv[1])
    """

@Suite("Decoder process") struct DecoderProcess {
    private let folder: TemporaryFolder
    private let picture: String

    init() throws {
        folder = try temporaryFolder()
        picture = folder.file("picture.png")
        try runPython(makePicture, arguments: [picture])
    }

    /// Every format, with everything that changes how rows are delivered: profiles, interlacing,
    /// orientations, 16 bits, alpha.
    @Test func picturesAreToTheBitWhatIsDecodedInside() throws {
        let names = try runPython(
            """
            import os, sys
            import numpy as np
            from PIL import Image, ImageCms
            from PIL.PngImagePlugin import PngInfo
            os.chdir(sys.argv[1])
            os.remove("picture.png")
            noise = np.random.default_rng(1).integers(0, 256, (45, 61, 4), dtype=np.uint8)
            rgba, rgb = Image.fromarray(noise), Image.fromarray(noise[:, :, :3])
            gray = rgb.convert("L")
            texts = PngInfo()
            texts.add_text("Author", "somebody")
            exif = rgb.getexif()
            exif[0x112] = 6
            # A profile whose colors are not sRGB's.
            profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
            tag = profile.index(b"rXYZ", 0)
            offset = int.from_bytes(profile[tag + 4:tag + 8], "big")
            profile[offset + 9] += 40
            profile = bytes(profile)
            for suffix in ("png", "tif", "webp"):
                rgba.save("rgba." + suffix, **({"lossless": True} if suffix == "webp" else {}))
                rgb.save("profile." + suffix, icc_profile=profile)
                rgb.save("turned." + suffix, exif=exif)
            for suffix in ("png", "jpg", "tif", "gif"): gray.save("gray." + suffix)
            rgb.save("texts.png", pnginfo=texts, dpi=(300, 300))
            Image.fromarray(noise.view(np.uint16)[:, :, 0].copy()).save("deep.png")
            rgb.save("turned.jpg", exif=exif)
            rgb.save("profile.jpg", icc_profile=profile)
            rgb.save("progressive.jpg", progressive=True)
            rgb.convert("CMYK").save("cmyk.jpg")
            os.system("convert rgba.png -interlace PNG interlaced.png; convert profile.png -interlace PNG both.png")
            os.system("convert profile.png photo.avif; convert profile.png photo.heic")
            print("\\n".join(sorted(os.listdir("."))))
            """, arguments: [folder.path]
        ).split(separator: "\n").map { folder.file(String($0)) }
        #expect(names.count == 23)
        let program = try builtProgram("probe")
        // If the file size limit is smaller than a picture, its rows are sent as messages instead.
        for limit in ["", "ulimit -f 1;"] {
            let result = try runProgram(
                "/bin/sh",
                arguments: ["-c", "\(limit) exec \"$@\"", "sh", program, "decode", "compare"] + names)
            let lines = result.output.split(separator: "\n")
            #expect(lines.count == names.count, "\(result.errors)")
            for (name, line) in zip(names, lines) { #expect(line == "same", "\(name) \(limit)") }
        }
    }

    /// The memory of one picture is reused for the next; the missing parts of a damaged picture are
    /// transparent.
    @Test func nothingOfAnEarlierPictureShowsInADamagedOne() throws {
        let names = try runPython(
            """
            import os, sys
            import numpy as np
            from PIL import Image
            os.chdir(sys.argv[1])
            os.remove("picture.png")
            noise = np.random.default_rng(1).integers(0, 256, (450, 610, 3), dtype=np.uint8)
            picture = Image.fromarray(noise)
            for suffix in ("png", "jpg"): picture.save("whole." + suffix)
            picture.save("progressive.jpg", progressive=True)
            os.system("convert whole.png -interlace PNG interlaced.png")
            for name in sorted(os.listdir(".")):
                with open(name, "rb") as file: bytes = file.read()
                with open("cut-" + name, "wb") as file: file.write(bytes[:len(bytes) * 2 // 3])
            for name in sorted(os.listdir(".")):
                if name.startswith("cut-"): print("whole.png", name, sep="\\n")
            """, arguments: [folder.path]
        ).split(separator: "\n").map(String.init)
        #expect(names.count == 8)
        let program = try builtProgram("probe")
        let lines = try runProgram(
            program, arguments: ["decode", "compare-damaged"] + names.map { folder.file($0) }
        ).output.split(separator: "\n")
        #expect(lines == names.map { _ in "same" })
    }

    /// Filters such as text and the correction of a lens depend on it in previews and thumbnails as well.
    @Test func aReducedPictureKnowsItsCamera() throws {
        _ = try runPython(
            """
            import sys
            from PIL import Image
            picture = Image.new("RGB", (6000, 4000))
            exif = picture.getexif()
            exif[0x110] = "Model 7"
            picture.save(sys.argv[1], exif=exif)
            """, arguments: [folder.file("photo.jpg")])
        let words = try #require(try probe(["reduced", folder.file("photo.jpg")]).first).split(
            separator: " ", maxSplits: 1)
        #expect((1..<6000).contains(Int(words[0]) ?? 0) && words.last == "Model 7")
    }

    @Test func decoderIsSandboxedByTheKernelsMeans() throws {
        let names = try #require(try probe(["sandbox"]).first).split(separator: " ")
        #expect(names.contains("limits"))
        #expect(names.contains("seccomp"))
    }

    @Test(arguments: [
        "write", "create", "unlink", "read", "connect", "execute", "fork", "signal", "limit", "allocate",
    ])
    func decoderThatWasTakenOverGets(nothingBy name: String) throws {
        let lines = try probe(["read", misdeed(name, in: folder), picture])
        #expect(lines.count == 2)
        #expect(lines.first?.contains("could not be read: refused") == true, "\(lines)")
        #expect(lines.last?.hasPrefix("61 45") == true, "\(lines)")
    }

    @Test(arguments: [
        ("crash", "is damaged: its decoder crashed"), ("exit", "is damaged: its decoder crashed"),
        ("spin", "is damaged: its decoder did not finish in time"),
        ("sleep", "is damaged: its decoder did not finish in time"),
    ])
    func decoderThatFailsIsDamageOfThatFileAlone(name: String, sentence: String) throws {
        let lines = try probe(["read", picture, misdeed(name, in: folder), picture])
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first?.contains(sentence) == true, "\(lines)")
        for line in [lines.first, lines.last] { #expect(line?.hasPrefix("61 45") == true, "\(lines)") }
    }

    @Test func oneProcessDecodesHundredsOfFiles() throws {
        let program = try builtProgram("probe")
        let files = [String](repeating: picture, count: 300)
        let lines = try runProgram(program, arguments: ["decode", "read"] + files).output.split(
            separator: "\n")
        #expect(lines.count == 300)
        // Each line has the size, the process and the number of open descriptors, which may include that of
        // memory kept for the next picture.
        let fields = lines.dropFirst().map { $0.split(separator: " ") }
        #expect(Set(fields.map { $0.dropLast() }).count == 1, "\(Set(lines))")
        let descriptors = fields.compactMap { $0.last.flatMap { Int($0) } }
        #expect((descriptors.max() ?? 0) - (descriptors.min() ?? 0) <= 1, "\(Set(lines))")
    }

    @Test func decoderThatWasEndedWhileItWaitedIsReplaced() throws {
        #expect(try probe(["kill", picture, picture, picture]) == ["61 45", "61 45", "61 45"])
    }

    @Test(arguments: ["sleep", "spin"]) func decoderEndsWithItsProgram(name: String) throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: try builtProgram("probe"))
        program.arguments = ["decode", "wait", try misdeed(name, in: folder)]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let decoder = try #require(pid_t(line.trimmingCharacters(in: .newlines)))
        #expect(kill(decoder, 0) == 0)
        kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
        let end = ContinuousClock.now + .seconds(20)
        while isRunning(decoder), ContinuousClock.now < end { usleep(5_000) }
        #expect(!isRunning(decoder))
    }
}
