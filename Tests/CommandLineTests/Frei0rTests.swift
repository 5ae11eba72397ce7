import Foundation
import TestSupport
import Testing

/// The frei0r plugin, in ffmpeg and melt.
@Suite("The frei0r plugin") struct Frei0rTests {
    private let folder: TemporaryFolder

    /// A recipe that depends on the number and the time of frames.
    private static let moving = """
        {"glint": 1, "filters": [{"id": "ntsc", "parameters": {"resize480": false}},
            {"id": "hue", "parameters": {"angle": {"keys": [[0, 0], [0.5, 90]]}}}]}
        """

    /// Builds the plugin, and makes a video in RGB with its frames as pictures.
    init() throws {
        folder = try TemporaryFolder()
        try makePlugin("frei0r-plugin", ("FREI0R_PLUGIN", folder.file("glint.so")))
        let video = try bash(
            """
            ffmpeg -v error -f lavfi -i testsrc2=s=320x184:r=30000/1001:d=0.5 -c:v ffv1 -pix_fmt bgr0 in.mkv
            ffmpeg -v error -i in.mkv -pix_fmt rgba -f rawvideo plain
            ffmpeg -v error -i in.mkv -pix_fmt rgba %03d.png
            """, in: folder)
        #expect(video.status == 0, "\(video.errors)")
    }

    /// Filters the video in ffmpeg to raw RGBA.
    private func filter(_ parameters: String, program: String = "$G") throws -> Run {
        try bash(
            """
            export GLINT_CLI="\(program)" FREI0R_PATH="$PWD"
            ffmpeg -v error -y -i in.mkv -vf 'format=rgba,frei0r=glint:\(parameters)' -pix_fmt rgba \
            -f rawvideo out
            """, in: folder)
    }

    /// The largest difference between the frames that ffmpeg wrote and an expression for what is expected, in
    /// steps of 8 bits. It has the unfiltered frames as `plain`, and `pictures` reads numbered pictures.
    private func difference(_ expression: String) throws -> Double {
        let output = try python(
            in: folder,
            """
            import glob
            from PIL import Image
            shape = (-1, 184, 320, 4)
            out, plain = (np.fromfile(n, np.uint8).reshape(shape).astype(float) for n in ("out", "plain"))
            def pictures(pattern):
                files = sorted(glob.glob(pattern))
                return np.stack([np.asarray(Image.open(f).convert("RGBA")) for f in files]).astype(float)
            expected = \(expression)
            assert len(expected) == len(out) == 15
            print(np.abs(out - expected).max())
            """)
        return try #require(Double(output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("gives the pixels of render, and mixes them with the frame")
    func pixels() throws {
        try folder.write(
            """
            {"glint": 1, "filters": [{"id": "saturation", "parameters": {"amount": 0.3}},
                {"id": "gaussian-blur", "parameters": {"radius": 10}}]}
            """, to: "look.json")
        let run = try filter("look.json")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let pictures = try bash(
            "mkdir made; $G render ???.png -o made --recipe look.json -q", in: folder)
        #expect(pictures.status == 0, "\(pictures.errors)")
        #expect(try difference("pictures('made/*.png')") == 0)

        #expect(try filter("look.json|0.25").status == 0)
        #expect(try difference("0.75 * plain + 0.25 * pictures('made/*.png')") <= 0.51)
    }

    @Test("numbers frames and knows their time as render does, and keeps their size")
    func time() throws {
        try folder.write(
            """
            {"glint": 1, "filters": [{"id": "ntsc", "parameters": {"resize480": false}},
                {"id": "hue", "parameters": {"angle": {"keys": [[0, 0], [0.5, 90]]}}},
                {"id": "resize", "parameters": {"scale": 0.5}}]}
            """, to: "look.json")
        let run = try filter("look.json")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let video = try bash(
            "$G render in.mkv -o 'made{frame}.png' --recipe look.json -q -- resize width=320 height=184",
            in: folder)
        #expect(video.status == 0, "\(video.errors)")
        #expect(try difference("pictures('made*.png')") == 0)
    }

    @Test(
        "gives the pixels of render in melt, also where threads pass frames in another order",
        arguments: [("", 1), ("rate=30000/1001", 3)])
    func melt(rate: String, threads: Int) throws {
        try folder.write(Self.moving, to: "look.json")
        try folder.write(
            """
            description=As the source
            frame_rate_num=30000
            frame_rate_den=1001
            width=320
            height=184
            progressive=1
            sample_aspect_num=1
            sample_aspect_den=1
            display_aspect_num=40
            display_aspect_den=23
            colorspace=601
            """, to: "profile")
        // MLT marks its output as running after it has started the thread for it. On a busy machine, the
        // thread may see that it is not running, and end before the first frame. Then melt writes nothing,
        // and reports success or waits forever.
        let run = try bash(
            """
            export GLINT_CLI="$G" FREI0R_PATH="$PWD"
            for start in {1..10}; do
                timeout 60 melt -silent -profile "$PWD/profile" in.mkv -attach frei0r.glint recipe=look.json \(rate) \
                -consumer avformat:out f=rawvideo vcodec=rawvideo pix_fmt=rgba mlt_image_format=rgba an=1 \
                real_time=-\(threads) && status=0 || status=$?
                [[ ! -s out && ( $status = 0 || $status = 124 ) ]] || break
            done
            test $status = 0 &&
            $G render plain -o - --format raw -q --input-format raw --channels rgba --size 320x184 \
            --fps 30000/1001 --recipe look.json | cmp - out
            """, in: folder)
        #expect(run.status == 0 && !run.errors.contains("Glint"), "\(run.output) \(run.errors)")
    }

    @Test(
        "lets frames pass and says why if they cannot be filtered",
        arguments: [
            ("$PWD/missing", "look.json", "missing was not found; install Glint", 1),
            ("$G", "none.json", "none.json: the recipe could not be read: No such file", 1),
            ("$G", "", "no recipe is set", 1),
            // It is started again, three times in all.
            ("$PWD/ending", "look.json", "glint-cli has ended unexpectedly", 2),
            ("$PWD/waiting", "look.json|1||0.2", "glint-cli did not answer in time", 2),
        ])
    func failures(program: String, parameters: String, sentence: String, lineCount: Int) throws {
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "look.json")
        try folder.write("#!/bin/sh\nexit 0\n", to: "ending")
        try folder.write("#!/bin/sh\nexec sleep 600\n", to: "waiting")
        #expect(try bash("chmod +x ending waiting", in: folder).status == 0)
        let run = try filter(parameters, program: program)
        #expect(run.status == 0)
        #expect(run.errorLines.count == lineCount, "\(run.errors)")
        #expect(run.errorLines.allSatisfy { $0.contains(sentence) }, "\(run.errors)")
        #expect(run.errors.hasSuffix(". Frames stay unfiltered.\n"), "\(run.errors)")
        #expect(try difference("plain") == 0)
    }
}
