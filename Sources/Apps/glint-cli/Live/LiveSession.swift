import Dispatch
import Filters
import Imaging
import Live
import Rendering
import TapeSound
import Video

/// Passes frames from a camera through a recipe to their destination.
struct LiveSession {
    private let options: LiveOptions
    private let recipe: Recipe
    private let renderer: Renderer
    /// The output frame rate in frames per second.
    private let rate: Double
    /// Drops frames of a camera whose frame rate is higher than that.
    private var decimator: FrameDecimator?
    private let source = SourceID()
    private var destination: (any FrameDestination)?
    /// When the first frame was captured, in seconds on the monotonic clock.
    private var start: Double?
    private var frameCount = 0

    /// The tolerated ratio between a camera's frame rate and the requested one, such as 30 and 29.97.
    static let rateTolerance = 1.02

    /// - Parameter cameraRate: the frame rate of the camera's mode, if known.
    init(_ options: LiveOptions, recipe: Recipe, renderer: Renderer, cameraRate: Double?) {
        let wanted = options.rate ?? cameraRate ?? Camera.usualRate
        let isFaster = (cameraRate ?? .infinity) > wanted * Self.rateTolerance && options.rate != nil
        decimator = isFaster ? FrameDecimator(rate: wanted, cameraRate: cameraRate) : nil
        rate = isFaster ? wanted : cameraRate ?? wanted
        self.options = options
        self.recipe = recipe
        self.renderer = renderer
    }

    /// Passes on frames until the duration has elapsed or a signal arrives; throws errors that end it
    /// earlier.
    mutating func run(_ inbox: LiveInbox, pause: DispatchTimeInterval) throws {
        defer { destination?.close() }
        while !Interruption.isWanted {
            let frame = inbox.frame(atMost: pause)
            if let problem = inbox.takeProblem() {
                guard start != nil else { throw problem }
                Console.complain("\(problem)")
            }
            if let frame { try pass(on: frame, inbox) }
            if let problem = destination?.problem { throw problem }
            if let start, let duration = options.duration, LiveClock.now - start >= duration { break }
        }
        destination?.close()
        if let problem = destination?.problem { throw problem }
        reportEnd(leftOut: inbox.leftOutCount)
    }

    private mutating func pass(on frame: CameraFrame, _ inbox: LiveInbox) throws {
        let start = start ?? frame.time
        let seconds = max(0, frame.time - start)
        var number = Int((seconds * rate).rounded())
        if decimator != nil {
            guard let selected = decimator?.number(at: seconds) else { return }
            number = selected
        }
        let time = FrameTime(frame: number, rate: rate, seconds: seconds)
        let destination = try destination ?? makeDestination(for: frame, inbox)
        self.destination = destination
        let planes = try renderer.frame(
            SourceFrame(frame.content, isOpaque: true, of: source, at: time), recipe,
            as: destination.format)
        self.start = start
        frameCount += 1
        destination.show(LiveFrame(planes, time: frame.time))
    }

    private func makeDestination(
        for frame: CameraFrame, _ inbox: LiveInbox
    ) throws -> any FrameDestination {
        let size = try renderer.result(of: recipe, entering: frame.content.size, channels: .rgb).size
        let frameFormat = LiveFormat(size: size, rate: rate)
        switch options.destination {
        case .pipewire: return try PipeWireOutput(frameFormat)
        case .loopback(let path): return try LoopbackOutput(path, frameFormat)
        case .file(let path):
            let recorder = try Recorder(
                to: path, frameFormat, hasSound: options.microphone != nil, soundEffect: tapeSound,
                options: options.encoding, overwrite: options.mayReplace)
            inbox.record(to: recorder)
            return recorder
        }
    }

    /// The sound of the recipe's tapes; nil if there is none, or it is left out.
    private var tapeSound: TapeSoundCourse? {
        options.encoding.addsTapeSound ? TapeSoundCourse(recipe, frameRate: rate) : nil
    }

    private func reportEnd(leftOut: Int) {
        guard let recorder = destination as? Recorder else { return }
        let progress = recorder.progress
        let count = progress.leftOutCount + leftOut
        Console.note(
            "\(recorder.path): \(progress.frameCount) frames" + (count == 0 ? "" : ", \(count) dropped"))
    }
}
