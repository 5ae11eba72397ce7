import Foundation
import TestSupport
import Testing

/// Long arguments are shortened to their beginning and end in messages, and are not slow to compare.
@Suite struct LongArgumentTests {
    @Test func anUnknownFilterOfAMegabyteIsReportedShortlyAndSoon() throws {
        let folder = try folderWithPicture()
        let id = String(repeating: "saturation", count: 100_000)
        try folder.write(#"{"glint": 1, "filters": [{"id": "\#(id)"}]}"#, to: "r.json")
        // CPU seconds: comparing each letter with each letter of every filter name took 45.
        let run = try glint(
            in: folder, prefix: "ulimit -t 10;", "render", "a.png", "-o", "b.png", "--recipe", "r.json")
        expectRefusal(
            run, status: 1, mentions: "r.json", "there is no filter “saturationsaturation", "ation”")
        #expect(run.errors.utf8.count < 3000)
    }

    @Test(arguments: [
        ["render", "LONG"], ["LONG"], ["render", "a.png", "-o", "b.png", "--", "LONG"], ["render", "--LONG"],
    ])
    func aLongArgumentIsReportedShortly(arguments: [String]) throws {
        let folder = try folderWithPicture()
        let long = String(repeating: "ü", count: 50_000)
        let run = try glint(in: folder, arguments: arguments.map { $0.replacing("LONG", with: long) })
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1 && run.errors.utf8.count < 3000, "\(run.errors.count)")
    }

    @Test func aTableWithALineOfManyMegabytesIsReportedShortly() throws {
        let folder = try folderWithPicture()
        try folder.write(String(repeating: "0.5 ", count: 5_000_000), to: "line.cube")
        let line = try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "lut", "file=line.cube")
        expectRefusal(line, status: 1, mentions: "line.cube", "line 1", "too long")
        #expect(line.errors.utf8.count < 1000)
    }

    /// Splitting the text into an array of lines would take 30 bytes for each of its bytes. Each arena of
    /// malloc takes 64 MB of address space, used or not, and the number of arenas varies.
    @Test func aTableOfEmptyLinesFillsNoMemory() throws {
        let folder = try folderWithPicture()
        try folder.write(String(repeating: "\n", count: 4_000_000), to: "empty.cube")
        let run = try glint(
            in: folder, prefix: "ulimit -v 1000000; export MALLOC_ARENA_MAX=1;", "render", "a.png", "-o",
            "b.png", "--", "lut",
            "file=empty.cube")
        expectRefusal(run, status: 1, mentions: "empty.cube", "LUT_3D_SIZE")
    }

    /// Swift repairs such names, and the repaired name is that of another file.
    @Test func aNameThatIsNotTextIsRefused() throws {
        let folder = try folderWithPicture()
        let output = try python(
            in: folder,
            #"""
            import subprocess
            os.rename('a.png', b'\xe4.png')
            for arguments in [[b'\xe4.png', b'-o', b'b.png'], [b'b.png', b'-o', b'\xe4.png']]:
                done = subprocess.run(['\#(try builtProgram("glint-cli"))', 'render'] + arguments, capture_output=True)
                print(done.returncode, done.stderr.decode().count('\n'), 'not UTF-8' in done.stderr.decode())
            print(os.listdir(b'.'))
            """#)
        #expect(output == "1 1 True\n1 1 True\n[b'\\xe4.png']\n")
    }
}
