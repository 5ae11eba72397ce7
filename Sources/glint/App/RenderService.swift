import Dispatch
import Filters
import GPU
@preconcurrency import Glibc
import Gtk
import Imaging
import Rendering
import Synchronization

/// The render queue as the windows see it: finished frames come to the main thread, the newest of each view.
@MainActor
final class RenderService {
    /// What one window is told.
    struct Listener {
        let frame: @MainActor (RenderQueue.Frame) -> Void
        let counted: @MainActor (Histogram, RenderQueue.Job) -> Void
        /// The histogram of what enters the stage of this number.
        let countedEntering: @MainActor (Histogram, Int, RenderQueue.Job) -> Void
        let failed: @MainActor (String) -> Void
    }

    private var listeners: [Int: Listener] = [:]
    private var nextView = 0
    private let mailbox = Mailbox()
    private var queue: RenderQueue? { current.queue }
    private let current = CurrentQueue()
    private var isSoftware = false
    private let unavailable: @MainActor (GPUError) -> Void
    private let lost: @MainActor () -> Void

    /// - Parameters:
    ///   - context: goes to the queue's thread.
    ///   - unavailable: told where the queue's thread cannot use the context.
    ///   - lost: told where the driver was reset; from then on nothing is made until ``restart(context:)``.
    init(
        context: GdkSharedContext, unavailable: @escaping @MainActor (GPUError) -> Void,
        lost: @escaping @MainActor () -> Void
    ) {
        self.unavailable = unavailable
        self.lost = lost
        restart(context: context)
    }

    /// Begins anew on another context; what was wanted of the one before is forgotten.
    func restart(context: GdkSharedContext) {
        let (mailbox, unavailable, lost) = (mailbox, unavailable, lost)
        _ = mailbox.takeAll()
        current.queue = RenderQueue(
            pacesSoftware: true, makeContext: { context },
            deliver: { [weak self] event in
                switch event {
                case .ready(let traits): onMainThread { self?.isSoftware = traits.isSoftware }
                case .unavailable(let error): onMainThread { unavailable(error) }
                case .lost: onMainThread { lost() }
                case .frame(let frame):
                    if mailbox.put(frame) { onMainThread { self?.deliver() } }
                case .histogram(let histogram, let job):
                    onMainThread { self?.listeners[job.view]?.counted(histogram, job) }
                case .entering(let histogram, let stage, let job):
                    onMainThread { self?.listeners[job.view]?.countedEntering(histogram, stage, job) }
                case .failed(let message, let view):
                    onMainThread { self?.listeners[view]?.failed(message) }
                }
            })
    }

    /// Makes nothing any more.
    func end() { current.queue = nil }

    /// Gives a window a view of its own.
    func addView(_ listener: Listener) -> Int {
        nextView += 1
        listeners[nextView] = listener
        return nextView
    }

    /// Nothing more is told to the view.
    func removeView(_ view: Int) {
        listeners[view] = nil
    }

    /// Says that a window has drawn what it was told last.
    func frameWasShown() {
        queue?.frameWasShown()
    }

    /// Knows other filters from now on.
    func use(_ catalog: FilterCatalog) {
        queue?.use(catalog)
    }

    func submit(_ job: RenderQueue.Job) {
        queue?.submit(job)
    }

    /// Saves a picture; both closures run on the main thread.
    func save(
        _ request: RenderQueue.SaveRequest, progress: @escaping @MainActor @Sendable (Double) -> Void,
        completion: @escaping @MainActor @Sendable (Result<[MetadataLoss], any Error>) -> Void
    ) -> CancellationToken? {
        queue?.save(
            request, progress: { part in onMainThread { progress(part) } },
            completion: { result in onMainThread { completion(result) } })
    }

    /// Makes a small picture when there is nothing else to do; `then` runs on the main thread.
    func makeThumbnail(
        _ request: Thumbnail.Request, token: CancellationToken,
        then: @escaping @MainActor @Sendable (Thumbnail) -> Void
    ) {
        queue?.makeThumbnail(request, token: token) { thumbnail in onMainThread { then(thumbnail) } }
    }

    /// Saves for another thread, which waits for each.
    var blockingSaves: BlockingSaves { BlockingSaves(current: current) }

    /// Gives a preview under way a moment to be ready for the drawing that is about to begin.
    ///
    /// On a software renderer both need the same cores: every drawing beside it, a slider's knob is enough, would
    /// only hold it up. The pause is short, so that the window stays alive beside slow filters.
    func waitForFrame() {
        guard isSoftware else { return }
        queue?.waitForPreview(atMost: Self.longestPause)
        deliver()
    }

    private static let longestPause = DispatchTimeInterval.milliseconds(20)

    private func deliver() {
        for frame in mailbox.takeAll() {
            listeners[frame.job.view]?.frame(frame)
        }
    }

    /// The queue there is by now, for whatever thread.
    final class CurrentQueue: Sendable {
        private let value = Mutex<RenderQueue?>(nil)

        var queue: RenderQueue? {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }

        /// The one that takes the place of `lost`; nil where none does.
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

    /// Frames between the two threads.
    private final class Mailbox: Sendable {
        private let frames = Mutex<[Int: RenderQueue.Frame]>([:])

        /// Whether someone has to be sent for the mail.
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
