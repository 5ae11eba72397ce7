import Foundation
import TestSupport
import Testing

/// `deflicker`, against NumPy.
@Suite("The flicker of a time lapse") struct DeflickerTests {
    /// Sixteen pictures of the same textured scene, which becomes darker, at random exposures: PNGs of 8
    /// bits, or PPMs of 16.
    private func pictures(in folder: TemporaryFolder, depth: Int = 8) throws {
        try python(
            in: folder,
            """
            random = np.random.default_rng(5)
            y, x = np.mgrid[0:48, 0:64]
            scene = 0.08 + 0.25 * np.stack([x / 64, y / 48, (x + y) % 16 / 16], axis=-1)
            for i in range(16):
                light = scene * 2 ** (-i / 16 + random.uniform(-0.4, 0.4))
                encoded = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
                if \(depth) == 8:
                    save(f"a_{i:02}.png", np.round(encoded * 255).astype(np.uint8))
                else:
                    samples = np.round(encoded * 65535).astype(">u2").tobytes()
                    open(f"a_{i:02}.ppm", "wb").write(b"P6 64 48 65535\\n" + samples)
            """)
    }

    /// Python functions: the mean luminance of a picture in linear light, and the medians of neighbors.
    private static let luminances = """
        def luminance(path):
            if path.endswith(".ppm"):
                encoded = np.frombuffer(open(path, "rb").read(), ">u2", offset=15).reshape(48, 64, 3) / 65535
            else:
                encoded = np.asarray(Image.open(path).convert("RGB")) / 255
            light = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
            return (light @ [0.2126, 0.7152, 0.0722]).mean()
        def medians(values, reach):
            return [np.median(values[max(0, i - reach):i + reach + 1]) for i in range(len(values))]
        """

    @Test(
        "is the difference of each frame from the median of its neighbors, in stops",
        arguments: [(1, 8), (5, 8), (40, 8), (5, 16)])
    func stops(reach: Int, depth: Int) throws {
        let folder = try TemporaryFolder()
        try pictures(in: folder, depth: depth)
        let suffix = depth == 8 ? "png" : "ppm"
        let run = try glint(
            in: folder,
            arguments: [
                "deflicker", "a_%02d.\(suffix)", "-o", "f.json", "--fps", "10", "--frames", "\(reach)",
            ])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let output = try python(
            in: folder,
            """
            import json
            \(Self.luminances)
            values = [luminance(f"a_{i:02}.\(suffix)") for i in range(16)]
            wanted = np.log2(medians(values, \(reach))) - np.log2(values)
            stage, = json.load(open("f.json"))["filters"]
            keys = np.array(stage["parameters"]["stops"]["keys"])
            assert stage["id"] == "exposure" and stage["parameters"]["stops"]["ease"] == "hold"
            assert np.abs(keys[:, 1] - wanted).max() <= 0.6e-4, (keys[:, 1], wanted)
            assert np.abs(wanted).max() > 0.3
            # Each key holds at its frame, and not at the one before.
            times = np.arange(16) / 10
            assert (keys[:, 0] <= times).all() and (keys[1:, 0] > times[:-1] + 0.01).all(), keys[:, 0]
            print("good")
            """)
        #expect(output.contains("good"))
    }

    @Test("is gone after the recipe is applied, and a slow change stays")
    func removed() throws {
        let folder = try TemporaryFolder()
        try pictures(in: folder)
        try glint(in: folder, "deflicker", "a_%02d.png", "-o", "f.json")
        let run = try glint(
            in: folder, "render", "a_%02d.png", "-o", "b_{frame}.png", "--recipe", "f.json")
        #expect(run.status == 0, "\(run.errors)")
        let output = try python(
            in: folder,
            """
            import glob
            \(Self.luminances)
            before = [luminance(path) for path in sorted(glob.glob("a_*.png"))]
            after = np.array([luminance(path) for path in sorted(glob.glob("b_*.png"))])
            assert len(after) == 16
            # Rounding to 8 bits is all that is left.
            assert np.abs(after / medians(before, 5) - 1).max() < 0.01, after / medians(before, 5)
            assert after[-1] < 0.8 * after[0]
            print("good")
            """)
        #expect(output.contains("good"))
    }

    @Test("of a video is that of its decoded frames, and parts have the same keys")
    func video() throws {
        let folder = try TemporaryFolder()
        try pictures(in: folder)
        let made = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-v", "error", "-framerate", "25", "-i", folder.file("a_%02d.png"), "-c:v", "ffv1",
                "-pix_fmt",
                "gbrp", folder.file("a.mkv"),
            ])
        #expect(made.status == 0, "\(made.errors)")
        let pictures = try glint(in: folder, "deflicker", "a_%02d.png", "--fps", "25")
        let video = try glint(in: folder, "deflicker", "a.mkv")
        let part = try glint(in: folder, "deflicker", "a.mkv", "--from", "4f", "--to", "12f", "--frames", "1")
        let whole = try glint(in: folder, "deflicker", "a.mkv", "--frames", "1")
        #expect(pictures.status == 0 && video.status == 0 && part.status == 0 && whole.status == 0)
        let output = try python(
            in: folder,
            """
            import json
            pictures, video, part, whole = (
                np.array(json.loads(text)["filters"][0]["parameters"]["stops"]["keys"])
                for text in \(Self.list([pictures.output, video.output, part.output, whole.output])))
            # Matroska has times in milliseconds.
            assert np.abs(pictures - video).max() < 1e-3, (pictures, video)
            # All but the ends, which have other neighbors.
            assert (part[1:-1, 1] == whole[5:11, 1]).all() and np.abs(part[1:, 0] - whole[5:12, 0]).max() < 1e-9
            print("good")
            """)
        #expect(output.contains("good"))
    }

    /// A Python list of texts.
    private static func list(_ texts: [String]) -> String {
        "[" + texts.map { "'''\($0)'''" }.joined(separator: ", ") + "]"
    }

    @Test("is reported if it cannot be measured, and no recipe is replaced")
    func mistakes() throws {
        let folder = try TemporaryFolder()
        try pictures(in: folder)
        let missing = try glint(in: folder, "deflicker", "b_%02d.png")
        #expect(missing.status == 1 && missing.errors.contains("there is no picture"), "\(missing.errors)")
        let word = try glint(in: folder, "deflicker", "a_%02d.png", "--frames", "0")
        #expect(word.status == 2 && word.errors.contains("--frames takes a whole number from 1"))
        try "kept".write(toFile: folder.file("f.json"), atomically: true, encoding: .utf8)
        let existing = try glint(in: folder, "deflicker", "a_%02d.png", "-o", "f.json")
        #expect(existing.status == 1 && existing.errors.contains("already exists"), "\(existing.errors)")
        #expect(try String(contentsOfFile: folder.file("f.json"), encoding: .utf8) == "kept")
        let frame = try Data(contentsOf: URL(fileURLWithPath: folder.file("a_03.png")))
        let source = try glint(in: folder, "deflicker", "a_%02d.png", "-o", "a_03.png", "-y")
        #expect(source.status == 1 && source.errors.contains("a_03.png is an input"), "\(source.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a_03.png"))) == frame)
    }
}
