import Dispatch
import Filters
import GPU
import Imaging
import Synchronization

/// Renders previews on its own thread; a view's newest job replaces one not yet begun.
///
/// The queue's thread owns a context that shares textures with the window's. A frame is handed over when the
/// device has finished it, so drawing it never waits, and never shows it half made.
package final class RenderQueue: Sendable {
    /// A request for a preview.
    package struct Job: Sendable {
        package var recipe: Recipe
        package var source: any TextureProvider
        package var viewport: Viewport
        /// Which of several windows wants it; each has a slot of its own.
        package var view: Int
        /// Whether its passes are to be timed, which takes time itself.
        package var measuresPasses: Bool
        /// The part of the picture whose histogram is wanted too, if any.
        package var histogram: HistogramScope?
        /// Indices of the stages whose input needs a histogram.
        package var entering: [Int]
        /// Whether it may have fewer pixels when it comes soon after another. A playing picture leaves frames out
        /// instead: alternating coarse and fine frames would flicker.
        package var mayBeDraft: Bool
        /// When the job was made, and so when the wait for it began.
        package let wanted = ContinuousClock.now

        package init(
            recipe: Recipe, source: any TextureProvider, viewport: Viewport, view: Int = 0,
            measuresPasses: Bool = false, histogram: HistogramScope? = nil, entering: [Int] = [],
            mayBeDraft: Bool = true
        ) {
            self.view = view
            self.histogram = histogram
            self.entering = entering
            self.measuresPasses = measuresPasses
            self.mayBeDraft = mayBeDraft
            self.recipe = recipe
            self.source = source
            self.viewport = viewport
        }
    }

    /// A finished preview, of the job's viewport or, while a slow drag lasts, of a coarser one.
    ///
    /// Its holder may draw the texture; releasing the frame gives the texture back.
    package struct Frame: Sendable {
        package let texture: Texture
        package let job: Job
        /// Milliseconds from the beginning of the work to its end.
        package let milliseconds: Double
        /// The times of its passes, where the job asked for them.
        package let timings: FrameTimings?
        /// The histogram that the job asked for, where one was made of this frame.
        package let histogram: Histogram?
        /// The queue's texture counters when the frame was made.
        package let textures: TexturePool.Counters
    }

    /// A picture to be saved.
    package struct SaveRequest: Sendable {
        package var picture: Picture
        package var recipe: Recipe
        package var path: String
        package var options: EncodingOptions
        package var overwrite: Bool

        package init(
            picture: Picture, recipe: Recipe, path: String, options: EncodingOptions, overwrite: Bool
        ) {
            self.picture = picture
            self.recipe = recipe
            self.path = path
            self.options = options
            self.overwrite = overwrite
        }
    }

    /// An event that the queue delivers on its own thread.
    package enum Event: Sendable {
        /// The device is open.
        case ready(DeviceTraits)
        /// The device cannot be opened; no other event follows.
        case unavailable(GPUError)
        /// The driver was reset, and everything on the device is gone; no other event follows.
        case lost
        case frame(Frame)
        /// The histogram of a whole picture of which the job shows a part; the job's frame was delivered before.
        case histogram(Histogram, job: Job)
        /// The histogram of a stage's input.
        case entering(Histogram, stage: Int, job: Job)
        /// A preview could not be made for a view; `message` says why.
        case failed(message: String, view: Int)
    }

    private struct Save {
        let request: SaveRequest
        let progress: @Sendable (Double) -> Void
        let completion: @Sendable (Result<[MetadataLoss], any Error>) -> Void
        let token: CancellationToken
    }

    private struct ThumbnailJob {
        let request: Thumbnail.Request
        let token: CancellationToken
        let completion: @Sendable (Thumbnail) -> Void
    }

    private struct State {
        /// At most one for each view, the longest waiting first.
        var jobs: [Job] = []
        var saves: [Save] = []
        var thumbnailJobs: [ThumbnailJob] = []
        /// Filters to use from the next job on.
        var catalog: FilterCatalog?
        /// Whether the preview before this one was stopped half way.
        var hasJustCancelled = false
        /// Why there will be no more saves, once the thread has ended.
        var end: (any Error)?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let computing = DispatchGroup()
    private let shown = DispatchSemaphore(value: 0)
    private let deliver: @Sendable (Event) -> Void

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - makeContext: called on the queue's thread, which owns the context from then on.
    ///   - pacesSoftware: whether, on a software renderer, the next preview waits for ``frameWasShown()``: drawing
    ///     the window needs the same cores, and both at once only slow each other down.
    ///   - slowMilliseconds: how long a frame may take before a drag's next has fewer pixels; 33 if nil.
    ///   - deliver: called on the queue's thread.
    package init(
        pacesSoftware: Bool = false, slowMilliseconds: Double? = nil,
        makeContext: @escaping @Sendable () throws -> any GLContext,
        deliver: @escaping @Sendable (Event) -> Void
    ) {
        self.deliver = deliver
        let drafts = DraftPolicy(slowMilliseconds: slowMilliseconds ?? DraftPolicy.slowMilliseconds)
        // A single block that never ends stays on one thread, as an OpenGL context requires.
        DispatchQueue(label: "render queue", qos: .userInteractive).async { [weak self] in
            guard let self else { return }
            var end: any Error = Cancelled()
            defer { failSaves(because: end) }
            do {
                let engine = try Engine(context: try makeContext())
                deliver(.ready(engine.device.traits))
                do throws(GPUError) {
                    try run(
                        engine, waitsUntilShown: pacesSoftware && engine.device.traits.isSoftware,
                        drafts: drafts)
                } catch {
                    end = error
                    deliver(.lost)
                }
            } catch {
                end = error
                deliver(.unavailable(error as? GPUError ?? .noContext(reason: "\(error)")))
            }
        }
    }

    /// Requests a preview. An earlier one for its view is dropped if not yet begun, and stopped if under way with
    /// another picture or part.
    package func submit(_ job: Job) {
        state.withLock { state in
            if let index = state.jobs.firstIndex(where: { $0.view == job.view }) {
                state.jobs[index] = job
            } else {
                state.jobs.append(job)
            }
        }
        wake.signal()
    }

    /// Replaces the filters from the next preview on; a save under way keeps those it began with.
    package func use(_ catalog: FilterCatalog) {
        state.withLock { $0.catalog = catalog }
        wake.signal()
    }

    /// Saves a picture between previews.
    ///
    /// - Parameters:
    ///   - token: what cancels the save.
    ///   - progress: told how much is done, 0…1, on the queue's thread.
    ///   - completion: called once on the queue's thread, with the metadata that the file lacks; a cancelled save
    ///     fails with ``Cancelled``.
    /// - Returns: what cancels the save.
    @discardableResult
    package func save(
        _ request: SaveRequest, token: CancellationToken = CancellationToken(),
        progress: @escaping @Sendable (Double) -> Void = { _ in },
        completion: @escaping @Sendable (Result<[MetadataLoss], any Error>) -> Void
    ) -> CancellationToken {
        let end = state.withLock { state in
            if state.end == nil {
                state.saves.append(
                    Save(request: request, progress: progress, completion: completion, token: token))
            }
            return state.end
        }
        if let end { completion(.failure(end)) }
        wake.signal()
        return token
    }

    /// Makes a thumbnail when no preview is wanted; a preview wanted meanwhile comes first.
    ///
    /// - Parameters:
    ///   - token: what cancels it.
    ///   - completion: called on the queue's thread, unless it was cancelled or the recipe cannot be rendered.
    package func makeThumbnail(
        _ request: Thumbnail.Request, token: CancellationToken,
        completion: @escaping @Sendable (Thumbnail) -> Void
    ) {
        state.withLock {
            $0.thumbnailJobs.append(ThumbnailJob(request: request, token: token, completion: completion))
        }
        wake.signal()
    }

    /// Fails every save that was not begun.
    private func failSaves(because error: any Error) {
        let saves = state.withLock { state in
            defer { state.saves = [] }
            state.end = error
            return state.saves
        }
        for save in saves { save.completion(.failure(error)) }
    }

    /// Blocks while a preview is under way, but not for long.
    ///
    /// A window drawn on the same cores as the preview is better drawn after it than at the same time.
    package func waitForPreview(atMost limit: DispatchTimeInterval) {
        _ = computing.wait(timeout: .now() + limit)
    }

    /// Says that the window has drawn the newest frame.
    package func frameWasShown() {
        shown.signal()
    }

    /// Ends the thread after what it is doing; saves that are not finished fail with ``Cancelled``.
    package func stop() {
        state.withLock { $0.isStopped = true }
        wake.signal()
    }

    /// Whether a preview under way is no longer useful. One whose parameters alone have changed still is: showing it
    /// keeps a drag alive, while stopping again and again would show nothing.
    /// A refinement gives way to any newer job of its view.
    private func isObsolete(_ job: Job, isRefinement: Bool) -> Bool {
        state.withLock { state in
            guard let newer = state.jobs.first(where: { $0.view == job.view }) else { return state.isStopped }
            if isRefinement { return true }
            if newer.source.frameID != job.source.frameID { return true }
            // While a window is resized, every second of its sizes is finished.
            return newer.viewport != job.viewport && !state.hasJustCancelled
        }
    }

    /// Works until it is stopped; throws where the device is lost.
    private func run(_ engine: Engine, waitsUntilShown: Bool, drafts: DraftPolicy) throws(GPUError) {
        var drafts = drafts
        var warmup = KernelWarmup()
        var newest: Job?
        var histogram = LiveHistogram()
        var underWay: SaveUnderWay?
        /// The loss of the device; a save under way fails with it.
        var loss: GPUError?
        while true {
            if let loss {
                if let underWay {
                    _ = underWay.steps.cancel()
                    underWay.save.completion(.failure(loss))
                }
                throw loss
            }
            let (job, catalog, isStopped) = state.withLock { state in
                defer { state.catalog = nil }
                return (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.catalog, state.isStopped)
            }
            if let catalog {
                engine.use(catalog)
                histogram.forgetEntering()
            }
            if isStopped {
                if let underWay {
                    let steps = underWay.steps
                    underWay.save.completion(
                        steps.cancel() ? .failure(Cancelled()) : .success(steps.losses))
                }
                return
            }
            if let job {
                while shown.wait(timeout: .now()) == .success {}
                computing.enter()
                loss = preview(
                    job, reducedBy: drafts.reduction(of: job), on: engine, drafts: &drafts,
                    histogram: &histogram)
                computing.leave()
                newest = job
                if waitsUntilShown { _ = shown.wait(timeout: .now() + Self.longestPause) }
            } else if let job = drafts.takeRested() {
                loss = preview(
                    job, reducedBy: 1, isRefinement: true, on: engine, drafts: &drafts, histogram: &histogram)
            } else if let thumbnailJob = state.withLock({
                $0.thumbnailJobs.isEmpty ? nil : $0.thumbnailJobs.removeFirst()
            }) {
                loss = make(thumbnailJob, on: engine)
            } else if let save = underWay {
                (underWay, loss) = step(save)
            } else if let save = state.withLock({ $0.saves.isEmpty ? nil : $0.saves.removeFirst() }) {
                (underWay, loss) = begin(save, on: engine)
            } else if let job = newest {
                newest = nil
                warmup.begin(job, on: engine)
            } else if warmup.step(on: engine) {
                continue
            } else if let pause = drafts.pauseUntilRested {
                _ = wake.wait(timeout: .now() + pause)
            } else {
                wake.wait()
            }
        }
    }

    /// The longest wait for the window to draw a frame: a hidden window draws nothing.
    private static let longestPause = DispatchTimeInterval.milliseconds(100)

    /// The error, if it is the loss of the device.
    private static func loss(_ error: any Error) -> GPUError? {
        if case GPUError.contextLost = error { .contextLost } else { nil }
    }

    /// Makes a preview; returns the error if the device is lost.
    private func preview(
        _ job: Job, reducedBy reduction: Int, isRefinement: Bool = false, on engine: Engine,
        drafts: inout DraftPolicy, histogram: inout LiveHistogram
    ) -> GPUError? {
        let start = ContinuousClock.now
        var job = job
        let wanted = job
        job.viewport = job.viewport.reduced(by: reduction)
        engine.device.timer = job.measuresPasses ? DispatchTimer(for: engine.device.traits) : nil
        defer {
            // Taking the entries deletes the queries of a stopped frame.
            _ = engine.device.timer?.takeEntries()
            engine.device.timer = nil
        }
        do {
            let texture = try engine.render(
                job.recipe, of: job.source, viewport: job.viewport, outputFormat: .rgba8,
                shouldStop: { self.isObsolete(wanted, isRefinement: isRefinement) })
            if let fence = engine.device.flush() {
                defer { fence.delete() }
                try fence.waitOnThread()
            } else {
                engine.device.finish()
            }
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            drafts.record(wanted, reduction: reduction, milliseconds: milliseconds)
            let entries = engine.device.timer?.takeEntries()
            let timings = entries.flatMap { entries in engine.lastPlan.map { FrameTimings($0, entries) } }
            engine.device.timer = nil
            let hasNewer = state.withLock { state in state.jobs.contains { $0.view == job.view } }
            let counted = try histogram.histogram(of: texture, for: job, hasNewer: hasNewer, on: engine)
            deliver(
                .frame(
                    Frame(
                        texture: texture, job: job, milliseconds: milliseconds, timings: timings,
                        histogram: counted, textures: engine.device.textures.counters)))
            state.withLock { $0.hasJustCancelled = false }
            // Histograms that need their own rendering come after the frame, which is on its way to the screen.
            let shouldStop = { self.isObsolete(wanted, isRefinement: isRefinement) }
            let whole = try histogram.histogramOfWhole(
                for: job, hasNewer: hasNewer, on: engine, shouldStop: shouldStop)
            if let whole { deliver(.histogram(whole, job: job)) }
            for stage in job.entering {
                let entering = try histogram.histogram(
                    entering: stage, for: job, hasNewer: hasNewer, on: engine, shouldStop: shouldStop)
                if let entering { deliver(.entering(entering, stage: stage, job: job)) }
            }
        } catch is Cancelled {
            state.withLock { $0.hasJustCancelled = true }
        } catch {
            if let loss = Self.loss(error) { return loss }
            engine.releaseMemory()
            deliver(.failed(message: "\(error)", view: job.view))
        }
        return nil
    }

    private func make(_ thumbnailJob: ThumbnailJob, on engine: Engine) -> GPUError? {
        guard !thumbnailJob.token.isCancelled else { return nil }
        do {
            thumbnailJob.completion(
                try Thumbnail(thumbnailJob.request, on: engine) {
                    self.state.withLock { !$0.jobs.isEmpty || $0.isStopped } || thumbnailJob.token.isCancelled
                })
        } catch is Cancelled {
            state.withLock { $0.thumbnailJobs.insert(thumbnailJob, at: 0) }
        } catch {
            if let loss = Self.loss(error) { return loss }
            // A missing thumbnail says enough.
            engine.releaseMemory()
        }
        return nil
    }

    private typealias SaveUnderWay = (save: Save, steps: PictureSave)

    private func begin(_ save: Save, on engine: Engine) -> (SaveUnderWay?, loss: GPUError?) {
        let request = save.request
        do {
            let steps = try PictureSave(
                request.picture, recipe: request.recipe, to: request.path, options: request.options,
                overwrite: request.overwrite, on: engine, shouldStop: { save.token.isCancelled })
            return ((save, steps), nil)
        } catch {
            save.completion(.failure(error))
            return (nil, Self.loss(error))
        }
    }

    private func step(_ underWay: SaveUnderWay) -> (SaveUnderWay?, loss: GPUError?) {
        let (save, steps) = underWay
        do {
            if try steps.step() {
                save.progress(steps.progress)
                return (underWay, nil)
            }
            save.completion(.success(steps.losses))
        } catch {
            save.completion(.failure(error))
            return (nil, Self.loss(error))
        }
        return (nil, nil)
    }
}

/// Cancels a save from another thread.
package final class CancellationToken: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    package func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
