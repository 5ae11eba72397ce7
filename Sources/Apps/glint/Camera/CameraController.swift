@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Imaging
import Live
import Observation
import Rendering
import Localization

/// The camera or the screen that a window shows: opens it, shows its newest frame, and closes it when it is
/// not visible.
@MainActor @Observable
final class CameraController {
    /// Events of the controller.
    enum Event {
        /// A camera was opened, the size was changed, or the camera was closed.
        case changed
        /// No frames arrive until ``resumed``, for the given reason.
        case interrupted(LiveError)
        case resumed
        /// The camera or the screen could not be opened.
        case failed(LiveError, isCamera: Bool)
    }
    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    /// Filters the frames and sends them to outputs besides the screen.
    let recording: RecordingController

    private let context: WindowContext
    private let editor: DocumentEditor
    private let canvas: Canvas?
    private let questions: ClosingController
    /// The recipe to start with; nil for an empty one.
    var pendingRecipe: Recipe?

    /// The current input.
    private var source: LiveInput?
    private var feed: CameraFeed?
    /// The feed that was stopped last; the next one begins once its device is closed.
    private var closing: CameraFeed?
    /// True if the camera is closed because it is not visible.
    private var isAsleep = false
    private var isInterrupted = false
    /// Identifies the newest request to open an input, so that the results of earlier ones are ignored.
    private var openings = 0
    /// Identifies the newest feed, so that events of earlier ones are ignored.
    private var feeds = 0
    /// True if the newest feed has not sent a frame yet.
    private var awaitsFirstFrame = false
    private var watch: VisibilityWatch?
    /// The timer for the next connection request to the portal; nil if none is needed.
    private var askAgain: Delay?
    /// True if a portal has opened the camera.
    private var isOfPortal = false

    init(
        _ context: WindowContext, editor: DocumentEditor, canvas: Canvas?, closing: ClosingController,
        recording: RecordingController
    ) {
        self.context = context
        self.editor = editor
        self.canvas = canvas
        questions = closing
        self.recording = recording
    }

    /// The live view; nil if none is open.
    var view: LiveView? { editor.document?.medium.live }

    /// The available cameras and the one that is open.
    var choice: CameraChoice? {
        if case .camera(let choice)? = source { choice } else { nil }
    }

    /// True if the frame is frozen; its filters can still be edited.
    var isPaused = false {
        didSet { if isPaused != oldValue, let view { recording.follow(view, isPaused: isPaused) } }
    }

    /// True if the camera image is mirrored.
    var isMirrored = Settings.standard.isMirrored {
        didSet {
            Settings.standard.isMirrored = isMirrored
            mirror()
            happened(.changed)
        }
    }

    // Opening

    /// Opens a camera, or the one that was open last.
    ///
    /// - Parameter name: its name or id; nil or empty for the last one.
    func open(named name: String? = nil) {
        begin { [weak self] opening in
            CameraPortal.open { [weak self] result in
                guard let self, opening == openings else { return }
                switch result {
                case .success(let connection): look(for: name, over: connection, opening: opening)
                case .failure(let error): failed(error)
                }
            }
        }
    }

    private func look(for name: String?, over connection: LiveConnection?, opening: Int) {
        let settings = Settings.standard
        let remembered = settings.camera
        let usualSize = usualSize
        inBackground(
            { () -> Result<CameraChoice, LiveError> in
                do throws(LiveError) {
                    return .success(
                        try CameraChoice(
                            named: name, rememberedID: remembered, usualSize: usualSize, over: connection))
                } catch {
                    return .failure(error)
                }
            },
            then: { [weak self] result in
                guard let self, opening == openings else { return }
                switch result {
                case .success(let choice):
                    isOfPortal = connection != nil
                    start(.camera(choice.with(mode: settings.cameraMode(of: choice.camera.id))))
                case .failure(let error): failed(error)
                }
            })
    }

    /// A CPU can filter only small frames smoothly.
    private var usualSize: SIMD2<Int> {
        context.application.traits?.isSoftware == true ? SIMD2(640, 480) : SIMD2(1280, 720)
    }

    /// Asks the user for a screen or a window, and opens it.
    func openScreen() {
        begin { [weak self] opening in
            guard let self else { return }
            ScreenPortal.choose(over: context.window) { [weak self] result in
                guard let self, opening == openings else { return }
                switch result {
                case .success(let share):
                    share.ended = { [weak self] in self?.interrupt(.ended(name: tr("the screen"))) }
                    start(.screen(share))
                case .failure(.cancelled): endOpening()
                case .failure(let error): failed(error, isCamera: false)
                }
            }
        }
    }

    /// Refreshes the list of available cameras; quick while one is open.
    func lookForCameras() {
        guard case .camera(let choice)? = source else { return }
        source = .camera(choice.withCamerasOfNow())
    }

    /// Opens another of the cameras that were found.
    func choose(camera id: String) {
        guard let choice, choice.camera.id != id else { return }
        open(named: id)
    }

    /// Opens the camera in another size or rate.
    func choose(mode word: String) {
        guard let choice, word != choice.mode?.word else { return }
        Settings.standard.setCameraMode(word, of: choice.camera.id)
        start(.camera(choice.with(mode: word)))
    }

    /// Asks about unsaved edits, and shows that something is being opened.
    private func begin(_ open: @escaping @MainActor (Int) -> Void) {
        guard context.application.graphicsError == nil else { return }
        openings += 1
        let opening = openings
        questions.askAboutEdits(before: .openingCamera, unless: view != nil) { [weak self] discards in
            guard let self, opening == openings else { return }
            if discards { editor.discardEdits() }
            if editor.document == nil {
                context.pages.showLoading(tr("Camera"))
            } else {
                context.pages.setBusy(true)
            }
            open(opening)
        }
    }

    private func endOpening() {
        context.pages.setBusy(false)
        if editor.document == nil { context.pages.showEmpty() }
    }

    private func failed(_ error: LiveError, isCamera: Bool = true) {
        endOpening()
        happened(.failed(error, isCamera: isCamera))
    }

    private func start(_ source: LiveInput) {
        self.source = source
        isPaused = false
        awaitsFirstFrame = true
        startFeed()
        sleepIfUnseen()
    }

    private func startFeed() {
        guard let source else { return }
        isAsleep = false
        feeds += 1
        let inlet = CameraInlet { [weak self, feeds] event in
            guard let self, feeds == self.feeds, feed != nil else { return }
            take(event)
        }
        let arrivals = recording.arrivals
        let convertsPlanes = context.application.traits?.convertsPlanes == true
        let new = CameraFeed(source.source, after: feed ?? closing, readsPlanes: convertsPlanes) { event in
            if case .frame = event { arrivals.note() }
            inlet.take(event)
        }
        (feed, closing) = (new, nil)
    }

    // Following

    private func take(_ event: CameraFeed.Event) {
        switch event {
        case .frame(let frame):
            resume()
            if let view, !awaitsFirstFrame, view.fits(frame) {
                if !isPaused { canvas?.show(frame: view.show(frame)) }
            } else {
                open(with: frame)
            }
        case .interrupted(let error):
            if view == nil { leave(because: error) } else { interrupt(error) }
        }
    }

    /// Shows the first frame, or the first of another size.
    private func open(with frame: CameraFrame) {
        guard let source else { return }
        awaitsFirstFrame = false
        context.pages.setBusy(false)
        let view = LiveView(
            name: source.name, isCamera: source.isCamera, rate: source.rate, first: frame)
        if let id = choice?.camera.id { Settings.standard.camera = id }
        if self.view == nil {
            let recipe = (pendingRecipe ?? Recipe()).adapted(to: editor.catalog).recipe
            pendingRecipe = nil
            editor.open(Document(.live(view), file: nil, recipe: recipe, catalog: editor.catalog))
        } else {
            editor.reload(.live(view))
        }
        canvas?.isPlaying = true
        mirror()
        recording.follow(view, isPaused: isPaused)
        watchVisibility()
        happened(.changed)
    }

    private func interrupt(_ error: LiveError) {
        isInterrupted = true
        context.pages.setBusy(false)
        happened(.interrupted(error))
        askPortalAgain()
    }

    /// If PipeWire has closed the connection, requests another one from the portal every second until frames
    /// arrive. While the portal reports no camera, PipeWire is used directly, except in a sandbox.
    private func askPortalAgain() {
        guard isOfPortal else { return }
        askAgain = Delay(milliseconds: 1000) { [weak self] in
            guard let self, isInterrupted, let choice else { return }
            guard choice.connection?.isLost ?? true else { return askPortalAgain() }
            CameraPortal.open { [weak self] result in
                guard let self, isInterrupted, !isAsleep, let now = self.choice,
                    now.camera.id == choice.camera.id
                else { return }
                if case .success(let connection) = result, connection != nil || now.connection != nil {
                    source = .camera(now.over(connection))
                    startFeed()
                }
                askPortalAgain()
            }
        }
    }

    private func resume() {
        guard isInterrupted else { return }
        isInterrupted = false
        askAgain = nil
        happened(.resumed)
    }

    private func mirror() {
        canvas?.isMirrored = isMirrored && view?.isCamera == true
    }

    // Closing

    /// Closes the camera, or cancels opening one, when something else was opened.
    func leaveIfReplaced() {
        guard view == nil else { return }
        openings += 1
        if source != nil { leave(because: nil) }
    }

    private func leave(because error: LiveError?) {
        let isCamera = source?.isCamera ?? true
        stopFeed()
        resume()
        source = nil
        watch = nil
        isPaused = false
        canvas?.isMirrored = false
        canvas?.isPlaying = false
        canvas?.isSeen = true
        recording.end()
        if let error { failed(error, isCamera: isCamera) }
        happened(.changed)
    }

    /// Closes the camera with the window.
    func close() {
        openings += 1
        stopFeed()
        source = nil
        watch = nil
        recording.end()
    }

    private func stopFeed() {
        feed?.stop()
        if let feed { closing = feed }
        feed = nil
    }

    // Taking pictures

    /// Opens the current frame as a picture, with its filters, in a new window.
    func takePicture() {
        guard let document = editor.document, let view = document.medium.live else { return }
        let title = "\(view.name) \(recordedAt())"
        // Animated filters keep the current time, so that the picture looks like the visible frame.
        let recipe = document.recipe.advanced(by: document.sourceFrame.time.frame, in: editor.catalog)
        context.application.open(.taken(document.medium.picture, title: title), recipe: recipe)
    }

    // Privacy

    private func watchVisibility() {
        guard watch == nil, let canvas else { return }
        watch = VisibilityWatch(window: context.window, area: canvas.area) { [weak self] isSeen in
            self?.setSeen(isSeen)
        }
    }

    /// The camera is closed while it is not visible and its frames are neither recorded nor sent to other
    /// programs.
    private func setSeen(_ isSeen: Bool) {
        canvas?.isSeen = isSeen
        if isSeen, isAsleep {
            startFeed()
        } else if !isSeen, !isAsleep, !recording.isActive, feed != nil {
            stopFeed()
            isAsleep = true
            // Waking up opens the camera, and sets the timer again if that fails.
            askAgain = nil
        }
    }

    /// Closes the camera if it is not visible, for example after a recording or an output to other programs
    /// has ended.
    func sleepIfUnseen() {
        if let watch, !watch.isSeen { setSeen(false) }
    }
}
