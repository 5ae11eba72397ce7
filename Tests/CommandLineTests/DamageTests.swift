import TestSupport
import Testing

@Suite struct DamageTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save('whole.jpg', noise(64, 64), quality=90)
            data = open('whole.jpg', 'rb').read()
            open('cut.jpg', 'wb').write(data[:len(data) * 2 // 3] + b'\\xff\\xd9')
            """)
        return folder
    }

    @Test func aDamagedPictureIsAnErrorAndNothingIsWritten() throws {
        let folder = try folder()
        expectRefusal(
            try glint(in: folder, "render", "cut.jpg", "-o", "out.png"), status: 1,
            mentions: "cut.jpg is damaged")
        #expect(!folder.has("out.png"))
        expectRefusal(
            try glint(in: folder, "histogram", "cut.jpg"), status: 1, mentions: "cut.jpg is damaged")
    }

    @Test func whatCanBeReadOfItIsSavedWhereThatIsAccepted() throws {
        let folder = try folder()
        let run = try glint(in: folder, "render", "cut.jpg", "-o", "out.png", "--accept-damaged")
        #expect(run.status == 0 && run.errorLines.count == 1, "\(run.errors)")
        #expect(run.errors.contains("cut.jpg is damaged"), "\(run.errors)")
        // The blocks before the cut equal those of the whole picture.
        try python(
            in: folder, "assert (load('out.png')[:16, :, :3] == load('whole.jpg')[:16]).all()")
        let whole = try glint(in: folder, "render", "whole.jpg", "-o", "whole.png", "--accept-damaged")
        #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
    }
}
