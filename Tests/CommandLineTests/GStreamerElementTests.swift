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
        for text in ["(string)RGBA, (string)RGBA64_LE, (string)I420, (string)NV12", "recipe  ", "timeout  "] {
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

    /// Functions of NumPy that read and write frames of I420 and NV12 as GStreamer lays them out, with rows
    /// of multiples of four bytes, after those of ``planarReference``.
    private static let layout = """
        def up(length, multiple):
            return (length + multiple - 1) // multiple * multiple
        def planes_of(width, height, order):
            # The offset, the rows and the bytes of each plane, its stride, and the size of the frame.
            rows, stride = up(height, 2), up(width, 4)
            chroma = up(half(width), 4) if order == 'i420' else stride
            count, length = (2, half(width)) if order == 'i420' else (1, 2 * half(width))
            starts = [stride * rows + n * chroma * rows // 2 for n in range(count)]
            return ([(0, height, width, stride)] + [(start, half(height), length, chroma) for start in starts],
                    starts[-1] + chroma * rows // 2)
        def padded(frame, order):
            height, width = frame[0].shape
            planes, size = planes_of(width, height, order)
            data, tight = np.random.default_rng(1).integers(0, 256, size, np.uint8), packed(frame, order)
            for start, rows, length, stride in planes:
                part, tight = tight[:rows * length], tight[rows * length:]
                for row in range(rows):
                    data[start + row * stride:][:length] = part[row * length:][:length]
            return data
        def tightened(data, width, height, order):
            planes, size = planes_of(width, height, order)
            assert len(data) == size, (len(data), size)
            rows = [data[start + row * stride:][:length] for start, count, length, stride in planes for row in range(count)]
            return unpacked(np.concatenate(rows), width, height, order)

        """

    @Test(
        "filters I420 and NV12 by the formulas of the caps' colorimetry, in odd sizes, and keeps their padding",
        arguments: [
            ("i420", 64, 48, "bt601", "mpeg2", "bt601", "limited", "left"),
            ("nv12", 57, 33, "bt709", "mpeg2", "bt709", "limited", "left"),
            ("i420", 35, 31, "1:4:0:0", "jpeg", "bt601", "full", "center"),
            ("nv12", 38, 22, "bt2020", "cosited", "bt2020", "limited", "topleft"),
        ])
    func planes(
        order: String, width: Int, height: Int, colorimetry: String, site: String, matrix: String,
        range: String, siting: String
    ) throws {
        let parameters = "\(width), \(height), '\(order)'"
        try python(
            in: folder,
            planarReference + Self.layout + """
                frames = [planes(\(width), \(height), seed, '\(range)') for seed in range(3)]
                np.concatenate([padded(frame, '\(order)') for frame in frames]).tofile('in')
                """)
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "invert.json")
        let caps =
            "video/x-raw,format=\(order.uppercased()),width=\(width),height=\(height),framerate=25/1,"
            + "colorimetry=\(colorimetry),chroma-site=\(site)"
        let run = try gst(
            """
            gst-launch-1.0 -q filesrc location=in ! '\(caps)' ! queue ! rawvideoparse use-sink-caps=true \
            ! glintfilter recipe=invert.json ! '\(caps)' ! filesink location=out
            gst-launch-1.0 -q filesrc location=in ! '\(caps)' ! queue ! rawvideoparse use-sink-caps=true \
            ! glintfilter recipe='{"glint": 1, "filters": []}' ! filesink location=same
            """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
        let output = try python(
            in: folder,
            planarReference + Self.layout + """
                for n, (made, same) in enumerate(zip(*(np.fromfile(name, np.uint8).reshape(3, -1) for name in ('out', 'same')))):
                    frame = planes(\(width), \(height), n, '\(range)')
                    color = '\(matrix)', '\(range)', '\(siting)'
                    assert difference(tightened(same, \(parameters)), frame)[0] == 0
                    largest, share = difference(
                        tightened(made, \(parameters)), samples(255 - rgb(frame, *color), *color))
                    print(largest <= 1, share < 0.01, end=' ')
                """)
        #expect(output == "True True True True True True ")
    }

    /// A pipeline in Python that inverts frames of 64 × 48 pixels one at a time.
    private static let pipeline = """
        import gi
        gi.require_version("Gst", "1.0")
        from gi.repository import Gst
        Gst.init(None)
        def begin(caps):
            global pipeline
            pipeline = Gst.parse_launch(
                f"appsrc name=in format=time caps=video/x-raw,width=64,height=48,framerate=25/1,{caps} "
                "! glintfilter recipe=invert.json ! appsink name=out sync=false")
            pipeline.set_state(Gst.State.PLAYING)
        def filtered(frame, number, flags=None):
            buffer = Gst.Buffer.new_wrapped(frame)
            buffer.pts, buffer.duration = number * Gst.SECOND // 25, Gst.SECOND // 25
            if flags: buffer.set_flags(flags)
            pipeline.get_by_name("in").emit("push-buffer", buffer)
            made = pipeline.get_by_name("out").emit("pull-sample").get_buffer()
            return made.extract_dup(0, made.get_size())
        def end():
            pipeline.set_state(Gst.State.NULL)
        """

    @Test(
        "converts the fields of interlaced frames separately, in a mixed stream frame by frame",
        arguments: [("interleaved", "True True"), ("mixed", "True False")])
    func fields(mode: String, interlaced: String) throws {
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "invert.json")
        let run = try gst(
            """
            /usr/bin/python3 - <<'END'
            \(planarReference)
            \(Self.pipeline)
            begin('format=I420,interlace-mode=\(mode),colorimetry=bt601,chroma-site=mpeg2')
            for number, is_interlaced in enumerate([\(interlaced.replacing(" ", with: ", "))]):
                frame = planes(64, 48, number)
                # The last flag of buffers is the first one of video, GST_VIDEO_BUFFER_FLAG_INTERLACED.
                flags = Gst.BufferFlags.LAST if is_interlaced else None
                made = np.frombuffer(filtered(packed(frame, 'i420').tobytes(), number, flags), np.uint8)
                made = unpacked(made, 64, 48, 'i420')
                parts = [slice(None)] if not is_interlaced else [slice(0, None, 2), slice(1, None, 2)]
                sitings = ['left'] if not is_interlaced else ['left of top field', 'left of bottom field']
                for part, siting in zip(parts, sitings):
                    wanted = samples(255 - rgb([plane[part] for plane in frame], siting=siting), siting=siting)
                    largest, share = difference([plane[part] for plane in made], wanted)
                    print(largest <= 1, share < 0.01, end=' ')
            end()
            END
            """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
        #expect(run.output == String(repeating: "True ", count: mode == "mixed" ? 6 : 8), "\(run.output)")
    }

    @Test("mixes I420 with the frame by the strength")
    func strength() throws {
        try python(
            in: folder,
            planarReference + """
                np.concatenate([packed(planes(64, 48, n), 'i420') for n in range(2)]).tofile('in')
                """)
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "invert.json")
        let run = try gst(
            """
            for strength in 1 0.25; do
                gst-launch-1.0 -q filesrc location=in ! rawvideoparse width=64 height=48 format=i420 \
                framerate=25/1 ! glintfilter recipe=invert.json strength=$strength ! filesink location=$strength
            done
            """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
        let output = try python(
            in: folder,
            """
            plain, full, part = (np.fromfile(name, np.uint8).astype(float) for name in ('in', '1', '0.25'))
            print(np.abs(0.75 * plain + 0.25 * full - part).max() <= 0.51, np.abs(part - plain).max() > 10)
            """)
        #expect(output == "True True\n")
    }

    /// The frames that a seek continues with: of RGBA those of render, of I420 those without one.
    private static let wholeVideos = [
        (
            "RGBA",
            """
            $G render in -o - --format raw -q --input-format raw --channels rgba --size 64x48 --fps 25 \
            --recipe moving.json
            """
        ),
        (
            "I420",
            """
            gst-launch-1.0 -q filesrc location=in ! rawvideoparse width=64 height=48 format=i420 \
            framerate=25/1 ! glintfilter recipe=moving.json ! filesink location=/dev/stdout
            """
        ),
    ]

    @Test(
        "continues with other frames after a seek, and with frames of another size", arguments: wholeVideos)
    func seeks(format: String, whole: String) throws {
        let byteCount = format == "RGBA" ? 4 * 64 * 48 : 64 * 48 * 3 / 2
        try makeFrames(20, 64, 48, as: "uint8")
        let run = try gst(
            """
            truncate -s $((20 * \(byteCount))) in
            \(whole) | tail -c +$((12 * \(byteCount) + 1)) > expected
            /usr/bin/python3 - <<'END'
            import gi
            gi.require_version("Gst", "1.0")
            from gi.repository import Gst
            Gst.init(None)
            pipeline = Gst.parse_launch(
                "filesrc location=in ! rawvideoparse width=64 height=48 format=\(format.lowercased()) framerate=25/1 "
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
            videotestsrc num-buffers=2 ! video/x-raw,format=\(format),width=64,height=48 ! c. \
            videotestsrc num-buffers=2 ! video/x-raw,format=\(format),width=32,height=20 ! c.
            [ $(stat -c %s two) = $((2 * (\(byteCount) + \(byteCount) * 32 * 20 / 64 / 48))) ]
            """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output) \(run.errors)")
    }

    @Test("lets the frame of a lost device pass, says why, and starts glint-cli again")
    func lostDevice() throws {
        try makeGraphicsTrouble(in: folder)
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "invert.json")
        try folder.write("", to: "trouble")
        let run = try gst(
            """
            /usr/bin/python3 - <<'END'
            import os, time
            \(Self.pipeline)
            begin('format=RGBA')
            frame = bytes((7 * n + n // 300) % 256 for n in range(64 * 48 * 4))
            inverted = bytes(v if n % 4 == 3 else 255 - v for n, v in enumerate(frame))
            def outcome(number):
                return {inverted: "filtered", frame: "passed"}.get(filtered(frame, number), "wrong")
            os.environ.update(LD_PRELOAD=os.path.abspath("trouble.so"), GLINT_TEST_TROUBLE=os.path.abspath("trouble"))
            results = [outcome(0)]
            open("new", "w").write("lost")
            os.replace("new", "trouble")
            time.sleep(0.3)
            # The next program has a driver that works.
            del os.environ["LD_PRELOAD"]
            print(*results, *(outcome(number) for number in range(1, 4)))
            end()
            END
            """)
        #expect(run.status == 0 && run.output == "filtered passed filtered filtered\n", "\(run.output)")
        #expect(run.errorLines.count == 1, "\(run.errors)")
        #expect(
            run.errors.hasPrefix("glintfilter: The graphics driver was reset. ")
                && run.errors.hasSuffix(
                    "are not affected. This frame stays unfiltered; the next one starts glint-cli again.\n"),
            "\(run.errors)")
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
