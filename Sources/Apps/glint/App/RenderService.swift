import CSystem
import CustomFilters
import Decoding
import Dispatch
import Filters
import GPU
@preconcurrency import Glibc
import Gtk
import Imaging
import Rendering
import Synchronization

/// Connects the windows to the render queue: delivers the newest finished frame of each view on the main
/// thread.
@MainActor
final class RenderService {
    /// The callbacks of one window.
    struct Listener {
        let frame: @MainActor (RenderQueue.Frame) -> Void
        let counted: @MainActor (Histogram, RenderQueue.Job) -> Void
        let countedScope: @MainActor (ScopeCounts, RenderQueue.Job) -> Void
        /// Called with the histogram of a stage's input and the stage's index.
        let countedEntering: @MainActor (Histogram, Int, RenderQueue.Job) -> Void
        let failed: @MainActor (String) -> Void
    }

    private var listeners: [Int: Listener] = [:]
    private var nextView = 0
    private let mailbox = Mailbox()
    /// The current queue, which receives the jobs of the views; nil if there is none.
    var queue: RenderQueue? { current.queue }
    private let current = CurrentQueue()
    private var isSoftware = false
    private let unavailable: @MainActor (GPUError) -> Void
    private let lost: @MainActor () -> Void

    /// - Parameters:
    ///   - context: handed over to the queue's thread.
    ///   - unavailable: called if the queue's thread cannot use the context.
    ///   - lost: called when the driver was reset; nothing is rendered until ``restart(context:)``.
    init(
        context: GdkSharedContext, unavailable: @escaping @MainActor (GPUError) -> Void,
        lost: @escaping @MainActor () -> Void
    ) {
        self.unavailable = unavailable
        self.lost = lost
        restart(context: context)
    }

    /// Restarts on another context; requests to the previous one are discarded.
    func restart(context: GdkSharedContext) {
        let (mailbox, unavailable, lost) = (mailbox, unavailable, lost)
        _ = mailbox.takeAll()
        current.queue = RenderQueue(
            pacesSoftware: true, makeContext: { context },
            readPicture: { try RemotePictureDecoder.shared.picture(contentsOf: $0) },
            tryShader: { try FilterTrial.requireWorking($0) },
            deliver: { [weak self] event in
                switch event {
                case .ready(let traits): onMainThread { self?.isSoftware = traits.isSoftware }
                case .unavailable(let error): onMainThread { unavailable(error) }
                case .lost: onMainThread { lost() }
                case .frame(let frame):
                    if mailbox.put(frame) { onMainThread { self?.deliver() } }
                case .histogram(let histogram, let job):
                    onMainThread { self?.listeners[job.view]?.counted(histogram, job) }
                case .scope(let counts, let job):
                    onMainThread { self?.listeners[job.view]?.countedScope(counts, job) }
                case .entering(let histogram, let stage, let job):
                    onMainThread { self?.listeners[job.view]?.countedEntering(histogram, stage, job) }
                case .failed(let message, let view):
                    onMainThread { self?.listeners[view]?.failed(message) }
                case .rested(let textures):
                    DispatchQueue.global(qos: .utility).async { cprocess_return_free_memory() }
                    onMainThread { FrameLog.shared?.rested(textures) }
                }
            })
    }

    /// Stops rendering.
    func end() { current.queue = nil }

    /// Creates a view for a window.
    func addView(_ listener: Listener) -> Int {
        nextView += 1
        listeners[nextView] = listener
        return nextView
    }

    /// Stops notifying the view.
    func removeView(_ view: Int) {
        listeners[view] = nil
        queue?.end(view: view)
    }

    /// Records that a window has drawn its newest frame.
    func frameWasShown() {
        queue?.frameWasShown()
    }

    /// Replaces the catalog of filters.
    func use(_ catalog: FilterCatalog) {
        queue?.use(catalog)
    }

    /// Saves a picture; both closures run on the main thread.
    func save(
        _ request: RenderQueue.SaveRequest, progress: @escaping @MainActor @Sendable (Double) -> Void,
        completion: @escaping @MainActor @Sendable (Result<[SaveRemark], any Error>) -> Void
    ) -> CancellationToken? {
        queue?.save(
            request, progress: { part in onMainThread { progress(part) } },
            completion: { result in onMainThread { completion(result) } })
    }

    /// Saves a file; both closures run on the main thread.
    ///
    /// - Parameter begin: called on the queue's thread.
    func save(
        _ begin: @escaping SaveBeginning, progress: @escaping @MainActor @Sendable (Double) -> Void,
        completion: @escaping @MainActor @Sendable (Result<[SaveRemark], any Error>) -> Void
    ) -> CancellationToken? {
        queue?.save(
            begin, progress: { part in onMainThread { progress(part) } },
            completion: { result in onMainThread { completion(result) } })
    }

    /// Renders a thumbnail when the queue is otherwise idle; `then` runs on the main thread, and gets nil on
    /// failure.
    func makeThumbnail(
        _ request: Thumbnail.Request, token: CancellationToken,
        then: @escaping @MainActor @Sendable (Thumbnail?) -> Void
    ) {
        queue?.makeThumbnail(request, token: token) { thumbnail in onMainThread { then(thumbnail) } }
    }

    /// Reads a pixel of a frame; `then` runs on the main thread, and gets nil if the pixel cannot be read.
    func readPixel(
        of frame: RenderQueue.Frame, at position: SIMD2<Int>,
        _ then: @escaping @MainActor @Sendable (PixelColor?) -> Void
    ) {
        guard let queue else { return then(nil) }
        queue.readPixel(of: frame, at: position) { color in onMainThread { then(color) } }
    }

    /// Saves on behalf of another thread, which blocks during each save.
    var blockingSaves: BlockingSaves { BlockingSaves(current: current) }

    /// Waits briefly for a preview in progress before the next redraw begins.
    ///
    /// On a software renderer both compete for the same cores: any concurrent redraw, even of a slider's
    /// knob, would only delay the preview. The wait is short, so that the window stays responsive with slow
    /// filters.
    func waitForFrame() {
        // Rendering makes no progress while another window is drawn.
        guard isSoftware, !WindowDrawing.shared.isUnderWay else { return }
        queue?.waitForPreview(atMost: Self.longestPause)
        deliver()
    }

    private static let longestPause = DispatchTimeInterval.milliseconds(20)

    private func deliver() {
        for frame in mailbox.takeAll() {
            listeners[frame.job.view]?.frame(frame)
        }
    }

    /// The current queue, for any thread.
    final class CurrentQueue: Sendable {
        private let value = Mutex<RenderQueue?>(nil)

        var queue: RenderQueue? {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }

        /// The queue that replaces `lost`; nil if there is none.
        func queue(after lost: RenderQueue) -> RenderQueue? {
            let end = ContinuousClock.now + Self.longestRestart
            while queue === lost {
                guard ContinuousClock.now < end else { return nil }
                usleep(20_000)
            }
            return queue
        }

        private static let longestRestart = Duration.seconds(10)
    }

    /// Frames passed from the queue's thread to the main thread.
    private final class Mailbox: Sendable {
        private let frames = Mutex<[Int: RenderQueue.Frame]>([:])

        /// True if the main thread has to be notified.
        func put(_ frame: RenderQueue.Frame) -> Bool {
            frames.withLock { frames in
                defer { frames[frame.job.view] = frame }
                return frames.isEmpty
            }
        }

        func takeAll() -> [RenderQueue.Frame] {
            frames.withLock { frames in
                defer { frames = [:] }
                return Array(frames.values)
            }
        }
    }
}
