import Foundation
import TestSupport
import Testing

/// The GStreamer element, in GStreamer's own programs.
@Suite("The GStreamer element") struct GStreamerElementTests {
    private let folder: TemporaryFolder

    /// A recipe that depends on the number and the time of frames.
    private static let moving = """
        {"glint": 1, "filters": [{"id": "ntsc", "parameters": {"resize480": false}},
            {"id": "hue", "parameters": {"angle": {"keys": [[0, 0], [1, 90]]}}}]}
        """

    /// Builds the element.
    init() throws {
        folder = try TemporaryFolder()
        try makePlugin("gstreamer-plugin", ("GSTREAMER_PLUGIN", folder.file("libgstglint.so")))
        try folder.write(Self.moving, to: "moving.json")
    }

    /// Runs lines of bash in which GStreamer finds the element.
    private func gst(_ lines: String) throws -> Run {
        try bash(
            """
            set -e
            export GLINT_CLI="$G" GST_PLUGIN_PATH="$PWD" GST_REGISTRY="$PWD/registry"
            \(lines)
            """, in: folder)
    }

    /// Raw frames of noise with a size and a type of samples.
    private func makeFrames(_ count: Int, _ width: Int, _ height: Int, as type: String) throws {
        try python(
            in: folder,
            """
            shape = (\(count), \(height), \(width), 4)
            most = np.iinfo("\(type)").max
            np.random.default_rng(1).integers(0, most, shape, "\(type)", endpoint=True).tofile("in")
            """)
    }

    @Test("has properties that can be read and controlled")
    func properties() throws {
        let run = try gst("gst-inspect-1.0 glintfilter")
        #expect(run.status == 0, "\(run.errors)")
        for text in ["(string)RGBA, (string)RGBA64_LE", "recipe  ", "timeout  "] {
            #expect(run.output.contains(text))
        }
        #expect(run.output.contains(/strength +: .*\n +flags: readable, writable, .*controllable/))
    }

    @Test(
        "gives the pixels of render, at every number and time, in rows with and without padding",
        arguments: [("rgba", "uint8", 8, 320, 184), ("rgba64-le", "uint16", 16, 57, 33)])
    func pixels(format: String, type: String, depth: Int, width: Int, height: Int) throws {
        try makeFrames(8, width, height, as: type)
        let run = try gst(
            """
            $G render in -o - --format raw --depth \(depth) -q --input-format raw --channels rgba \
            --input-depth \(depth) --size \(width)x\(height) --fps 30000/1001 --recipe moving.json > expected
            gst-launch-1.0 -q filesrc location=in ! rawvideoparse width=\(width) height=\(height) \
            format=\(format) framerate=30000/1001 ! glintfilter recipe=moving.json ! filesink location=out
            cmp out expected
            """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
    }

    @Test("continues with other frames after a seek, and with frames of another size")
    func seeks() throws {
        try makeFrames(20, 64, 48, as: "uint8")
        let run = try gst(
            """
            $G render in -o - --format raw -q --input-format raw --channels rgba --size 64x48 --fps 25 \
            --recipe moving.json | tail -c +$((12 * 64 * 48 * 4 + 1)) > expected
            /usr/bin/python3 - <<'END'
            import gi
            gi.require_version("Gst", "1.0")
            from gi.repository import Gst
            Gst.init(None)
            pipeline = Gst.parse_launch(
                "filesrc location=in ! rawvideoparse width=64 height=48 format=rgba framerate=25/1 "
                "! glintfilter recipe=moving.json ! multifilesink location=%05d.frame")
            pipeline.set_state(Gst.State.PAUSED)
            assert pipeline.get_state(60 * Gst.SECOND)[0] == Gst.StateChangeReturn.SUCCESS
            assert pipeline.seek_simple(Gst.Format.TIME, Gst.SeekFlags.FLUSH, 12 * Gst.SECOND // 25)
            pipeline.set_state(Gst.State.PLAYING)
            kinds = Gst.MessageType.EOS | Gst.MessageType.ERROR
            assert pipeline.bus.timed_pop_filtered(60 * Gst.SECOND, kinds).type == Gst.MessageType.EOS
            pipeline.set_state(Gst.State.NULL)
            END
            cat *.frame > out
            cmp out expected
            gst-launch-1.0 -q concat name=c ! glintfilter recipe=moving.json ! filesink location=two \
            videotestsrc num-buffers=2 ! video/x-raw,format=RGBA,width=64,height=48 ! c. \
            videotestsrc num-buffers=2 ! video/x-raw,format=RGBA,width=32,height=20 ! c.
            [ $(stat -c %s two) = $((2 * 4 * (64 * 48 + 32 * 20))) ]
            """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
    }

    @Test("lets frames pass and says why if glint-cli is missing")
    func missing() throws {
        try makeFrames(3, 64, 48, as: "uint8")
        let run = try gst(
            """
            GLINT_CLI=$PWD/missing gst-launch-1.0 -q filesrc location=in ! rawvideoparse width=64 height=48 \
            format=rgba framerate=25/1 ! glintfilter recipe=moving.json ! filesink location=out
            cmp out in
            """)
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(run.errorLines.count == 1 && run.errors.contains("missing was not found; install Glint"))
    }
}
