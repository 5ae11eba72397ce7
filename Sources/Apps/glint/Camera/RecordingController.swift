import Dispatch
import Filters
import Gtk
import Imaging
import Live
import Observation
import Rendering
import Synchronization
import TapeSound
import Video
import Localization

/// Sends a camera's filtered frames to a recording and to other programs, besides the screen.
@MainActor @Observable
final class RecordingController {
    /// Events of the controller.
    enum Event {
        /// A recording has ended.
        case recorded(path: String, Recorder.Progress)
        /// An error, as a sentence.
        case failed(String)
        /// The last recording or output to other programs has ended.
        case idle
    }
    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    private let editor: DocumentEditor
    private let canvas: Canvas?
    private var view: (start: Double, rate: Double, size: SIMD2<Int>)?
    private var isPaused = false
    private var recorder: Recorder?
    /// The sound of tape in the recording, which follows the recipe.
    private var tapeSound = LiveTapeSound()
    /// When the recording began, in seconds of the monotonic clock.
    private var begun = 0.0
    /// True if a recording is about to begin, once the microphones are known.
    private var isStarting = false
    private var microphone: MicrophoneFeed?
    private let level = SoundLevel()
    private var passing: PipeWireOutput?
    private var next: Delay?

    /// The interval at which the time and the level are updated.
    private static let showMilliseconds = 100

    init(_ editor: DocumentEditor, canvas: Canvas?) {
        self.editor = editor
        self.canvas = canvas
    }

    /// True if anything is recorded or sent to other programs, which keeps the camera open even if it is not
    /// visible.
    var isActive: Bool { isStarting || recorder != nil || passing != nil }

    /// True while frames are recorded.
    var isRecording: Bool {
        get { recorder != nil }
        set { newValue ? startRecording() : stopRecording() }
    }

    /// True while the filtered picture is offered to other programs as a camera.
    var isPassingOn: Bool {
        get { passing != nil }
        set { newValue ? startPassing() : stopPassing() }
    }

    /// The progress of the recording; nil if there is none.
    private(set) var progress: Recorder.Progress?

    /// Counts the frames that arrive from the camera.
    let arrivals = FrameCount()
    /// The newest frame of the recording.
    private var newest = NewestFrame()

    /// The number of frames on their way from the camera to the file, which do not count as dropped yet.
    private static let maxUnderWay = 3

    private func progress(of recorder: Recorder) -> Recorder.Progress {
        var progress = recorder.progress
        let missing = arrivals.count - progress.frameCount
        if missing > Self.maxUnderWay { progress.leftOutCount = max(progress.leftOutCount, missing) }
        return progress
    }

    /// The microphone level, 0…1; nil if no microphone is open.
    private(set) var soundLevel: Double?

    /// Updates the outputs after another camera or size was opened, or the camera was paused or resumed.
    func follow(_ view: LiveView, isPaused: Bool) {
        self.view = (view.start, view.rate, view.sourceFrame.size)
        self.isPaused = isPaused
        arrivals.isCounting = view.isCamera && !isPaused
        connect()
    }

    /// Ends all outputs, for example when the camera is closed.
    func end() {
        stopRecording()
        stopPassing()
        view = nil
    }

    // Recording

    /// Begins a recording in the user's videos folder.
    private func startRecording() {
        guard recorder == nil, !isStarting, let frameFormat = frameFormat() else { return }
        isStarting = true
        let path = RecordedFile.path(container: Settings.standard.recordingContainer)
        let wanted = Settings.standard.microphone
        inBackground(
            { () -> Microphone? in
                guard wanted != "", let all = try? Microphone.all() else { return nil }
                // If the chosen microphone is missing, another one must not be used in its place.
                return wanted == nil ? all.first : all.first { $0.id == wanted }
            },
            then: { [weak self] microphone in
                guard let self, isStarting else { return }
                isStarting = false
                begin(path, frameFormat, with: microphone, isWanted: wanted != "")
                reportIfIdle()
            })
    }

    private func begin(
        _ path: String, _ frameFormat: LiveFormat, with microphone: Microphone?, isWanted: Bool
    ) {
        do throws(VideoError) {
            tapeSound = LiveTapeSound()
            useTapeSound(frameFormat.rate)
            let recorder = try Recorder(
                to: path, frameFormat, hasSound: microphone != nil, soundEffect: tapeSound, overwrite: false)
            self.recorder = recorder
            newest = NewestFrame()
            arrivals.reset()
            begun = LiveClock.now
            if let microphone {
                self.microphone = MicrophoneFeed(
                    microphone,
                    deliver: { [level, weak recorder] sound in
                        level.note(sound)
                        recorder?.capture(sound)
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
    }

    /// Records the sound of the microphone as it sounds from the recipe's tapes.
    private func useTapeSound(_ frameRate: Double) {
        tapeSound.use(editor.recipe, frameRate: frameRate)
    }

    /// Ends the recording; its file is complete shortly afterwards.
    private func stopRecording() {
        let wasStarting = isStarting
        isStarting = false
        guard let recorder else {
            if wasStarting { reportIfIdle() }
            return
        }
        repeatFrame(after: Self.shortRest)
        self.recorder = nil
        let ended = progress(of: recorder)
        microphone?.stop()
        microphone = nil
        (soundLevel, progress) = (nil, nil)
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
                            """
                            \(sentence("\(problem)")) The recording up to that point was saved in \
                            \(recorder.path).
                            """
                        ))
                )
            } else {
                self?.happened(.recorded(path: recorder.path, ended))
            }
            self?.reportIfIdle()
        }
    }

    /// Ends the recording and waits until its file is complete, for example before the program exits.
    func finish() { recorder?.close() }

    /// Waits until the files of all recordings that have ended are complete.
    static func finishEnded() { unfinished.wait() }

    private nonisolated static let unfinished = DispatchGroup()

    // Output to other programs

    private func startPassing() {
        guard passing == nil, let frameFormat = frameFormat() else { return }
        do throws(LiveError) {
            passing = try PipeWireOutput(frameFormat)
            connect()
            look()
        } catch {
            happened(.failed(sentence("\(error)")))
        }
    }

    private func stopPassing() {
        guard let passing else { return }
        self.passing = nil
        connect()
        inBackground({ passing.close() }) { [weak self] in self?.reportIfIdle() }
    }

    private func reportIfIdle() { if !isActive { happened(.idle) } }

    // Shared

    /// The current format of the filtered frames.
    private func frameFormat() -> LiveFormat? {
        guard let view, let recipe = editor.recipe else { return nil }
        let size = (try? editor.catalog.size(of: recipe, entering: view.size)) ?? view.size
        return LiveFormat(size: size, rate: view.rate)
    }

    /// Sends the canvas's frames to the active outputs.
    private func connect() {
        let all: [(any FrameDestination)?] = [recorder, passing]
        guard let view else {
            canvas?.outputs = []
            return
        }
        canvas?.outputs = all.compactMap { $0 }.map { destination in
            let newest = destination === recorder ? newest : nil
            return FrameOutput(format: destination.format) { [isPaused, start = view.start, begun] in
                // A paused frame gets the current time whenever it is edited. The visible frame may have
                // arrived long before the recording began.
                let time = isPaused ? LiveClock.now : max(start + $1.seconds, begun)
                let frame = LiveFrame($0, time: time)
                newest?.note(frame)
                destination.show(frame)
            }
        }
    }

    /// Records the newest frame again if nothing has changed since, so that an unchanging picture keeps its
    /// duration in the recording.
    private func repeatFrame(after rest: Double) {
        guard let recorder, let frame = newest.frame, LiveClock.now - frame.time > rest else { return }
        let again = LiveFrame(frame.planes, time: LiveClock.now)
        newest.note(again)
        recorder.show(again)
    }

    /// Seconds after which a frame is repeated: during the recording and at its end.
    private static let (longRest, shortRest) = (1.0, 0.1)

    /// Updates the time and the level periodically, and checks for errors.
    private func look() {
        next = nil
        guard isActive else { return }
        if let problem = passing?.problem {
            stopPassing()
            happened(.failed(sentence("\(problem)")))
        }
        if recorder?.problem != nil { stopRecording() }
        if recorder != nil, let view { useTapeSound(view.rate) }
        repeatFrame(after: Self.longRest)
        soundLevel = microphone == nil ? nil : level.takePeak()
        progress = recorder.map(progress)
        next = Delay(milliseconds: Self.showMilliseconds) { [weak self] in self?.look() }
    }
}

/// Counts frames that arrive on another thread.
final class FrameCount: Sendable {
    private let state = Mutex((count: 0, isCounting: false))

    var count: Int { state.withLock { $0.count } }

    /// True if frames are counted; those of a paused picture are not.
    var isCounting: Bool {
        get { state.withLock { $0.isCounting } }
        set { state.withLock { $0.isCounting = newValue } }
    }

    func note() { state.withLock { if $0.isCounting { $0.count += 1 } } }
    func reset() { state.withLock { $0.count = 0 } }
}

/// The newest frame.
private final class NewestFrame: Sendable {
    private let newest = Mutex<LiveFrame?>(nil)

    var frame: LiveFrame? { newest.withLock { $0 } }

    func note(_ frame: LiveFrame) { newest.withLock { $0 = frame } }
}

/// The microphone level: the peak since the last query.
private final class SoundLevel: Sendable {
    private let greatest = Mutex(0.0)

    func note(_ sound: AudioBlock) {
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
