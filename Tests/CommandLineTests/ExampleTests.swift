import TestSupport
import Testing

@Suite struct ExampleTests {
    @Test func theExampleProgramDoesWhatTheCommandLineDoes() throws {
        let folder = try folderWithPicture()
        let example = try runProgram(
            builtProgram("saturate-and-blur"), arguments: [folder.file("a.png"), folder.file("example.png")])
        #expect(example.status == 0, "\(example.errors)")
        let run = try glint(
            in: folder, "render", "a.png", "-o", "cli.png", "--", "saturation", "amount=0.3", "gaussian-blur",
            "radius=10")
        #expect(run.status == 0)
        #expect(try folder.bytes("example.png") == folder.bytes("cli.png"))
    }
}
