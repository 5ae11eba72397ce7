import Foundation
import TestSupport
import Testing

/// Error messages for pictures that FFmpeg's libraries cannot read state the reason in plain words.
@Suite("Why a still is rejected") struct StillRefusalTests {
    @Test(
        "truncated pictures are reported as damaged",
        arguments: ["tga", "qoi", "bmp", "ppm", "pam", "pfm", "pgm", "pbm"])
    func damage(kind: String) throws {
        let folder = try temporaryFolder()
        try Media.make("a.\(kind)", in: folder, "-f lavfi -i testsrc2=s=64x48 -frames:v 1 OUT")
        let whole = try folder.bytes("a.\(kind)")
        for (name, length) in [("cut", whole.count * 2 / 3), ("head", 30)] {
            try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: folder.file("\(name).\(kind)")))
            let run = try glint(in: folder, "render", "\(name).\(kind)", "-o", "b.png")
            expectRefusal(run, status: 1, mentions: "is damaged: ")
            #expect(run.errors.contains("too early"), "\(run.errors)")
        }
    }
}
