import Dispatch
import Filters
import Gtk
import Imaging
import Live
import Rendering
import Synchronization
import Video
import Wording

/// Where the filtered frames of a camera go beside the screen: a recording, and other programs.
@MainActor
final class RecordingController {
    /// What the controller tells those around it.
    enum Event {
        /// Recording or passing on has begun or ended, or got further.
        case changed
        /// A recording has ended.
        case recorded(path: String, Recorder.Progress)
        /// Something is wrong, as the sentence says.
        case failed(String)
        /// Nothing records or passes on any more.
        case idle
    }
    /// Called with each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    private let editor: DocumentEditor
    private let canvas: Canvas?
    private var view: (start: Double, rate: Double, size: SIMD2<Int>)?
    private var isPaused = false
    private var recorder: Recorder?
    /// When the recording began, in seconds of the monotonic clock.
    private var begun = 0.0
    /// Whether a recording is about to begin, once the microphones are known.
    private var isStarting = false
    private var microphone: MicrophoneFeed?
    private let level = SoundLevel()
    private var passing: PipeWireOutput?
    private var next: Delay?

    /// How often the time and the level are shown.
    private static let showMilliseconds = 100

    init(_ editor: DocumentEditor, canvas: Canvas?) {
        self.editor = editor
        self.canvas = canvas
    }

    /// Whether anything records or passes on, so that the camera stays open though nobody looks.
    var isActive: Bool { isStarting || recorder != nil || passing != nil }

    var isRecording: Bool { recorder != nil }
    var isPassingOn: Bool { passing != nil }

    /// How far the recording is; nil where there is none.
    var progress: Recorder.Progress? { recorder.map(progress) }

    /// Counts frames as they come from the camera.
    let arrivals = FrameCount()
    /// The newest frame that was recorded or passed on.
    private let newest = NewestFrame()

    /// Frames between the camera and the file, which are not left out yet.
    private static let mostUnderWay = 3

    private func progress(of recorder: Recorder) -> Recorder.Progress {
        var progress = recorder.progress
        let missing = arrivals.count - progress.frameCount
        if missing > Self.mostUnderWay { progress.leftOutCount = max(progress.leftOutCount, missing) }
        return progress
    }

    /// How loud the microphone is, 0…1; nil where none is open.
    private(set) var soundLevel: Double?

    /// Follows the camera: another one or another size is open, or it is paused or goes on.
    func follow(_ view: LiveView, isPaused: Bool) {
        self.view = (view.start, view.rate, view.sourceFrame.size)
        self.isPaused = isPaused
        arrivals.isCounting = view.isCamera && !isPaused
        connect()
    }

    /// Ends everything, as when the camera is left.
    func end() {
        stopRecording()
        stopPassing()
        view = nil
    }

    // Recording

    /// Begins a file among the person's videos.
    func startRecording() {
        guard recorder == nil, !isStarting, let form = form() else { return }
        isStarting = true
        let path = RecordedFile.path(container: Settings.standard.recordingContainer)
        let wanted = Settings.standard.microphone
        inBackground(
            { () -> Microphone? in
                guard wanted != "", let all = try? Microphone.all() else { return nil }
                // In place of one that was chosen no other one listens.
                return wanted == nil ? all.first : all.first { $0.id == wanted }
            },
            then: { [weak self] microphone in
                guard let self, isStarting else { return }
                isStarting = false
                begin(path, form, with: microphone, isWanted: wanted != "")
                tellIfIdle()
            })
    }

    private func begin(_ path: String, _ form: LiveForm, with microphone: Microphone?, isWanted: Bool) {
        do throws(VideoError) {
            let recorder = try Recorder(to: path, form, hasSound: microphone != nil, overwrite: false)
            self.recorder = recorder
            arrivals.reset()
            begun = LiveClock.now
            if let microphone {
                self.microphone = MicrophoneFeed(
                    microphone,
                    deliver: { [level, weak recorder] sound in
                        level.note(sound)
                        recorder?.hear(sound)
                    },
                    interrupted: { error in
                        onMainThread { [weak self] in self?.happened(.failed(sentence("\(error)"))) }
                    })
            } else if isWanted {
                happened(
                    .failed(
                        Settings.standard.microphone == nil
                            ? tr("There is no microphone, so the recording has no sound.")
                            : tr("The chosen microphone is not connected, so the recording has no sound.")))
            }
            connect()
            look()
        } catch {
            happened(.failed(sentence(error, path: path)))
        }
        happened(.changed)
    }

    /// Ends the recording; its file is complete a moment later.
    func stopRecording() {
        let wasStarting = isStarting
        isStarting = false
        guard let recorder else {
            if wasStarting { tellIfIdle() }
            return happened(.changed)
        }
        repeatFrame(after: Self.shortRest)
        self.recorder = nil
        let progress = progress(of: recorder)
        microphone?.stop()
        microphone = nil
        soundLevel = nil
        connect()
        Self.unfinished.enter()
        inBackground(
            {
                recorder.close()
                Self.unfinished.leave()
            }
        ) { [weak self] in
            if let problem = recorder.problem {
                self?.happened(
                    .failed(
                        tr(
                            "\(sentence("\(problem)")) What was recorded until then is kept in \(recorder.path)."
                        ))
                )
            } else {
                self?.happened(.recorded(path: recorder.path, progress))
            }
            self?.tellIfIdle()
        }
        happened(.changed)
    }

    /// Ends the recording, and waits until its file is complete, as at the end of the program.
    func finish() { recorder?.close() }

    /// Waits until the files of all recordings that have ended are complete.
    static func finishEnded() { unfinished.wait() }

    private nonisolated static let unfinished = DispatchGroup()

    // Passing on

    /// Has other programs find the filtered picture among their cameras, or no longer.
    func setPassingOn(_ isOn: Bool) {
        guard isOn != isPassingOn else { return }
        guard isOn else { return stopPassing() }
        guard let form = form() else { return }
        passing = PipeWireOutput(form)
        connect()
        look()
        happened(.changed)
    }

    private func stopPassing() {
        guard let passing else { return }
        self.passing = nil
        connect()
        inBackground({ passing.close() }) { [weak self] in self?.tellIfIdle() }
        happened(.changed)
    }

    private func tellIfIdle() { if !isActive { happened(.idle) } }

    // What is common

    /// The form of the filtered frames as they are now.
    private func form() -> LiveForm? {
        guard let view, let recipe = editor.recipe else { return nil }
        let size = (try? editor.catalog.size(of: recipe, entering: view.size)) ?? view.size
        return LiveForm(size: size, rate: view.rate)
    }

    /// Has the canvas's frames go where they are wanted.
    private func connect() {
        let all: [(any FrameDestination)?] = [recorder, passing]
        let destinations = all.compactMap { $0 }
        guard let view, !destinations.isEmpty else {
            canvas?.whole = nil
            newest.note(nil)
            return
        }
        canvas?.whole = { [isPaused, start = view.start, begun, newest] pixels, time in
            // A frozen frame that is edited goes on in time. The frame on show may have come long before the recording.
            let frame = LiveFrame(pixels, time: isPaused ? LiveClock.now : max(start + time.seconds, begun))
            newest.note(frame)
            for destination in destinations { destination.show(frame) }
        }
    }

    /// Records the newest frame once more where nothing has moved since: what is still lasts, too.
    private func repeatFrame(after rest: Double) {
        guard let recorder, let frame = newest.frame, LiveClock.now - frame.time > rest else { return }
        let again = LiveFrame(frame.pixels, time: LiveClock.now)
        newest.note(again)
        recorder.show(again)
    }

    /// Seconds after which a frame is repeated: while it is recorded, and at the end.
    private static let (longRest, shortRest) = (1.0, 0.1)

    /// Shows the time and the level again and again, and looks for what is wrong.
    private func look() {
        next = nil
        guard isActive else { return }
        if let problem = passing?.problem {
            stopPassing()
            happened(.failed(sentence("\(problem)")))
        }
        if recorder?.problem != nil { stopRecording() }
        repeatFrame(after: Self.longRest)
        soundLevel = microphone == nil ? nil : level.takePeak()
        happened(.changed)
        next = Delay(milliseconds: Self.showMilliseconds) { [weak self] in self?.look() }
    }
}

/// Counts frames that come on another thread.
final class FrameCount: Sendable {
    private let state = Mutex((count: 0, isCounting: false))

    var count: Int { state.withLock { $0.count } }

    /// Whether frames count: those of a paused picture are not wanted.
    var isCounting: Bool {
        get { state.withLock { $0.isCounting } }
        set { state.withLock { $0.isCounting = newValue } }
    }

    func note() { state.withLock { if $0.isCounting { $0.count += 1 } } }
    func reset() { state.withLock { $0.count = 0 } }
}

/// The frame that came last.
private final class NewestFrame: Sendable {
    private let newest = Mutex<LiveFrame?>(nil)

    var frame: LiveFrame? { newest.withLock { $0 } }

    func note(_ frame: LiveFrame?) { newest.withLock { $0 = frame } }
}

/// How loud a microphone is: the greatest sample since the last look.
private final class SoundLevel: Sendable {
    private let greatest = Mutex(0.0)

    func note(_ sound: SoundStretch) {
        let peak = sound.peak
        greatest.withLock { $0 = max($0, peak) }
    }

    func takePeak() -> Double {
        greatest.withLock { greatest in
            defer { greatest = 0 }
            return min(greatest, 1)
        }
    }
}
