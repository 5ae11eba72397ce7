import Foundation
import TestSupport
import Testing

@Suite struct SeveralInputsTests {
    private func folderWithPictures() throws -> TemporaryFolder {
        let folder = try folderWithPicture()
        try python(
            in: folder,
            """
            save('b.JPG', noise(8, 8), format='JPEG'); save('c.gif', noise(8, 8, 1))
            save('d.e.webp', noise(8, 8)); os.mkdir('out')
            """)
        return folder
    }

    private static let inputs = ["a.png", "b.JPG", "c.gif", "d.e.webp"]

    @Test(arguments: ["out", "out/"]) func intoAFolder(output: String) throws {
        let folder = try folderWithPictures()
        let run = try glint(
            in: folder,
            arguments: ["render"] + Self.inputs + ["-o", output, "--", "gaussian-blur", "radius=2"])
        #expect(run.status == 0 && run.errors == "4 saved\n" && run.output.isEmpty)
        let formats = try python(
            in: folder,
            "print(*['%s:%s' % (n, Image.open('out/' + n).format) for n in sorted(os.listdir('out'))])")
        #expect(formats == "a.png:PNG b.JPG:JPEG c.png:PNG d.e.webp:WEBP\n")
    }

    @Test("an input is not a numbered picture because its name contains a placeholder")
    func namesWithMarks() throws {
        let folder = try folderWithPictures()
        try python(
            in: folder,
            "os.mkdir('{frame}'); [save(n + '.png', noise(8, 8)) for n in ['{frame}', '{stem}', 'x{n}']]")
        for output in ["out", "{frame}", "out/{stem}-2.png"] {
            let run = try glint(
                in: folder, "render", "{frame}.png", "{stem}.png", "x{n}.png", "-o", output)
            #expect(run.status == 0 && run.errors == "3 saved\n", "\(output): \(run.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("out"))
        #expect(
            Set(names) == [
                "{frame}.png", "{stem}.png", "x{n}.png", "{frame}-2.png", "{stem}-2.png", "x{n}-2.png",
            ])
    }

    @Test func intoAFolderWithALongPath() throws {
        let folder = try folderWithPictures()
        let path = String(repeating: "o", count: 120) + "/" + String(repeating: "p", count: 120)
        try python(in: folder, "os.makedirs('\(path)')")
        let run = try glint(in: folder, arguments: ["render"] + Self.inputs + ["-o", path])
        #expect(run.status == 0 && run.errors == "4 saved\n" && folder.has(path + "/a.png"))
    }

    /// Simulates the system's out-of-memory killer: only the picture being decoded is lost.
    @Test func aDecoderThatIsKilledFailsItsPictureAlone() throws {
        let folder = try folderWithPictures()
        let output = try python(
            in: folder,
            """
            import signal, subprocess, time
            def fields(number):
                return open(f'/proc/{number}/stat').read().replace('(', '').replace(')', '').split()
            def children(number):
                return [
                    int(child) for task in os.listdir(f'/proc/{number}/task')
                    for child in open(f'/proc/{number}/task/{task}/children').read().split()]
            def decoder(program):
                for child in children(program):
                    for number in children(child):
                        if fields(number)[1] == 'glint-decoder': return number
            save('large.png', np.tile(noise(4000, 4000), (3, 1, 1)), compress_level=1)
            process = subprocess.Popen(
                ['\(try builtProgram("glint-cli"))', 'render', 'large.png', 'a.png', '-q', '-o', 'out'],
                stderr=subprocess.PIPE, text=True)
            number = None
            while number is None and process.poll() is None:
                try: number = decoder(process.pid)
                except OSError: pass
            # In steps, until it has used some hundredths of a second: a busy machine would see it only when it is done.
            os.kill(number, signal.SIGSTOP)
            end = time.time() + 60
            while int(fields(number)[13]) < 5 and time.time() < end:
                os.kill(number, signal.SIGCONT)
                time.sleep(0.002)
                os.kill(number, signal.SIGSTOP)
            os.kill(number, signal.SIGKILL)
            errors = process.communicate()[1]
            print(process.returncode, *os.listdir('out'), errors, end='')
            """)
        #expect(
            output == """
                1 a.png glint-cli: large.png is damaged: its decoder was killed, probably because the \
                system ran out of memory

                """)
    }

    @Test func intoAPattern() throws {
        let folder = try folderWithPictures()
        let run = try glint(
            in: folder, arguments: ["render"] + Self.inputs + ["-o", "out/{stem}-{stem}.tif", "-q"])
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            try python(in: folder, "print(*sorted(os.listdir('out')))")
                == "a-a.tif b-b.tif c-c.tif d.e-d.e.tif\n")
    }

    @Test func oneInputIntoAFolderOrAPattern() throws {
        let folder = try folderWithPictures()
        #expect(try glint(in: folder, "render", "a.png", "-o", "out").status == 0)
        #expect(try glint(in: folder, "render", "a.png", "-o", "out/x-{stem}.png").status == 0)
        #expect(folder.has("out/a.png") && folder.has("out/x-a.png"))
    }

    @Test func existingOutputsAreKeptOrRefusedOneByOne() throws {
        let folder = try folderWithPictures()
        try folder.write("precious", to: "out/a.png")
        let arguments = ["render"] + Self.inputs + ["-o", "out"]
        let refused = try glint(in: folder, arguments: arguments + ["-q"])
        expectRefusal(refused, status: 1, mentions: "out/a.png already exists")
        #expect(folder.has("out/d.e.webp"))
        let kept = try glint(in: folder, arguments: arguments + ["-n"])
        #expect(kept.status == 0 && kept.errorLines.count == 5)
        #expect(kept.errorLines.last == "0 saved, 4 skipped")
        #expect(try folder.bytes("out/a.png").count == 8)
    }
}
