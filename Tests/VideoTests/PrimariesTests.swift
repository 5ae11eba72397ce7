import Foundation
import Imaging
import TestSupport
import Testing
import Video

/// Videos in standard dynamic range with primaries other than BT.709's, compared with zimg.
@Suite struct PrimariesTests {
    private static let size = "320x240"

    private func tags(_ primaries: String) -> String {
        "setparams=color_primaries=\(primaries):color_trc=bt709:colorspace=gbr"
    }

    /// The same tags as encoder options; since FFmpeg 7 the encoder takes them from the frames.
    private func options(_ primaries: String) -> String {
        "-color_primaries \(primaries) -color_trc bt709 -colorspace rgb"
    }

    /// Creates a file whose RGB values are in the primaries of its tags.
    private func make(_ name: String, in folder: TemporaryFolder, primaries: String)
        throws
    {
        try Media.make(
            name, in: folder,
            "-f lavfi -i testsrc2=s=\(Self.size):r=5:d=0.4,eq=saturation=0.6,format=gbrp,format=bgr0,\(tags(primaries)) "
                + "\(options(primaries)) -c:v ffv1 OUT")
    }

    /// Copies a video by decoding its frames and writing them unchanged.
    private func copy(_ input: String, to output: String, _ options: VideoOptions) throws {
        let reader = try VideoReader(path: input)
        let writer = try VideoWriter(
            path: output, frameFormat: VideoOutputFormat(reader.info), options: options)
        while let frame = try reader.next() {
            try writer.add(frame.pixels, time: frame.time, duration: frame.duration)
        }
        try writer.finish(overwrite: false)
    }

    @Test(
        "Frames are converted to BT.709, and tagged so in every container",
        arguments: ["bt2020", "smpte432", "smpte431", "film", "bt470m", "ebu3213"])
    func converted(primaries: String) throws {
        let folder = try temporaryFolder()
        try make("a.mkv", in: folder, primaries: primaries)
        let reference = try Media.frames(
            of: folder.file("a.mkv"), as: "rgb24",
            "-vf \(tags(primaries)),zscale=primaries=bt709:transfer=bt709"
        )
        let before = try Media.frames(of: folder.file("a.mkv"), as: "rgb24")
        #expect(zip(before, reference).contains { abs(Int($0) - Int($1)) > 15 })
        for (name, codec) in [
            ("b.mkv", nil), ("b.mp4", nil), ("b.webm", nil), ("b.mov", VideoCodec.prores), ("b.apng", nil),
        ] {
            try copy(
                folder.file("a.mkv"), to: folder.file(name), VideoOptions(codec: codec, quality: 95))
            if name.hasSuffix("apng") || name == "b.mkv" {
                let after = try Media.frames(of: folder.file(name), as: "rgb24")
                #expect(after.count == reference.count)
                #expect(zip(after, reference).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(name)")
            }
            guard !name.hasSuffix("apng") else { continue }
            #expect(try Media.probe(folder.file(name), "stream=color_primaries") == ["bt709"], "\(name)")
        }
    }

    @Test(
        "Frames of higher bit depths are converted exactly, and gray stays gray",
        arguments: ["bt2020", "smpte432"])
    func manyBits(primaries: String) throws {
        let folder = try temporaryFolder()
        // All kinds of colors in the upper part, all grays in the lower one.
        try runPython(
            """
            import os, sys
            import numpy as np
            os.chdir(sys.argv[1])
            colors = np.random.default_rng(3).integers(0, 1024, (3, 16, 1024), dtype=np.uint16)
            grays = np.broadcast_to(np.arange(1024, dtype=np.uint16), (3, 2, 1024))
            np.concatenate([colors, grays], 1).tofile('a.raw')
            """, arguments: [folder.path])
        try Media.make(
            "a.mkv", in: folder,
            "-f rawvideo -pix_fmt gbrp10le -s 1024x18 -r 5 -i \(folder.file("a.raw")) -vf \(tags(primaries)) "
                + "\(options(primaries)) -c:v ffv1 OUT")
        let frame = try #require(try VideoReader(path: folder.file("a.mkv")).next())
        try frame.pixels.withUnsafeBytes {
            try Data($0).write(to: URL(fileURLWithPath: folder.file("b.raw")))
        }
        let differences = try runPython(
            """
            import os, sys
            import numpy as np
            os.chdir(sys.argv[1])
            def xyz(x, y): return np.array([x / y, 1, (1 - x - y) / y])
            def matrix(*xy):
                colors = np.array([xyz(*c) for c in zip(xy[::2], xy[1::2])]).T
                return colors * np.linalg.solve(colors, xyz(.3127, .3290))
            source = {'bt2020': (.708, .292, .170, .797, .131, .046), 'smpte432': (.68, .32, .265, .69, .15, .06)}
            change = np.linalg.inv(matrix(.64, .33, .3, .6, .15, .06)) @ matrix(*source['\(primaries)'])
            g, b, r = np.fromfile('a.raw', '<u2').reshape(3, -1) / 1023
            before = np.array([r, g, b])
            wanted = np.clip(change @ before ** 2.4, 0, 1) ** (1 / 2.4) * 65535
            found = np.fromfile('b.raw', '<u2').reshape(-1, 4)[:, :3].T.astype(float)
            gray = (r == g) & (g == b)
            print(abs(found - wanted).max(), abs(found - before * 65535)[:, gray].max(), gray.sum() > 100)
            """, arguments: [folder.path]
        ).split(separator: " ")
        #expect(differences.count == 3 && differences.last?.hasPrefix("True") == true, "\(differences)")
        // The differences are in levels of 65535.
        for difference in differences.dropLast() {
            #expect(try #require(Double(difference)) < 8, "\(differences)")
        }
    }

    @Test(
        "The primaries of BT.709 and BT.601, and their pixels, are kept, whatever the size",
        arguments: ["bt709", "bt470bg", "smpte170m"], ["mkv", "mp4", "mov", "webm"])
    func kept(primaries: String, container: String) throws {
        let folder = try temporaryFolder()
        try make("a.mkv", in: folder, primaries: primaries)
        let file = folder.file("b.\(container)")
        try copy(folder.file("a.mkv"), to: file, VideoOptions(preset: .fast))
        #expect(try Media.probe(file, "stream=color_primaries") == [primaries])
        guard container == "mkv" else { return }
        #expect(
            try Media.frames(of: file, as: "rgb24") == Media.frames(of: folder.file("a.mkv"), as: "rgb24"))
    }
}
