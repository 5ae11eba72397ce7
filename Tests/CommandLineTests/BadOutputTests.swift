import Foundation
import TestSupport
import Testing

/// Destinations that cannot be written: status 1, one line that names the file, and nothing lost.
@Suite struct BadOutputTests {
    /// Renders `a.png`, and expects an error that leaves the folder unchanged.
    private func refused(
        _ folder: TemporaryFolder, _ arguments: String..., mentions: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let names = folder.names
        let bytes = try folder.bytes("a.png")
        let run = try glint(in: folder, arguments: ["render", "a.png"] + arguments + ["--", "invert"])
        expectRefusal(run, status: 1, mentions: mentions, sourceLocation: sourceLocation)
        #expect(folder.names == names, sourceLocation: sourceLocation)
        #expect(try folder.bytes("a.png") == bytes, sourceLocation: sourceLocation)
    }

    @Test func aMissingFolder() throws {
        try refused(folderWithPicture(), "-o", "none/b.png", mentions: "no folder none")
    }

    @Test(arguments: ["b.xyz", "b.gif"]) func anUnknownExtension(name: String) throws {
        try refused(folderWithPicture(), "-o", name, mentions: "\(name): ")
    }

    @Test(arguments: ["b", "b.", ".png"]) func noExtension(name: String) throws {
        try refused(folderWithPicture(), "-o", name, mentions: "\(name) has no extension")
    }

    @Test func aFolderThatTakesNoFiles() throws {
        try refused(
            folderWithPicture(), "-o", "/proc/glint-test.png",
            mentions: "you do not have permission to write there")
    }

    @Test func aFileThatIsNoFolder() throws {
        let folder = try folderWithPicture()
        try refused(folder, "-o", "a.png/b.png", mentions: "no folder a.png")
    }

    @Test func theInputItselfEvenWithOverwriting() throws {
        let folder = try folderWithPicture()
        for output in ["a.png", "./a.png", folder.file("a.png")] {
            try refused(folder, "-y", "-o", output, mentions: "\(output) is an input")
            try refused(folder, "-n", "-o", output, mentions: "\(output) is an input")
        }
    }

    @Test func theInputUnderAnotherName() throws {
        let folder = try folderWithPicture()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.file("symbolic.png"), withDestinationPath: "a.png")
        try files.linkItem(atPath: folder.file("a.png"), toPath: folder.file("hard.png"))
        try files.createSymbolicLink(atPath: folder.file("place"), withDestinationPath: ".")
        for output in ["symbolic.png", "hard.png", "place/a.png"] {
            try refused(folder, "-y", "-o", output, mentions: "\(output) is an input")
        }
        let run = try glint(in: folder, "render", "symbolic.png", "-y", "-o", "a.png", "--", "invert")
        expectRefusal(run, status: 1, mentions: "a.png is an input")
    }

    @Test func anotherInput() throws {
        let folder = try folderWithPicture()
        try python(in: folder, "save('x-a.png', noise(4, 4)); save('b.png', noise(4, 4))")
        let before = try folder.bytes("x-a.png")
        let run = try glint(in: folder, "render", "a.png", "x-a.png", "b.png", "-yq", "-o", "x-{stem}.png")
        expectRefusal(run, status: 1, mentions: "x-a.png is an input")
        #expect(try folder.bytes("x-a.png") == before)
        #expect(folder.has("x-x-a.png") && folder.has("x-b.png"))
    }

    @Test func anExistingFileStaysUnlessOverwritingIsRequested() throws {
        let folder = try folderWithPicture()
        try folder.write("precious", to: "b.png")
        try refused(folder, "-o", "b.png", mentions: "b.png already exists")
        #expect(try folder.bytes("b.png") == Data("precious".utf8))
        let kept = try glint(in: folder, "render", "a.png", "-n", "-o", "b.png", "--", "invert")
        #expect(kept.status == 0 && kept.errors.contains("b.png already exists"))
        #expect(try folder.bytes("b.png") == Data("precious".utf8))
        let run = try glint(in: folder, "render", "a.png", "-y", "-o", "b.png", "--", "invert")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try folder.bytes("b.png").starts(with: Data([0x89, 0x50])))
    }

    @Test func aBrokenInputLeavesTheFileToBeOverwritten() throws {
        let folder = try folderWithPicture()
        try folder.write("no picture", to: "bad.png")
        try folder.write("precious", to: "b.png")
        let run = try glint(in: folder, "render", "bad.png", "-y", "-o", "b.png")
        expectRefusal(run, status: 1, mentions: "bad.png")
        #expect(try folder.bytes("b.png") == Data("precious".utf8))
    }

    @Test func twoInputsForOneFile() throws {
        let folder = try folderWithPicture()
        try python(in: folder, "save('a.gif', noise(4, 4, 1)); os.mkdir('out')")
        for arguments in [
            ["a.png", "a.gif", "-o", "out"], ["a.png", "a.gif", "-o", "b.png"],
            ["a.png", "./a.png", "-o", "out"],
            ["a.png", "a.gif", "-y", "-o", "out/{stem}.webp"],
        ] {
            let run = try glint(in: folder, arguments: ["render"] + arguments)
            expectRefusal(run, status: 1, mentions: "would both be saved as")
        }
        let run = try glint(in: folder, "render", "a.png", "a.gif", "-o", "none")
        expectRefusal(run, status: 1, mentions: "no folder none", "mkdir none")
        try folder.write("text", to: "none")
        let file = try glint(in: folder, "render", "a.png", "a.gif", "-o", "none")
        expectRefusal(file, status: 1, mentions: "none is not a folder")
        #expect(folder.names == ["a.gif", "a.png", "none", "out"])
    }

    @Test func aLimitOnTheSizeOfFilesLeavesNoFile() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(400, 400))")
        for output in ["b.png", "b.jpg", "b.tif", "b.webp"] {
            // The file size limit: 8 blocks of 512 or 1024 bytes, depending on the shell.
            let run = try glint(in: folder, prefix: "ulimit -f 8;", "render", "a.png", "-o", output)
            expectRefusal(run, status: 1, mentions: output)
            #expect(folder.names == ["a.png"])
        }
    }

    /// Mounting needs user namespaces, which some systems do not allow.
    private static let canMount =
        (try? runProgram(
            "/usr/bin/unshare",
            arguments: ["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "t", "/mnt"]
        ))?.status == 0

    @Test(.enabled(if: canMount)) func aFullDiskLeavesNoFile() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(400, 400)); os.mkdir('disk')")
        for output in ["disk/b.png", "disk/b.jpg", "disk/b.tif", "disk/b.webp"] {
            let run = try glint(
                in: folder,
                prefix: """
                    exec unshare --user --map-root-user --mount sh -c \
                    'mount -t tmpfs -o size=40k t disk && "$@"; status=$?; ls -A disk; exit $status' sh
                    """,
                "render", "a.png", "-o", output, "--quality", "100", "--", "invert")
            expectRefusal(run, status: 1, mentions: "no space left", output)
        }
    }
}
