import Foundation
import Imaging
import Synchronization
import TestSupport
import Testing
import Video

@testable import Live

/// Choosing cameras, and receiving their frames.
struct CameraTests {
    private static let camera = Camera(
        id: "a", name: "A",
        modes: [
            .init(width: 1920, height: 1080, rate: Fraction(5)),
            .init(width: 1920, height: 1080, rate: Fraction(30), media: "image/jpeg"),
            .init(width: 1280, height: 720, rate: Fraction(60)),
            .init(width: 1280, height: 720, rate: Fraction(30)),
            .init(width: 1280, height: 720, rate: Fraction(10)),
            .init(width: 640, height: 480, rate: Fraction(30000, 1001)),
        ])

    @Test("By default, the mode is smooth and near the requested size")
    func usualMode() {
        #expect(Self.camera.usualMode()?.title == "1280 × 720, 30 per second")
        #expect(Self.camera.usualMode(near: SIMD2(640, 480))?.title == "640 × 480, 29.97 per second")
        #expect(Self.camera.usualMode(near: SIMD2(1920, 1080))?.title == "1920 × 1080, 30 per second")
        #expect(Self.camera.usualMode(rate: 60)?.title == "1280 × 720, 60 per second")
        #expect(Camera(id: "b", name: "B", modes: []).usualMode() == nil)
        let slow = Camera(id: "c", name: "C", modes: [.init(width: 320, height: 240, rate: Fraction(5))])
        #expect(slow.usualMode()?.width == 320)
    }

    @Test("A requested size is combined with the rate nearest to the requested one")
    func mode() {
        #expect(Self.camera.mode(width: 1280, height: 720, rate: 12)?.rate == Fraction(10))
        #expect(Self.camera.mode(width: 1280, height: 720, rate: nil)?.rate == Fraction(30))
        #expect(Self.camera.mode(width: 800, height: 600, rate: nil) == nil)
    }

    @Test("For a size the camera lacks, the mode with the least scaling and a sufficient rate is chosen")
    func scaledMode() {
        func title(_ width: Int, _ height: Int, _ rate: Double? = nil) -> String? {
            Self.camera.mode(for: SIMD2(width, height), rate: rate)?.title
        }
        #expect(title(1280, 720) == "1280 × 720, 30 per second")
        #expect(title(800, 600) == "1280 × 720, 30 per second")
        #expect(title(600, 400) == "640 × 480, 29.97 per second")
        #expect(title(4000, 3000) == "1920 × 1080, 30 per second")
        #expect(title(1920, 1080, 5) == "1920 × 1080, 5 per second")
        let slow = Camera(
            id: "d", name: "D",
            modes: [
                .init(width: 1280, height: 720, rate: Fraction(5)),
                .init(width: 1600, height: 900, rate: Fraction(30)),
            ])
        #expect(slow.mode(for: SIMD2(1000, 600), rate: nil)?.width == 1600)
        #expect(slow.mode(for: SIMD2(1000, 600), rate: 5)?.width == 1280)
        #expect(Camera(id: "e", name: "E", modes: []).mode(for: SIMD2(640, 480), rate: nil) == nil)
    }

    @Test("A camera is found by its id before its name, ignoring case")
    func names() {
        let cameras = [Camera(id: "x", name: "Y", modes: []), Camera(id: "Y", name: "Z", modes: [])]
        #expect(Camera.named("Y", among: cameras)?.id == "Y")
        #expect(Camera.named("y", among: cameras)?.id == "x")
        #expect(Camera.named("none", among: cameras) == nil)
    }

    @Test("Frames arrive as RGBA with the colors that were sent, and with increasing times")
    func frames() throws {
        let frames = Mutex<[CameraFrame]>([])
        let feed = CameraFeed(
            .description(
                "videotestsrc is-live=true pattern=red ! video/x-raw,format=YUY2,width=320,height=240,framerate=30/1"
            )
        ) { event in
            if case .frame(let frame) = event { frames.withLock { $0.append(frame) } }
        }
        try waitUntil("frames") { frames.withLock { $0.count } >= 5 }
        feed.close()
        let taken = frames.withLock { $0 }
        #expect(zip(taken, taken.dropFirst()).allSatisfy { $0.time < $1.time })
        for frame in taken {
            #expect((frame.pixels.width, frame.pixels.height) == (320, 240))
            frame.pixels.withUnsafeBytes { bytes in
                let middle = 4 * (120 * 320 + 160)
                #expect(bytes[middle] >= 252 && bytes[middle + 1] <= 3 && bytes[middle + 2] <= 3)
                #expect(bytes[middle + 3] == 255)
            }
        }
        #expect(abs((taken.last?.time ?? 0) - LiveClock.now) < 5)
    }

    /// What a feed delivers for a picture that does not change.
    private func still(_ description: String, readsPlanes: Bool) throws -> FrameContent {
        let content = Mutex<FrameContent?>(nil)
        let feed = CameraFeed(.description(description), readsPlanes: readsPlanes) { event in
            if case .frame(let frame) = event { content.withLock { $0 = frame.content } }
        }
        defer { feed.close() }
        try waitUntil("a frame") { content.withLock { $0 } != nil }
        return try #require(content.withLock { $0 })
    }

    @Test(
        "Frames can stay as a camera stores them, with the same colors, in sizes with and without padding",
        arguments: ["YUY2", "UYVY", "NV12", "NV21", "I420", "Y42B", "Y444"], [(64, 48), (67, 49)])
    func planes(format: String, size: (Int, Int)) throws {
        // GStreamer leaves half of the last pair undefined if it makes packed pixels of an odd width.
        let size = (format.hasSuffix("2") || format == "UYVY") && size.0 == 67 ? (70, size.1) : size
        // Colors change so slowly that it hardly matters how chroma is interpolated.
        let picture =
            "videotestsrc is-live=true pattern=gradient ! videobalance hue=0.3 saturation=1.5 "
            + "! videoconvert dither=none ! video/x-raw,format=\(format),width=\(size.0),height=\(size.1)"
        for colorimetry in ["bt601", "bt709", "1:4:0:0"] {
            let description = "\(picture),colorimetry=(string)\(colorimetry)"
            let planes = try still(description, readsPlanes: true)
            guard case .planes = planes else {
                Issue.record("the frame was converted")
                return
            }
            let (ours, theirs) = (planes.pixels, try still(description, readsPlanes: false).pixels)
            #expect((ours.width, ours.height) == size)
            let bytes: [[UInt8]] = [ours, theirs].map { pixels in pixels.withUnsafeBytes { Array($0) } }
            var worst = 0
            for (one, other) in zip(bytes[0], bytes[1]) { worst = max(worst, abs(Int(one) - Int(other))) }
            #expect(worst <= 3, "\(colorimetry)")
        }
    }

    @Test("After closing no frames arrive, and failures to open are reported")
    func closing() throws {
        let count = Mutex(0)
        let feed = CameraFeed(.description("videotestsrc is-live=true")) { _ in count.withLock { $0 += 1 } }
        try waitUntil("a frame") { count.withLock { $0 } > 0 }
        feed.close()
        let after = count.withLock { $0 }
        // Waits while another feed delivers several frames.
        let otherCount = Mutex(0)
        let other = CameraFeed(.description("videotestsrc is-live=true")) { event in
            if case .frame = event { otherCount.withLock { $0 += 1 } }
        }
        try waitUntil("frames of another feed") { otherCount.withLock { $0 } >= 5 }
        other.close()
        #expect(count.withLock { $0 } == after)
        let problem = Mutex<LiveError?>(nil)
        let broken = CameraFeed(.description("noSuchElement")) { event in
            if case .interrupted(let error) = event { problem.withLock { $0 = error } }
        }
        try waitUntil("a problem") { problem.withLock { $0 } != nil }
        #expect(
            problem.withLock { "\($0 as Any)" }.contains("install the packages gstreamer1.0-plugins-base"))
        broken.close()
    }

    @Test(
        "Camera failures are reported with helpful messages, not GStreamer's",
        arguments: [
            ("filesrc location=/nonexistent ! decodebin", "reconnect it"),
            ("filesrc location=/ ! decodebin", "connect it again"),
            ("v4l2src device=/dev/null", "choose another size"),
            ("videotestsrc is-live=true ! identity error-after=2", "connect it again"),
            ("videotestsrc is-live=true ! video/x-raw,format=NONE", "choose another size"),
            (
                "fakesrc num-buffers=9 sizetype=fixed sizemax=99 ! image/jpeg,width=64,height=48,framerate=30/1 ! jpegdec",
                "another size"
            ),
        ])
    func messages(description: String, help: String) throws {
        let problem = Mutex<LiveError?>(nil)
        let feed = CameraFeed(.description(description)) { event in
            if case .interrupted(let error) = event { problem.withLock { $0 = $0 ?? error } }
        }
        defer { feed.close() }
        try waitUntil("a problem") { problem.withLock { $0 } != nil }
        let sentence = problem.withLock { $0.map { "\($0)" } ?? "" }
        #expect(sentence.contains(help), "\(sentence)")
        for raw in ["Could not", "Internal", "resource", "rror", "ailed", "element"] {
            #expect(!sentence.contains(raw), "\(sentence)")
        }
    }

    @Test("A source that stops sending is reported")
    func silence() throws {
        let problem = Mutex<LiveError?>(nil)
        let feed = CameraFeed(
            .description("videotestsrc is-live=true num-buffers=3 ! identity sleep-time=1000")
        ) { event in
            if case .interrupted(let error) = event { problem.withLock { $0 = error } }
        }
        try waitUntil("a problem") { problem.withLock { $0 } != nil }
        feed.close()
        #expect(problem.withLock { $0 } == .gone(name: "the source"))
    }
}
