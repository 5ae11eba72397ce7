import Dispatch
import Filters
import Imaging
import Synchronization

/// What waits for the thread of a render queue; all threads may use it.
final class RenderInbox: Sendable {
    /// Something to be saved, and who wants to know about it.
    struct Save {
        let begin: SaveBeginning
        /// What cancels it.
        let token: CancellationToken
        let progress: @Sendable (Double) -> Void
        let completion: @Sendable (Result<[SaveRemark], any Error>) -> Void
    }

    /// A thumbnail to be made.
    struct ThumbnailJob {
        let request: Thumbnail.Request
        let token: CancellationToken
        /// Gets nil where there is none to be had; not called once it is cancelled.
        let completion: @Sendable (Thumbnail?) -> Void
    }

    /// A pixel that somebody wants to know.
    struct PixelRequest {
        let frame: RenderQueue.Frame
        /// In the pixels of the frame.
        let place: SIMD2<Int>
        let completion: @Sendable (PixelColor?) -> Void
    }

    private struct Contents {
        /// At most one for each view, the longest waiting first.
        var jobs: [RenderQueue.Job] = []
        var saves: [Save] = []
        var thumbnailJobs: [ThumbnailJob] = []
        var pixelRequests: [PixelRequest] = []
        /// Views that have ended.
        var endedViews: [Int] = []
        /// Filters to use from the next job on.
        var catalog: FilterCatalog?
        /// Whether the preview before this one was stopped half way.
        var hasJustCancelled = false
        /// Why there will be no more saves, once the thread has ended.
        var end: (any Error)?
        var isStopped = false
    }

    private let contents = Mutex(Contents())
    private let wake = DispatchSemaphore(value: 0)

    // For callers

    /// Puts a job in the place of an earlier one of its view.
    func put(_ job: RenderQueue.Job) {
        contents.withLock { contents in
            if let index = contents.jobs.firstIndex(where: { $0.view == job.view }) {
                contents.jobs[index] = job
            } else {
                contents.jobs.append(job)
            }
        }
        wake.signal()
    }

    /// Drops what waits for a view that has ended.
    func end(view: Int) {
        contents.withLock { contents in
            contents.jobs.removeAll { $0.view == view }
            contents.endedViews.append(view)
        }
        wake.signal()
    }

    func put(_ catalog: FilterCatalog) {
        contents.withLock { $0.catalog = catalog }
        wake.signal()
    }

    func put(_ thumbnailJob: ThumbnailJob) {
        contents.withLock { $0.thumbnailJobs.append(thumbnailJob) }
        wake.signal()
    }

    func put(_ request: PixelRequest) {
        contents.withLock { $0.pixelRequests.append(request) }
        wake.signal()
    }

    /// Puts a save; one that comes after the thread's end fails at once.
    func put(_ save: Save) {
        let end = contents.withLock { contents in
            if contents.end == nil { contents.saves.append(save) }
            return contents.end
        }
        if let end { save.completion(.failure(end)) }
        wake.signal()
    }

    /// Tells the thread to end after what it is doing.
    func stop() {
        contents.withLock { $0.isStopped = true }
        wake.signal()
    }

    // For the thread

    /// Takes the preview to make next, and new filters if there are any.
    func take() -> (job: RenderQueue.Job?, catalog: FilterCatalog?, isStopped: Bool) {
        contents.withLock { contents in
            defer { contents.catalog = nil }
            let job = contents.jobs.isEmpty ? nil : contents.jobs.removeFirst()
            return (job, contents.catalog, contents.isStopped)
        }
    }

    func takeEndedViews() -> [Int] {
        contents.withLock { contents in
            defer { contents.endedViews = [] }
            return contents.endedViews
        }
    }

    func takeSave() -> Save? {
        contents.withLock { $0.saves.isEmpty ? nil : $0.saves.removeFirst() }
    }

    func takeThumbnailJob() -> ThumbnailJob? {
        contents.withLock { $0.thumbnailJobs.isEmpty ? nil : $0.thumbnailJobs.removeFirst() }
    }

    func takePixelRequests() -> [PixelRequest] {
        contents.withLock { contents in
            defer { contents.pixelRequests = [] }
            return contents.pixelRequests
        }
    }

    /// Puts a thumbnail back that gave way to a preview.
    func putBack(_ thumbnailJob: ThumbnailJob) {
        contents.withLock { $0.thumbnailJobs.insert(thumbnailJob, at: 0) }
    }

    /// Whether a preview waits, or the end.
    var isUrgent: Bool { contents.withLock { !$0.jobs.isEmpty || $0.isStopped } }

    /// Whether a newer job of the same view waits.
    func hasNewer(than job: RenderQueue.Job) -> Bool {
        contents.withLock { contents in contents.jobs.contains { $0.view == job.view } }
    }

    /// Whether a preview under way is no longer useful.
    ///
    /// One whose settings or time alone have changed still is: showing it keeps a drag alive and a source playing, while
    /// stopping again and again would show nothing. A refinement gives way to any newer job of its view.
    func isObsolete(_ job: RenderQueue.Job, isRefinement: Bool) -> Bool {
        contents.withLock { contents in
            guard let newer = contents.jobs.first(where: { $0.view == job.view }) else {
                return contents.isStopped
            }
            if isRefinement || newer.source.sourceID != job.source.sourceID { return true }
            // While a window is resized, every second of its sizes is finished.
            return newer.viewport != job.viewport && !contents.hasJustCancelled
        }
    }

    /// Notes whether the preview just made was stopped half way.
    func noteCancelled(_ isCancelled: Bool) {
        contents.withLock { $0.hasJustCancelled = isCancelled }
    }

    /// Waits until something is put in, or for as long as `pause`.
    /// - Returns: whether there is something new.
    @discardableResult func wait(atMost pause: DispatchTimeInterval?) -> Bool {
        guard let pause else {
            wake.wait()
            return true
        }
        return wake.wait(timeout: .now() + pause) == .success
    }

    /// Fails every save that was not begun, and those that come later.
    func end(because error: any Error) {
        let saves = contents.withLock { contents in
            defer { contents.saves = [] }
            contents.end = error
            return contents.saves
        }
        for save in saves { save.completion(.failure(error)) }
    }
}
