import Dispatch
import Filters
import GPU

/// The work of a render queue: first previews, then thumbnails, then saves, then kernels that may be needed.
///
/// A worker stays on the queue's thread, like its engine.
final class RenderWorker {
    private let engine: Engine
    private let inbox: RenderInbox
    private let screen: ScreenPacing
    private let deliver: (RenderQueue.Event) -> Void
    private var drafts: DraftPolicy
    private var warmup = KernelWarmup()
    private var histogram = LiveHistogram()
    /// The last job, until the kernels that it may need have been predicted.
    private var newest: RenderQueue.Job?
    private let restDelay: DispatchTimeInterval
    /// True if memory has been freed and no work has been done since.
    private var isAtRest = false
    private lazy var wholeFrames = FrameReadback(on: engine)
    private var underWay: (save: RenderInbox.Save, steps: any SteppedExport)?

    /// - Parameters:
    ///   - restDelay: the idle time after which memory is freed.
    ///   - deliver: called with each event.
    init(
        _ engine: Engine, inbox: RenderInbox, screen: ScreenPacing, drafts: DraftPolicy,
        restDelay: DispatchTimeInterval, deliver: @escaping (RenderQueue.Event) -> Void
    ) {
        self.engine = engine
        self.inbox = inbox
        self.screen = screen
        self.drafts = drafts
        self.restDelay = restDelay
        self.deliver = deliver
    }

    /// Runs until it is stopped; throws if the device is lost.
    func run() throws(GPUError) {
        do throws(GPUError) {
            while try turn() {}
            if let (save, steps) = underWay {
                save.completion(steps.cancel() ? .failure(Cancelled()) : .success(steps.losses))
            }
        } catch {
            if let (save, steps) = underWay {
                _ = steps.cancel()
                save.completion(.failure(error))
            }
            throw error
        }
    }

    /// Does the most urgent piece of work; false if the worker has been stopped.
    private func turn() throws(GPUError) -> Bool {
        let (job, catalog) = inbox.take()
        if let catalog {
            engine.use(catalog)
            histogram.forgetEntering()
        }
        if inbox.isStopped { return false }
        for view in inbox.takeEndedViews() {
            drafts.forget(view)
            isAtRest = false
        }
        try answerPixelRequests()
        if let job {
            try show(job)
        } else if let job = drafts.takeRested() {
            try preview(job, reducedBy: 1, isRefinement: true)
        } else if let thumbnailJob = inbox.takeThumbnailJob() {
            try make(thumbnailJob)
        } else if try stepSave() {
            return true
        } else if let job = newest {
            newest = nil
            warmup.begin(job, on: engine)
        } else if !warmup.step(on: engine) {
            waitForWork()
            return true
        }
        isAtRest = false
        return true
    }

    /// Waits for work. After some idle seconds, frees, once, the memory that only earlier frames needed.
    private func waitForWork() {
        if let pause = drafts.pauseUntilRested {
            inbox.wait(atMost: pause)
        } else if isAtRest {
            inbox.wait(atMost: .never)
        } else if !inbox.wait(atMost: restDelay) {
            engine.releaseUnused()
            isAtRest = true
            deliver(.rested(textures: engine.device.textures.counters))
        }
    }

    private func show(_ job: RenderQueue.Job) throws(GPUError) {
        screen.begin()
        do throws(GPUError) {
            try preview(job, reducedBy: drafts.reduction(of: job))
        } catch {
            screen.end()
            throw error
        }
        screen.end()
        newest = job.withoutPixels
        if job.isSeen { screen.waitUntilShown(on: engine.device.traits) }
        // If frames arrive faster than they are rendered, a preview is always waiting.
        if job.isPlaying, inbox.isUrgent { _ = try stepSave() }
    }

    /// The error as a loss of the device; nil if it is any other error.
    private static func loss(_ error: any Error) -> GPUError? {
        if case GPUError.contextLost = error { .contextLost } else { nil }
    }

    /// Renders a preview; throws if the device is lost.
    private func preview(
        _ wanted: RenderQueue.Job, reducedBy reduction: Int, isRefinement: Bool = false
    ) throws(GPUError) {
        let start = ContinuousClock.now
        let shouldStop = { [inbox] in inbox.isObsolete(wanted, isRefinement: isRefinement) }
        var job = wanted
        job.viewport = job.viewport.reduced(by: reduction)
        engine.device.timer = job.measuresPasses ? DispatchTimer(for: engine.device.traits) : nil
        defer {
            // Taking the timings deletes the timer queries of a stopped frame.
            _ = engine.device.timer?.takeEntries()
            engine.device.timer = nil
        }
        do {
            let texture = try engine.render(
                job.recipe, of: job.source, viewport: job.viewport, outputFormat: .rgba8,
                shouldStop: shouldStop)
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
            let hasNewer = inbox.hasNewer(than: job)
            let counted = try histogram.histogram(of: texture, for: job, hasNewer: hasNewer, on: engine)
            let reported = job.withoutPixels
            deliver(
                .frame(
                    RenderQueue.Frame(
                        texture: texture, job: reported, milliseconds: milliseconds, timings: timings,
                        histogram: counted?.histogram, scope: counted?.scope,
                        textures: engine.device.textures.counters)))
            inbox.noteCancelled(false)
            for output in wanted.outputs { try fill(output, for: wanted) }
            // Histograms that need a rendering of their own come after the frame, which is already being
            // displayed.
            let own = try histogram.histogramOfOwnFrame(
                for: job, hasNewer: hasNewer, on: engine, shouldStop: shouldStop)
            if let own {
                deliver(.histogram(own.histogram, job: reported))
                if let scope = own.scope { deliver(.scope(scope, job: reported)) }
            }
            for stage in job.entering {
                let entering = try histogram.histogram(
                    entering: stage, for: job, hasNewer: hasNewer, on: engine, shouldStop: shouldStop)
                if let entering { deliver(.entering(entering, stage: stage, job: reported)) }
            }
        } catch is Cancelled {
            inbox.noteCancelled(true)
        } catch {
            if let loss = Self.loss(error) { throw loss }
            engine.releaseMemory()
            deliver(.failed(message: "\(error)", view: job.view))
        }
    }

    /// Renders a whole frame for an output; throws if the device is lost. Other errors do not affect other
    /// outputs.
    private func fill(_ output: FrameOutput, for job: RenderQueue.Job) throws(GPUError) {
        do {
            output.take(
                try wholeFrames.frame(of: job.recipe, over: job.source, as: output.format), job.source.time)
        } catch {
            if let loss = Self.loss(error) { throw loss }
            deliver(.failed(message: "\(error)", view: job.view))
        }
    }

    private func answerPixelRequests() throws(GPUError) {
        for request in inbox.takePixelRequests() {
            do throws(GPUError) {
                request.completion(
                    PixelColor(
                        try engine.device.pixel(of: request.frame.texture, at: request.position),
                        primaries: request.frame.job.source.primaries))
            } catch {
                if case .contextLost = error { throw error }
                // A nil color suffices as an error report.
                request.completion(nil)
            }
        }
    }

    private func make(_ thumbnailJob: RenderInbox.ThumbnailJob) throws(GPUError) {
        guard !thumbnailJob.token.isCancelled else { return }
        do {
            let thumbnail = try Thumbnail(thumbnailJob.request, on: engine) { [inbox] in
                inbox.isUrgent || thumbnailJob.token.isCancelled
            }
            thumbnailJob.completion(thumbnail)
        } catch is Cancelled {
            inbox.putBack(thumbnailJob)
        } catch {
            if let loss = Self.loss(error) { throw loss }
            // A nil thumbnail suffices as an error report.
            engine.releaseMemory()
            thumbnailJob.completion(nil)
        }
    }

    /// Continues the current save for a while, or begins the next one; false if there is none.
    private func stepSave() throws(GPUError) -> Bool {
        guard let save = underWay?.save ?? inbox.takeSave() else { return false }
        do {
            if let steps = underWay?.steps {
                if try steps.step() {
                    save.progress(steps.progress)
                } else {
                    underWay = nil
                    save.completion(.success(steps.losses))
                }
            } else {
                var reported = 0.0
                let steps = try save.begin(engine) { [weak self] in
                    // Called between the dispatches of a step, since a step can take seconds.
                    if let part = self?.underWay?.steps.progress, part > reported + 0.005 {
                        reported = part
                        save.progress(part)
                    }
                    return save.token.isCancelled
                }
                underWay = (save, steps)
            }
        } catch {
            underWay = nil
            save.completion(.failure(error))
            if let loss = Self.loss(error) { throw loss }
        }
        return true
    }
}

/// Prevents previews from being rendered while windows are drawn, if both need the same cores.
final class ScreenPacing: Sendable {
    private let pacesSoftware: Bool
    private let computing = DispatchGroup()
    private let shown = DispatchSemaphore(value: 0)

    /// The maximum wait for the window to draw a frame, since hidden windows do not draw.
    private static let longestPause = DispatchTimeInterval.milliseconds(100)

    /// - Parameter pacesSoftware: whether previews on a software renderer wait for the window.
    init(pacesSoftware: Bool) { self.pacesSoftware = pacesSoftware }

    /// Called when a preview begins.
    func begin() {
        while shown.wait(timeout: .now()) == .success {}
        computing.enter()
    }

    /// Called when the preview is finished.
    func end() { computing.leave() }

    /// Waits until the window has drawn the preview, if previews are paced.
    func waitUntilShown(on traits: DeviceTraits) {
        guard pacesSoftware, traits.isSoftware else { return }
        _ = shown.wait(timeout: .now() + Self.longestPause)
    }

    /// Blocks while a preview is in progress.
    func waitForPreview(atMost limit: DispatchTimeInterval) { _ = computing.wait(timeout: .now() + limit) }

    func frameWasShown() { shown.signal() }
}
