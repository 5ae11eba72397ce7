import Dispatch
import Filters
import Imaging
import System

/// Work waiting for the thread of a render queue. May be used from any thread.
final class RenderInbox: Sendable {
    /// A requested save, with its callbacks.
    struct Save {
        let begin: SaveBeginning
        /// Cancels the save.
        let token: CancellationToken
        let progress: @Sendable (Double) -> Void
        let completion: @Sendable (Result<[SaveRemark], any Error>) -> Void
    }

    /// A requested thumbnail.
    struct ThumbnailJob {
        let request: Thumbnail.Request
        let token: CancellationToken
        /// Called with nil if the thumbnail cannot be rendered; not called after a cancellation.
        let completion: @Sendable (Thumbnail?) -> Void
    }

    /// A request for a pixel's color.
    struct PixelRequest {
        let frame: RenderQueue.Frame
        /// The position in pixels of the frame.
        let position: SIMD2<Int>
        let completion: @Sendable (PixelColor?) -> Void
    }

    private struct Contents {
        /// At most one job per view, beginning with the one that has waited longest.
        var jobs: [RenderQueue.Job] = []
        var saves: [Save] = []
        var thumbnailJobs: [ThumbnailJob] = []
        var pixelRequests: [PixelRequest] = []
        /// Views that have been closed.
        var endedViews: [Int] = []
        /// Filters to use from the next preview on.
        var catalog: FilterCatalog?
        /// True if the previous preview was stopped halfway.
        var hasJustCancelled = false
        /// Why no more saves are possible, once the thread has ended.
        var end: (any Error)?
    }

    private let contents = Mailbox(Contents())

    // For callers

    /// Adds a job, replacing an earlier job of the same view.
    func put(_ job: RenderQueue.Job) {
        contents.update { contents in
            if let index = contents.jobs.firstIndex(where: { $0.view == job.view }) {
                contents.jobs[index] = job
            } else {
                contents.jobs.append(job)
            }
        }
    }

    /// Drops everything that waits for a closed view.
    func end(view: Int) {
        contents.update { contents in
            contents.jobs.removeAll { $0.view == view }
            contents.endedViews.append(view)
        }
    }

    func put(_ catalog: FilterCatalog) { contents.update { $0.catalog = catalog } }

    func put(_ thumbnailJob: ThumbnailJob) { contents.update { $0.thumbnailJobs.append(thumbnailJob) } }

    func put(_ request: PixelRequest) { contents.update { $0.pixelRequests.append(request) } }

    /// Adds a save, which fails immediately if the thread has ended.
    func put(_ save: Save) {
        let end = contents.update { contents in
            if contents.end == nil { contents.saves.append(save) }
            return contents.end
        }
        if let end { save.completion(.failure(end)) }
    }

    /// Makes the thread end after its current work.
    func stop() { contents.end() }

    /// True after ``stop()`` has been called.
    var isStopped: Bool { contents.isEnded }

    // For the thread

    /// Returns the preview to render next, and any new filters, and removes them.
    func take() -> (job: RenderQueue.Job?, catalog: FilterCatalog?) {
        contents.withLock { ($0.jobs.isEmpty ? nil : $0.jobs.removeFirst(), $0.catalog.take()) }
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

    /// Puts back a thumbnail that was interrupted by a preview.
    func putBack(_ thumbnailJob: ThumbnailJob) {
        contents.withLock { $0.thumbnailJobs.insert(thumbnailJob, at: 0) }
    }

    /// True if a preview is waiting or the thread is to end.
    var isUrgent: Bool { isStopped || contents.withLock { !$0.jobs.isEmpty } }

    /// True if a newer job of the same view is waiting.
    func hasNewer(than job: RenderQueue.Job) -> Bool {
        contents.withLock { contents in contents.jobs.contains { $0.view == job.view } }
    }

    /// True if a preview in progress is no longer useful.
    ///
    /// It remains useful if only its settings or its time have changed: showing it keeps a drag responsive
    /// and a source playing, whereas stopping repeatedly would show nothing. A refinement is abandoned for
    /// any newer job of its view.
    func isObsolete(_ job: RenderQueue.Job, isRefinement: Bool) -> Bool {
        contents.withLock { contents in
            guard let newer = contents.jobs.first(where: { $0.view == job.view }) else { return isStopped }
            if isRefinement || newer.source.sourceID != job.source.sourceID { return true }
            // While a window is being resized, at least every second size is rendered completely.
            return newer.viewport != job.viewport && !contents.hasJustCancelled
        }
    }

    /// Records whether the last preview was stopped halfway.
    func noteCancelled(_ isCancelled: Bool) {
        contents.withLock { $0.hasJustCancelled = isCancelled }
    }

    /// Waits until something is added, for at most `pause`.
    /// - Returns: whether something was added.
    @discardableResult func wait(atMost pause: DispatchTimeInterval) -> Bool { contents.wait(atMost: pause) }

    /// Fails every save that has not begun, as well as all later ones.
    func end(because error: any Error) {
        let saves = contents.withLock { contents in
            defer { contents.saves = [] }
            contents.end = error
            return contents.saves
        }
        for save in saves { save.completion(.failure(error)) }
    }
}
