import CLive
import Glibc
import Localization
import Synchronization
import System
import Video

/// The source of a feed.
package enum LiveSource: Sendable {
    /// A camera by its id, over a connection to PipeWire that a portal has opened, or over the system's
    /// services. The name appears in messages. Frames are scaled to fit `size`, with black bars, if the mode
    /// has another size.
    case camera(
        id: String, name: String, mode: Camera.Mode?, size: SIMD2<Int>? = nil, remote: LiveConnection?)
    /// A screen or window that a portal has opened, by its PipeWire node id.
    case screen(LiveConnection, node: UInt32)
    /// A microphone by its id; nil for the system's default.
    case microphone(id: String?, name: String)
    /// GStreamer's description of a source, for tests.
    case description(String)
}

/// A connection to PipeWire that a portal has opened; closed with the last reference to it.
package final class LiveConnection: Sendable {
    let descriptor: Int32
    let cameras = DeviceList.Holder(CLIVE_CAMERAS)

    /// True if its PipeWire instance has ended, so that the portal has to be asked for another connection.
    package var isLost: Bool { cameras.known?.isLost ?? false }

    /// Takes ownership of the descriptor.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}

/// The samples of a source, on a thread of its own, which opens it, watches it, and reopens it after it was
/// gone.
///
/// The source is closed within a moment of ``stop()`` or of the last reference's end.
final class DeviceFeed: Sendable {
    private let state: FeedState
    private let thread: WorkerThread

    /// - Parameters:
    ///   - previous: a feed that is closed first, such as one of the same device in another size.
    ///   - take: called on the feed's thread with each sample, or only the newest if it was busy.
    ///   - interrupted: called on the feed's thread with the error, once until samples arrive again.
    init(
        _ source: LiveSource, after previous: DeviceFeed? = nil, format: SampleFormat = .rgba,
        take: @escaping @Sendable (CLiveSample) -> Void,
        interrupted: @escaping @Sendable (LiveError) -> Void
    ) {
        previous?.stop()
        let before = previous?.thread
        let state = FeedState()
        self.state = state
        thread = WorkerThread("live feed", qos: .userInteractive) {
            before?.wait()
            FeedThread(source, format, state: state, take: take, interrupted: interrupted).run()
        }
    }

    deinit { state.stop() }

    /// Closes the source; nothing is delivered once the thread has noticed.
    func stop() { state.stop() }

    /// Waits until the source is closed, such as at the end of the program.
    func waitUntilClosed() { thread.wait() }
}

private final class FeedState: Sendable {
    private let stopped = Atomic<Bool>(false)

    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func stop() { stopped.store(true, ordering: .relaxed) }
}

/// The work of a feed's thread, which alone calls GStreamer.
private struct FeedThread {
    private let source: LiveSource
    private let format: SampleFormat
    private let state: FeedState
    private let take: (CLiveSample) -> Void
    private let interrupted: (LiveError) -> Void

    /// The timeout for a sample before the thread checks its state, in nanoseconds: after a stop the source
    /// stays open for up to this long.
    private static let wait: UInt64 = 50_000_000
    /// The timeouts for a source that sends nothing, in nanoseconds: before the first sample, and between
    /// later ones.
    private static let timeout: (first: Int64, further: Int64) = (3_000_000_000, 1_000_000_000)
    /// The interval between checks that the device is still there, in nanoseconds: each check takes
    /// milliseconds.
    private static let lookPause: Int64 = 300_000_000
    /// The interval between attempts to open a source that cannot be opened, in microseconds.
    private static let pause: UInt32 = 100_000
    private static let pausesBetweenAttempts = 10

    init(
        _ source: LiveSource, _ format: SampleFormat, state: FeedState,
        take: @escaping (CLiveSample) -> Void, interrupted: @escaping (LiveError) -> Void
    ) {
        self.source = source
        self.format = format
        self.state = state
        self.take = take
        self.interrupted = interrupted
    }

    func run() {
        var reported: LiveError?
        func report(_ error: LiveError) {
            if reported != error, !state.isStopped { interrupted(error) }
            reported = error
        }
        do throws(LiveError) {
            let list = try source.list()
            while !state.isStopped {
                do throws(LiveError) {
                    try follow(list) { reported = nil }
                } catch {
                    if error.isLasting || !source.mayComeBack { throw error }
                    report(error)
                    waitForDevice(in: list)
                }
            }
        } catch {
            report(error)
        }
    }

    /// Delivers samples until the feed is stopped; throws the error that ends them.
    private func follow(_ list: DeviceList?, begun: () -> Void) throws(LiveError) {
        let device = try device(in: list)
        var failure = CLiveFailure()
        let pipeline =
            if var frameFormat = source.frameFormat {
                clive_pipeline_create(
                    device?.pointer, &frameFormat, source.isTimed, source.description(format),
                    source.passedFormats(format), &failure)
            } else {
                clive_pipeline_create(
                    device?.pointer, nil, source.isTimed, source.description(format),
                    source.passedFormats(format), &failure)
            }
        guard let pipeline else { throw LiveError(failure, of: source.name) }
        defer { clive_pipeline_destroy(pipeline) }
        guard clive_pipeline_play(pipeline, &failure) else { throw LiveError(failure, of: source.name) }
        var (last, lastLook, timeout) = (clive_now(), clive_now(), Self.timeout.first)
        while !state.isStopped {
            var sample = CLiveSample()
            if clive_pipeline_pull(pipeline, Self.wait, &sample) {
                if timeout == Self.timeout.first { begun() }
                (last, timeout) = (clive_now(), Self.timeout.further)
                take(sample)
                clive_sample_release(&sample)
            }
            try checkEvents(of: pipeline)
            let isTimeToLook = clive_now() - lastLook > Self.lookPause
            if isTimeToLook { lastLook = clive_now() }
            if isTimeToLook, device != nil, !isThere(in: list) {
                throw source.gone
            }
            if clive_now() - last > timeout, source.sendsSteadily { throw .silent(name: source.name) }
        }
    }

    private func device(in list: DeviceList?) throws(LiveError) -> DeviceList.Device? {
        guard let list, let id = source.id else { return nil }
        guard let found = list.devices.first(where: { $0.id == id }) else { throw source.gone }
        return found
    }

    private func checkEvents(of pipeline: OpaquePointer) throws(LiveError) {
        var failure = CLiveFailure()
        while true {
            switch clive_pipeline_next_event(pipeline, &failure) {
            case CLIVE_NOTHING: return
            case CLIVE_FAILED: throw LiveError(failure, of: source.name)
            case CLIVE_ENDED: throw source.gone
            default: break
            }
        }
    }

    /// Waits for a while, or until a missing device is there.
    private func waitForDevice(in list: DeviceList?) {
        let wasThere = isThere(in: list)
        for _ in 0..<Self.pausesBetweenAttempts where !state.isStopped {
            usleep(Self.pause)
            // A device that was just connected may not be ready to be opened.
            if !wasThere, isThere(in: list) { return _ = usleep(3 * Self.pause) }
        }
    }

    private func isThere(in list: DeviceList?) -> Bool {
        list?.devices.contains { $0.id == source.id } ?? true
    }
}

extension LiveSource {
    /// The list of devices that contains it.
    fileprivate func list() throws(LiveError) -> DeviceList? {
        switch self {
        case .camera(_, _, _, _, let connection): try DeviceList.cameras(over: connection)
        case .microphone(let id, _): id == nil ? nil : try DeviceList.microphones.list()
        case .screen, .description: nil
        }
    }

    /// The requested format among those that a camera offers.
    fileprivate var frameFormat: CLiveFormat? {
        if case .camera(_, _, let mode, _, _) = self { mode?.frameFormat } else { nil }
    }

    fileprivate var id: String? {
        switch self {
        case .camera(let id, _, _, _, _): id
        case .microphone(let id, _): id
        case .screen, .description: nil
        }
    }

    fileprivate var name: String {
        switch self {
        case .camera(_, let name, _, _, _), .microphone(_, let name): name
        case .screen: tr("the screen")
        case .description: tr("the source")
        }
    }

    /// The error reported when it is gone.
    fileprivate var gone: LiveError {
        switch self {
        case .camera, .description: .gone(name: name)
        case .screen: .ended(name: name)
        case .microphone: .noAudio(name: name)
        }
    }

    /// True if its samples have capture times. Sound servers drop samples that do not fit a clock other than
    /// their own.
    fileprivate var isTimed: Bool {
        if case .microphone = self { false } else { true }
    }

    fileprivate var mayComeBack: Bool {
        switch self {
        case .camera, .microphone: true
        case .screen, .description: false
        }
    }

    /// True if it sends continuously: a screen without changes sends nothing, and a microphone may sleep.
    fileprivate var sendsSteadily: Bool {
        switch self {
        case .camera, .description: true
        case .screen, .microphone: false
        }
    }

    /// The elements after the device, or all of them.
    ///
    /// - Parameter format: that of frames.
    fileprivate func description(_ format: SampleFormat) -> String {
        switch self {
        case .camera(_, _, let mode, let size, _):
            return (mode?.filter ?? Camera.Mode.anyFilter) + (size.map(Self.scaling) ?? "")
                + Self.frames(format)
        case .screen(let connection, let node):
            return "pipewiresrc fd=\(connection.descriptor) path=\(node) do-timestamp=true ! video/x-raw"
                + Self.frames(.rgba)
        case .microphone(let id, _): return (id == nil ? "autoaudiosrc ! " : "") + Self.sound
        case .description(let text): return text + Self.frames(format)
        }
    }

    /// GStreamer's names of the pixel formats in which frames need no element; nil for none.
    fileprivate func passedFormats(_ format: SampleFormat) -> String? {
        if case .camera(_, _, _, nil, _) = self { format.names } else { nil }
    }

    private static func scaling(to size: SIMD2<Int>) -> String {
        " ! videoconvert ! videoscale add-borders=true "
            + "! video/x-raw,width=\(size.x),height=\(size.y),pixel-aspect-ratio=1/1"
    }

    /// Frames are converted only if they have another format; one that was not taken is replaced by the next.
    private static func frames(_ format: SampleFormat) -> String {
        " ! videoconvert ! video/x-raw,format={\(format.names)} "
            + "! appsink name=sink sync=false max-buffers=1 drop=true"
    }

    private static let sound =
        "audioconvert ! audioresample ! audio/x-raw,format=F32LE,layout=interleaved,rate=48000,channels=2 "
        + "! appsink name=sink sync=false"
}

extension Camera.Mode {
    /// The caps requested from a camera, and the decoder if needed.
    fileprivate var filter: String {
        let rate = rate.map { ",framerate=\($0.numerator)/\($0.denominator)" } ?? ""
        return "capsfilter caps=\"\(media),width=\(width),height=\(height)\(rate)\""
            + (isPlain ? "" : " ! jpegdec")
    }

    /// The mode as a C structure.
    fileprivate var frameFormat: CLiveFormat {
        var frameFormat = CLiveFormat()
        frameFormat.width = Int32(width)
        frameFormat.height = Int32(height)
        frameFormat.rateNumerator = Int32(rate?.numerator ?? 0)
        frameFormat.rateDenominator = Int32(rate?.denominator ?? 1)
        withUnsafeMutableBytes(of: &frameFormat.media) { text in
            text.copyBytes(from: media.utf8.prefix(text.count - 1))
        }
        return frameFormat
    }

    fileprivate static let anyFilter = "capsfilter caps=video/x-raw"
}
