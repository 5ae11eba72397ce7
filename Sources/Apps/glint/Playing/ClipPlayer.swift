@preconcurrency import CAdwaita
import Gtk
import Observation
import Rendering
import Video

/// Plays the open clip and seeks in it.
///
/// The clock leads: at each tick of the window's frame clock the newest frame that is due is taken from the
/// stream and shown, and earlier ones are dropped.
@MainActor @Observable
final class ClipPlayer {
    /// Events of the player.
    enum Event {
        /// A clip was opened or closed.
        case opened
        /// Another frame was requested or shown.
        case moved
        /// Playback has begun or ended.
        case playing
        /// The duration, the trimmed part, or a setting has changed.
        case changed
        /// There is no sound, for the given reason.
        case silent(String)
        /// The rest of the file cannot be read, for the given reason.
        case failed(VideoError)
    }
    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    private let editor: DocumentEditor
    private let canvas: Canvas?
    private let makeClock: @MainActor (Clip) -> any PlaybackClocking

    private var clock: any PlaybackClocking = MonotonicClock()
    private var ticks: FrameTicks?
    /// The stream being played.
    private weak var stream: FrameStream?
    /// The pending seek and its target frame.
    private var awaited: (seek: Int, number: Int)?
    /// The pending seek to the exact frame, once a drag pauses.
    private var rest: Delay?
    /// How often the trimmed part has been played to its end since the last start of the stream.
    private var lap = 0
    /// The average time from the request for a frame until it arrives, in seconds.
    private var lead = 0.0

    /// True if the user was informed that the sound of this clip cannot be played.
    private var hasReportedSilence = false

    /// The current frame or the one being sought.
    private(set) var position = 0
    /// True if the clip plays, or will continue after a pending seek.
    private(set) var isPlaying = false

    /// The time after which an unmoving pointer counts as paused: longer than between two events of a slow
    /// drag.
    private static let restMilliseconds = 50
    /// The maximum lead of a request: a stall must not count as the time that frames take.
    private static let longestLead = 0.25

    /// - Parameter makeClock: creates the clock for a clip.
    init(
        _ editor: DocumentEditor, canvas: Canvas?,
        makeClock: @escaping @MainActor (Clip) -> any PlaybackClocking = SoundClock.of
    ) {
        self.editor = editor
        self.canvas = canvas
        self.makeClock = makeClock
    }

    /// The clip; nil unless one is open.
    var clip: Clip? { editor.document?.medium.clip }

    // Settings

    /// Playback speed: seconds of the clip per second.
    var rate = 1.0 {
        didSet {
            if isPlaying, awaited == nil { clock.start(at: clock.position, rate: rate) }
            happened(.changed)
        }
    }
    /// True if playback of the trimmed part loops.
    var isLooping = Settings.standard.isLooping {
        didSet {
            Settings.standard.isLooping = isLooping
            restartStream()
            happened(.changed)
        }
    }
    /// The volume, 0…1.
    var volume = Settings.standard.volume {
        didSet {
            Settings.standard.volume = volume
            clock.volume = volume
            happened(.changed)
        }
    }
    /// True if the sound is muted.
    var isMuted = Settings.standard.isMuted {
        didSet {
            Settings.standard.isMuted = isMuted
            clock.isMuted = isMuted
            happened(.changed)
        }
    }

    // Opening

    /// Switches to the newly opened document; a clip starts at its first frame.
    func open() {
        stop()
        follow()
        position = 0
        rate = 1
        happened(.opened)
    }

    /// Switches to the clip reread from its file, at the current frame.
    func reopen() {
        let (before, wasPlaying) = (position, isPlaying)
        stop()
        follow()
        guard let clip else { return happened(.opened) }
        position = 0
        happened(.opened)
        if before > 0 { go(to: min(before, clip.frameCount - 1)) }
        if wasPlaying { play() }
    }

    private func follow() {
        clock.pause()
        stream = clip?.stream
        awaited = nil
        guard let clip, let stream else { return }
        clock = makeClock(clip)
        clock.volume = volume
        clock.isMuted = isMuted
        hasReportedSilence = false
        stream.follow { [weak self, weak stream] event in
            onMainThread {
                guard let self, let stream, stream === self.stream else { return }
                self.take(event)
            }
        }
        readTable(of: stream)
    }

    /// Reads the times of all frames, which takes a while in a large file.
    private func readTable(of stream: FrameStream) {
        let path = stream.path
        inBackground(
            { [weak stream] () -> Result<FrameTable?, VideoError> in
                do throws(VideoError) {
                    let reader = try VideoReader(path: path, threads: 1)
                    return .success(try reader.table(shouldStop: { stream == nil }))
                } catch {
                    return .failure(error)
                }
            },
            then: { [weak self, weak stream] result in
                guard let self, let stream, stream === self.stream else { return }
                switch result {
                case .success(let table):
                    guard let table else { return }
                    editor.changeClip { $0.use(table) }
                    restartStream()
                    happened(.changed)
                case .failure(let error): happened(.failed(error))
                }
            })
    }

    // Playing

    /// Plays from the current frame, or from the beginning if it is the last one.
    func play() {
        guard let clip, let canvas, !isPlaying else { return }
        isPlaying = true
        canvas.isPlaying = true
        ticks = FrameTicks(canvas.area) { [weak self] _ in self?.tick() }
        let range = clip.range
        if position >= range.upperBound - 1 || position < range.lowerBound {
            seek(to: range.lowerBound, .exact)
        } else if awaited == nil {
            begin()
        }
        happened(.playing)
    }

    /// Stops at the current frame.
    func pause() {
        guard isPlaying else { return }
        endPlaying()
        // A pending seek continues.
        if awaited != nil { seek(to: position, .exact) }
        happened(.playing)
    }

    /// Stops and cancels pending seeks.
    func stop() {
        rest = nil
        awaited = nil
        guard isPlaying else { return }
        endPlaying()
        happened(.playing)
    }

    private func endPlaying() {
        isPlaying = false
        ticks?.stop()
        ticks = nil
        clock.pause()
        stream?.pause()
        canvas?.isPlaying = false
    }

    /// Starts playback at the current frame.
    private func begin() {
        guard let clip else { return }
        useTapeSound(of: clip)
        clock.start(at: clip.frame.seconds, rate: rate)
        restartStream()
    }

    /// Gives the clip's sound that of the recipe's tapes.
    private func useTapeSound(of clip: Clip) {
        clock.useTapeSound(of: editor.recipe, frameRate: clip.info.rate.value)
    }

    /// Starts decoding ahead from the current frame.
    private func restartStream() {
        guard isPlaying, awaited == nil, let clip else { return }
        lap = 0
        clip.stream.play(from: clip.frame.number + 1, in: playedRange(of: clip), isLooping: isLooping)
    }

    /// Up to the end of the trimmed part; without the frame table, up to the end of the stream.
    private func playedRange(of clip: Clip) -> Range<Int> {
        let range = clip.range
        return clip.table == nil && clip.outPoint == nil ? range.lowerBound..<Int.max : range
    }

    private func tick() {
        guard isPlaying, awaited == nil, let clip else { return }
        useTapeSound(of: clip)
        if !hasReportedSilence, let problem = clock.problem {
            hasReportedSilence = true
            happened(.silent(problem))
        }
        if hasReachedEnd(of: clip) {
            guard isLooping else { return end(at: clip.range.upperBound - 1, of: clip) }
            lap += 1
            clock.start(at: clip.seconds(of: clip.range.lowerBound), rate: rate)
        }
        guard let frame = clip.stream.takeFrame(at: clock.position + lead * rate, lap: lap) else { return }
        position = frame.number
        show(frame)
    }

    /// Stops at the last frame, even if the current one is older because frames were late.
    private func end(at last: Int, of clip: Clip) {
        pause()
        if clip.table != nil, position != last { go(to: last) }
    }

    private func hasReachedEnd(of clip: Clip) -> Bool {
        if clip.table != nil, clock.position >= clip.seconds(of: clip.range.upperBound) { return true }
        return clip.stream.isAtEnd
            && clock.position >= clip.frame.seconds + 1 / clip.info.rate.value
    }

    /// Updates the average time that a frame takes.
    func note(_ frame: RenderQueue.Frame) {
        guard isPlaying else { return }
        FrameLog.shared?.played(picture: frame.job.source.time.seconds, sound: clock.position)
        let seconds = (ContinuousClock.now - frame.job.wanted) / .seconds(1)
        lead = min(0.8 * lead + 0.2 * seconds, Self.longestLead)
    }

    // Seeking

    /// Seeks to a frame.
    func go(to number: Int) { seek(to: number, .exact) }

    /// Steps forward or back by a number of frames, and stops there.
    func step(by count: Int) {
        pause()
        move(to: position + count)
    }

    /// Seeks forward or back by a number of seconds.
    func skip(by seconds: Double) {
        guard let clip else { return }
        let target = clip.frame(at: clip.seconds(of: position) + seconds)
        move(to: target == position ? position + (seconds > 0 ? 1 : -1) : target)
    }

    /// Seeks during a drag: shows frames that can be decoded at once, and the exact frame when the drag
    /// pauses.
    func scrub(to number: Int) {
        guard clip != nil else { return }
        clock.pause()
        seek(to: number, .keyFrame)
        rest = Delay(milliseconds: Self.restMilliseconds) { [weak self] in
            guard let self else { return }
            seek(to: position, .exact)
        }
    }

    /// Seeks to a frame after the pending seeks are done, so that a held key shows as many steps as possible.
    private func move(to number: Int) {
        guard awaited != nil, let clip else { return seek(to: number, .exact) }
        position = min(max(number, 0), clip.frameCount - 1)
        happened(.moved)
    }

    private func seek(to number: Int, _ precision: FrameStream.Precision) {
        guard let clip else { return }
        rest = nil
        position = min(max(number, 0), clip.frameCount - 1)
        awaited = (clip.stream.seek(to: position, precision), position)
        happened(.moved)
    }

    private func take(_ event: FrameStream.Event) {
        switch event {
        case .found(let frame, let seek):
            guard let awaited, seek == awaited.seek else { return }
            show(frame)
            // The exact frame of a drag that has not paused comes later.
            guard rest == nil else { return }
            self.awaited = nil
            // Further steps were requested meanwhile.
            if position != awaited.number { return go(to: position) }
            position = frame.number
            if isPlaying { begin() }
            happened(.moved)
        case .failed(let error):
            stop()
            if let clip { position = clip.frame.number }
            happened(.failed(error))
            happened(.moved)
        }
    }

    private func show(_ frame: VideoFrame) {
        if let clip { canvas?.show(frame: clip.show(frame)) }
        happened(.moved)
    }

    // Trimming

    /// Starts the trimmed part at the current frame.
    func setIn() { changePart { $0.setIn($1) } }

    /// Ends the trimmed part at the current frame.
    func setOut() { changePart { $0.setOut($1) } }

    /// Moves an end of the trimmed part and shows its frame.
    ///
    /// - Parameter isDrag: whether further moves follow at once, as in ``scrub(to:)``.
    func move(_ end: Clip.TrimEnd, to number: Int, isDrag: Bool) {
        changePart { clip, _ in clip.move(end, to: number) }
        guard let frame = clip?.frame(of: end) else { return }
        isDrag ? scrub(to: frame) : go(to: frame)
    }

    /// Selects the whole clip.
    func removeTrim() {
        changePart { clip, _ in
            clip.setIn(nil)
            clip.setOut(nil)
        }
    }

    private func changePart(_ change: (inout Clip, Int) -> Void) {
        guard clip != nil else { return }
        editor.changeClip { change(&$0, position) }
        restartStream()
        happened(.changed)
    }
}
