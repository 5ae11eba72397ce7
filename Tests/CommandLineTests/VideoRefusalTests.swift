import Foundation
import TestSupport
import Testing

/// Error messages for videos that cannot be read or written state the reason in plain words.
@Suite("Why a video is rejected") struct VideoRefusalTests {
    /// Messages of FFmpeg's libraries and of the system, which must not appear.
    private static let foreignWords = [
        "Function not implemented", "Unknown error", "Invalid data found", "End of file",
        "not have permission",
        "Operation not permitted", "Invalid argument", "Generic error",
    ]

    private func expectSentence(_ run: Run, mentions parts: String...) {
        #expect(run.status == 1 && run.errorLines.count == 1, "\(run.errors)")
        for part in parts { #expect(run.errors.contains(part), "“\(part)” in \(run.errors)") }
        for word in Self.foreignWords { #expect(!run.errors.contains(word), "\(run.errors)") }
    }

    @Test("frames that an encoder rejects are reported with codec, size and pixel format")
    func refusedFrames() throws {
        let folder = try temporaryFolder()
        for (name, size) in [("narrow", "1x64"), ("flat", "64x1")] {
            let run = try runProgram(
                "/bin/bash",
                arguments: [
                    "-c",
                    "head -c 1280 /dev/zero | ffmpeg -v error -f rawvideo -pix_fmt bgr0 -s \(size) -r 5 -i - '\(folder.file(name)).nut'",
                ])
            #expect(run.status == 0, "\(run.errors)")
            let narrow = try glint(
                in: folder, "render", "\(name).nut", "-o", "\(name).mp4", "--video-codec", "h265")
            expectSentence(
                narrow, mentions: "\(name).mp4", "H.265", "yuv420p", size == "1x64" ? "2 × 64" : "64 × 2")
            let lossless = try glint(in: folder, "render", "\(name).nut", "-o", "\(name).mkv")
            expectSentence(lossless, mentions: "FFV1", size == "1x64" ? "1 × 64" : "64 × 1")
        }
    }

    @Test("encrypted videos are reported as protected, for one frame or all")
    func protected() throws {
        let folder = try temporaryFolder()
        let key = "00112233445566778899aabbccddeeff"
        try Media.make(
            "a.mp4", in: folder,
            "-f lavfi -i testsrc2=s=96x64:r=10:d=1 -pix_fmt yuv420p -c:v libx264 -encryption_scheme cenc-aes-ctr -encryption_key \(key) -encryption_kid \(key) OUT"
        )
        try Media.make("plain.wmv", in: folder, "-f lavfi -i testsrc2=s=96x64:r=10:d=1 -c:v wmv2 OUT")
        // Makes the file look encrypted: a Content Encryption Object in the header, and packets of noise.
        try python(
            in: folder,
            """
            import random, struct
            random.seed(1)
            b = bytearray(open('plain.wmv', 'rb').read())
            size, = struct.unpack('<Q', b[16:24])
            count, = struct.unpack('<I', b[24:28])
            body = b''.join(struct.pack('<I', len(t)) + t for t in (b'secr', b'DRM\\0', b'kid\\0', b'url\\0'))
            found = bytes.fromhex('FBB3112223BDD211B4B700A0C955FC6E') + struct.pack('<Q', 24 + len(body)) + body
            b[16:24], b[24:28] = struct.pack('<Q', size + len(found)), struct.pack('<I', count + 1)
            b[size:size] = found
            data = b.find(bytes.fromhex('3626B2758E66CF11A6D900AA0062CE6C')) + 50
            for at in range(data + 60, len(b)):
                if (at - data) % 3200 >= 60: b[at] = random.randrange(256)
            open('a.wmv', 'wb').write(b)
            """)
        for name in ["a.mp4", "a.wmv"] {
            for output in [["-o", "b.mkv"], ["-o", "b.png", "--frame", "3"]] {
                expectSentence(
                    try glint(in: folder, arguments: ["render", name] + output), mentions: name,
                    "protected (DRM)"
                )
            }
        }
    }

    @Test(
        "a file truncated within its header is reported as such",
        arguments: ["mp4", "mkv", "mov", "webm", "avi", "flv", "wmv", "ts", "ogv", "mxf", "y4m", "nut"])
    func cut(suffix: String) throws {
        let folder = try temporaryFolder()
        let codecs = [
            "webm": "-c:v libvpx", "wmv": "-c:v wmv2", "ogv": "-c:v libtheora", "mxf": "-c:v mpeg2video",
            "flv": "-c:v flv1", "y4m": "", "ts": "-c:v mpeg2video", "nut": "-c:v mpeg4",
        ]
        try Media.make(
            "a.\(suffix)", in: folder,
            "-f lavfi -i testsrc2=s=96x64:r=25:d=1 -pix_fmt yuv420p \(codecs[suffix] ?? "-c:v mpeg4") OUT")
        let whole = try folder.bytes("a.\(suffix)")
        for count in [40, 200, 600, 1200, 3000] {
            try whole.prefix(count).write(to: URL(fileURLWithPath: folder.file("b.\(suffix)")))
            let run = try glint(in: folder, "render", "b.\(suffix)", "-o", "c.mkv", "-y", "-q")
            for word in Self.foreignWords { #expect(!run.errors.contains(word), "\(count): \(run.errors)") }
        }
    }
}
