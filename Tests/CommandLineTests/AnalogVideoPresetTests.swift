import TestSupport
import Testing

@Suite struct AnalogVideoPresetTests {
    @Test func unknownSettingsOfAPresetAreReportedAndTheRestIsUsed() throws {
        let folder = try folderWithPicture()
        try folder.write(
            #"{"version": 1, "luma_smear": 0.9, "tape_color": "blue", "ringing": "much", "vhs_edge_wave": 900}"#,
            to: "mine.json")
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "ntsc", "preset=mine.json")
        #expect(run.status == 0 && folder.has("b.png"))
        for word in ["mine.json", "tape_color", "ringing", "vhs_edge_wave 900 as 20"] {
            #expect(run.errors.contains(word), "“\(word)” in \(run.errors)")
        }
        #expect(!run.errors.contains("luma_smear"))
    }

    @Test func aMissingPresetIsReportedWithTheNamesOfExistingOnes() throws {
        let folder = try folderWithPicture()
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "ntsc", "preset=nope")
        expectRefusal(run, status: 1, mentions: "nope", "bad-tracking", "worn-tape")
        let path = try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "ntsc", "preset=nope.json")
        expectRefusal(path, status: 1, mentions: "nope.json cannot be found")
    }

    @Test func aPresetThatIsNoneIsRefused() throws {
        let folder = try folderWithPicture()
        try folder.write("[1]", to: "mine.json")
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--", "ntsc", "preset=mine.json")
        expectRefusal(run, status: 1, mentions: "mine.json")
        #expect(!folder.has("b.png"))
    }
}
