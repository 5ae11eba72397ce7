import Foundation
import TestSupport
import Testing

/// Sentences on pictures that FFmpeg's libraries read, and cannot: they say why, in words of people.
@Suite("Why a still is refused") struct StillRefusalTests {
    @Test("kinds of OpenEXR that are not read are not said to be damaged, and damaged ones are")
    func kinds() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.exr", in: folder, "-f lavfi -i testsrc2=s=64x48 -frames:v 1 -pix_fmt gbrpf32le OUT")
        try python(
            in: folder,
            """
            data = open('a.exr', 'rb').read()
            compression = data.index(b'compression\\0compression\\0') + 28
            kind = data.index(b'B\\0', data.index(b'channels\\0chlist\\0')) + 2
            def write(name, place, value): open(name, 'wb').write(data[:place] + bytes([value]) + data[place + 1:])
            write('compression.exr', compression, 77)
            write('numbers.exr', kind, 9)
            open('header.exr', 'wb').write(data[:40])
            open('cut.exr', 'wb').write(data[:len(data) * 2 // 3])
            """)
        for (name, words) in [
            ("compression", "of a kind that FFmpeg's libraries do not read"),
            ("numbers", "of a kind that FFmpeg's libraries do not read"),
            ("header", "is damaged: its data is wrong or ends too early"),
            ("cut", "is damaged: it ends too early"),
        ] {
            expectRefusal(
                try glint(in: folder, "render", "\(name).exr", "-o", "b.png"), status: 1, mentions: words)
        }
    }

    @Test(
        "pictures that are cut short are said to be damaged",
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
