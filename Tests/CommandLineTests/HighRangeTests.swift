import Foundation
import TestSupport
import Testing

/// Videos of high dynamic range that keep it, compared with the formulas of BT.2100 and BT.2390 in double
/// precision.
@Suite("High dynamic range") struct HighRangeTests {
    private static let supportFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support").path

    /// BT.2100 and BT.2390 with numpy. `working` is the R'G'B' that filters see, and `signal` its inverse.
    private static let formulas = """
        sys.path.insert(0, "\(supportFolder)")
        from tone_map import hlg_scene, pq_light, pq_signal
        most = pq_signal(100)
        knee = 1.5 * most - 0.5
        def eetf(e):
            t = (e - knee) / (1 - knee)
            spline = ((2 * t ** 3 - 3 * t ** 2 + 1) * knee + (t ** 3 - 2 * t ** 2 + t) * (1 - knee)
                + (-2 * t ** 3 + 3 * t ** 2) * most)
            return np.where(e < knee, e, spline)
        grid = np.linspace(0, 1, 2_000_001)
        def inverse_eetf(e): return np.interp(e, eetf(grid), grid)
        weights = np.array([0.2627, 0.6780, 0.0593])
        a = 0.17883277
        b, c = 1 - 4 * a, 0.5 - a * np.log(4 * a)
        def hlg_light(s):
            scene = hlg_scene(s)
            return 1000 * scene * (scene @ weights)[..., None] ** 0.2
        def hlg_signal(light):
            light = light / 1000
            scene = light * np.maximum(light @ weights, 1e-12)[..., None] ** (-0.2 / 1.2)
            return np.where(scene <= 1 / 12, np.sqrt(3 * scene), a * np.log(np.maximum(12 * scene - b, 1e-9)) + c)
        def working(s, hlg):
            e = pq_signal(hlg_light(s)) if hlg else s
            return (pq_light(eetf(e)) / 100) ** (1 / 2.4)
        def signal(v, hlg):
            e = inverse_eetf(pq_signal(100 * v ** 2.4))
            return hlg_signal(pq_light(e)) if hlg else e
        matrix = np.array([weights, (np.array([0, 0, 1]) - weights) / 1.8814,
            (np.array([1, 0, 0]) - weights) / 1.4746])
        def levels(s): return s @ matrix.T * [876, 896, 896] + [64, 512, 512]
        def signals(l): return (l - [64, 512, 512]) / [876, 896, 896] @ np.linalg.inv(matrix).T
        def planes(image):
            y, u, v = np.rint(np.moveaxis(image, -1, 0)).astype('<u2')
            return y.tobytes() + u[::2, ::2].tobytes() + v[::2, ::2].tobytes()
        def read(name, height, width):
            raw = np.fromfile(name, '<u2', height * width * 3 // 2).astype(float)
            luma, rest = raw[:height * width], raw[height * width:].reshape(2, height // 2, width // 2)
            return luma.reshape(height, width), rest
        """

    /// Squares of 16 × 16 pixels in random colors, as lossless H.265 whose container states its mastering
    /// display; their samples are in the file `raw`.
    private func source(_ transfer: String) throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            Self.formulas + """

                random = np.random.default_rng(5)
                colors = random.uniform(0.05, 0.75, (8, 8, 3))
                colors[0] = np.linspace(0.02, 0.74, 8)[:, None]
                np.save('colors', np.rint(levels(colors)))
                open('raw', 'wb').write(planes(np.load('colors.npy').repeat(16, 0).repeat(16, 1)) * 3)
                """)
        let tags = "-color_primaries bt2020 -color_trc \(transfer) -colorspace bt2020nc -color_range tv"
        try Media.make(
            "plain.mp4", in: folder,
            "-f rawvideo -pix_fmt yuv420p10le -s 128x128 -r 25 \(tags) -i \(folder.file("raw")) -c:v libx265 "
                + "-x265-params lossless=1:log-level=none -tag:v hvc1 \(tags) OUT")
        try python(
            in: folder,
            """
            import struct
            data = open('plain.mp4', 'rb').read()
            # G, B and R, the white point, and 1000 and 0.005 cd/m²; MaxCLL and MaxFALL.
            mdcv = struct.pack('>8H2I', 13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450, 10000000, 50)
            boxes = struct.pack('>I4s', 8 + len(mdcv), b'mdcv') + mdcv
            boxes += struct.pack('>I4s2H', 12, b'clli', 900, 320)
            def grown(data, path):
                at = 0
                while at < len(data):
                    size, kind = struct.unpack('>I4s', data[at:at + 8])
                    if kind == path[0]:
                        skip = {b'stsd': 8, b'hvc1': 78}.get(kind, 0)
                        head, body = data[at + 8:at + 8 + skip], data[at + 8 + skip:at + size]
                        body = grown(body, path[1:]) if len(path) > 1 else body + boxes
                        box = struct.pack('>I4s', 8 + skip + len(body), kind) + head + body
                        return data[:at] + box + data[at + size:]
                    at += size
                raise ValueError(path)
            path = [b'moov', b'trak', b'mdia', b'minf', b'stbl', b'stsd', b'hvc1']
            assert data.index(b'moov') > data.index(b'mdat')
            open('a.mp4', 'wb').write(grown(data, path))
            """)
        return folder
    }

    private func decode(_ name: String, in folder: TemporaryFolder) throws {
        try Media.make(
            "decoded", in: folder,
            "-i \(folder.file(name)) -frames:v 1 -f rawvideo -pix_fmt yuv420p10le OUT")
    }

    @Test(
        "is kept in H.265 and AV1, with its colors and the metadata of its display",
        arguments: ["smpte2084", "arib-std-b67"], ["b.mp4", "b.mkv", "b.mov", "b.webm"])
    func metadata(transfer: String, output: String) throws {
        let folder = try source(transfer)
        let run = try glint(
            in: folder, "render", "a.mp4", "-o", output, "--hdr", "keep", "-q", "--", "invert")
        #expect(run.status == 0, "\(run.errors)")
        let colors = try Media.probe(
            folder.file(output), "stream=codec_name,pix_fmt,color_space,color_transfer,color_primaries")
        let codec = output == "b.webm" ? "av1" : "hevc"
        #expect(colors == ["\(codec),yuv420p10le,bt2020nc,\(transfer),bt2020"])
        let found = try bash("ffprobe -v error -show_streams \(output)", in: folder).output
        for (name, wanted) in [
            ("red_x", 0.68), ("blue_y", 0.06), ("white_point_x", 0.3127), ("max_luminance", 1000),
            ("min_luminance", 0.005), ("max_content", 900), ("max_average", 320),
        ] {
            let line = try #require(
                found.split(separator: "\n").first { $0.hasPrefix("\(name)=") }, "\(name): \(found)")
            let parts = line.dropFirst(name.count + 1).split(separator: "/").compactMap { Double($0) }
            let value = parts.count == 2 ? parts[0] / parts[1] : try #require(parts.first)
            #expect(abs(value - wanted) <= 1e-4 * wanted, "\(line)")
        }
    }

    @Test("is unchanged without a filter", arguments: ["smpte2084", "arib-std-b67"])
    func unchanged(transfer: String) throws {
        let folder = try source(transfer)
        let run = try glint(
            in: folder, "render", "a.mp4", "-o", "b.mp4", "--hdr", "keep", "--video-quality", "100", "-q")
        #expect(run.status == 0, "\(run.errors)")
        try decode("b.mp4", in: folder)
        #expect(try worst(in: folder, "np.load('colors.npy')") <= 1)
    }

    /// The largest difference of a level in the middle of a square, away from the chroma of its neighbors,
    /// between the file `decoded` and a formula.
    private func worst(in folder: TemporaryFolder, _ formula: String) throws -> Double {
        let result = try python(
            in: folder,
            Self.formulas + """

                wanted = \(formula)
                luma, chroma = read('decoded', 128, 128)
                found = np.stack([luma[8::16, 8::16], chroma[0][4::8, 4::8], chroma[1][4::8, 4::8]], -1)
                print(np.abs(found - wanted).max())
                """)
        return try #require(Double(result.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test(
        "is filtered as R'G'B' of the source's primaries under an inverted tone map",
        arguments: ["smpte2084", "arib-std-b67"],
        [
            ("invert", "1 - v"),
            ("gamma gamma=1.5", "v ** (1 / 1.5)"),
        ])
    func filtered(transfer: String, filter: (arguments: String, formula: String)) throws {
        let folder = try source(transfer)
        let run = try bash(
            "$G render a.mp4 -o b.mp4 --hdr keep --video-quality 100 -q -- \(filter.arguments)", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        try decode("b.mp4", in: folder)
        let hlg = transfer == "arib-std-b67" ? "True" : "False"
        let values = "working(np.clip(signals(np.load('colors.npy')), 0, 1), \(hlg))"
        let formula = filter.formula.replacing("v", with: values)
        #expect(try worst(in: folder, "levels(np.clip(signal(\(formula), \(hlg)), 0, 1))") <= 1.6)
    }

    @Test("is converted to standard range unless it is to be kept")
    func toneMapped() throws {
        let folder = try source("smpte2084")
        let run = try bash(
            "$G render a.mp4 -o b.mp4 -q && $G render a.mp4 -o c.mp4 --hdr tone-map -q", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        for name in ["b.mp4", "c.mp4"] {
            #expect(
                try Media.probe(folder.file(name), "stream=codec_name,color_transfer")
                    == ["h264,smpte170m"])
        }
    }

    @Test("is only kept where it exists, in codecs that support it")
    func refusals() throws {
        let folder = try temporaryFolder()
        try Media.make("a.mp4", in: folder, "-f lavfi -i testsrc2=s=64x48:r=10:d=0.3 -pix_fmt yuv420p OUT")
        let run = try glint(in: folder, "render", "a.mp4", "-o", "b.mp4", "--hdr", "keep", "-q")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Media.probe(folder.file("b.mp4"), "stream=codec_name") == ["h264"])
        expectRefusal(
            try glint(in: folder, "render", "a.mp4", "-o", "c.mp4", "--hdr", "keep", "--video-codec", "h264"),
            status: 2, mentions: "--hdr", "H.264", "H.265")
        expectRefusal(
            try glint(in: folder, "render", "a.mp4", "-o", "c.mp4", "--hdr", "best"), status: 2,
            mentions: "--hdr", "tone-map")
    }
}
