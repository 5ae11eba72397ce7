import Filters
import GPU
import Imaging

/// The part of a picture whose histogram is computed along with its previews.
package enum HistogramScope: String, Sendable, CaseIterable {
    /// The visible part.
    case seen
    /// The whole picture, even if little of it is visible.
    case whole
}

/// Computes the histograms of previews quickly: a software renderer counts only some of the pixels.
struct LiveHistogram {
    private var counter: HistogramCounter?
    private var scopeCounter: ScopeCounter?
    private var last: ContinuousClock.Instant?
    /// The last histogram of each stage's input, by view and stage index.
    private var entering: [SIMD2<Int>: (frame: FrameID, recipe: Recipe, histogram: Histogram)] = [:]

    /// The maximum number of pixels to count on a software renderer: counting them takes two cores 1.5 ms,
    /// whereas the twelve megapixels of a photograph would take a quarter of a second.
    private static let softwarePixels = 1 << 17
    /// The maximum on a GPU, which counts a screenful of pixels in less time than that.
    private static let pixels = 1 << 23
    /// The maximum for a scope on a GPU, on which all cores add to the same counters.
    private static let scopePixels = 1 << 20
    /// The maximum number of pixels rendered only for a histogram.
    private static let ownPixels = 1 << 18
    /// The minimum interval between histograms during a drag, if computing them slows down the drag.
    private static let interval = Duration.milliseconds(150)

    /// Discards the histograms of stage inputs, for when filters before those stages have changed.
    mutating func forgetEntering() { entering = [:] }

    /// A histogram, and the counts of another scope if one is requested.
    typealias Counted = (histogram: Histogram, scope: ScopeCounts?)

    /// The histogram that a job requests. Nil if the job's frame does not show everything that must be
    /// counted, or if a newer job will soon request it again.
    ///
    /// - Parameters:
    ///   - frame: the texture just rendered for the job.
    ///   - hasNewer: whether another job of the same view is waiting.
    mutating func histogram(
        of frame: Texture, for job: RenderQueue.Job, hasNewer: Bool, on engine: Engine
    ) throws -> Counted? {
        guard let scope = job.histogram, scope == .seen || job.showsWhole else { return nil }
        // Where the file's transfer function is steeper than the frame's, the frame's 8 bits are not enough.
        guard outputValues(of: job, in: engine.catalog) == nil else { return nil }
        if engine.device.traits.isSoftware, hasNewer, isRecent { return nil }
        return try count(frame, job.scope, as: nil, on: engine)
    }

    /// The histogram for a job whose frame is not suitable, from a separate rendering; nil if a newer job
    /// will soon request it again.
    ///
    /// - Parameter shouldStop: called between dispatches; throws ``Cancelled`` if it returns true.
    mutating func histogramOfOwnFrame(
        for job: RenderQueue.Job, hasNewer: Bool, on engine: Engine, shouldStop: @escaping () -> Bool
    ) throws -> Counted? {
        let output = outputValues(of: job, in: engine.catalog)
        guard let scope = job.histogram, output != nil || scope == .whole && !job.showsWhole,
            !(hasNewer && isRecent)
        else { return nil }
        let size = try engine.catalog.size(of: job.recipe, entering: job.source.size)
        return try count(
            scope == .seen ? job.viewport : Viewport(wholeAt: size), of: job.source, job.recipe, job.scope,
            as: output, on: engine, shouldStop: shouldStop)
    }

    /// The histogram of the whole picture at the input of a stage; nil if a newer job will soon request it
    /// again. The last histogram is reused while the stages before this one do not change.
    mutating func histogram(
        entering stage: Int, for job: RenderQueue.Job, hasNewer: Bool, on engine: Engine,
        shouldStop: @escaping () -> Bool
    ) throws -> Histogram? {
        let recipe = Recipe(Array(job.recipe.stages.prefix(stage)))
        let key = SIMD2(job.view, stage)
        let frame = job.source.id(readsTime: engine.catalog.readsTime(recipe))
        if let known = entering[key], known.frame == frame, known.recipe == recipe {
            return known.histogram
        }
        if hasNewer, isRecent { return nil }
        let size = try engine.catalog.size(of: recipe, entering: job.source.size)
        let histogram = try count(
            Viewport(wholeAt: size), of: job.source, recipe, .histogram, as: nil, on: engine,
            shouldStop: shouldStop
        ).histogram
        entering[key] = (frame, recipe, histogram)
        return histogram
    }

    /// If filters add color to a gray picture, it is saved as sRGB.
    private func outputValues(of job: RenderQueue.Job, in catalog: FilterCatalog) -> OutputValues? {
        let isColored = job.source.isGray && !catalog.channels(of: job.recipe, over: .gray).isGray
        return isColored ? nil : job.source.outputValues
    }

    /// Counts a small rendering: the values that a file would have or, without `output`, those that filters
    /// use.
    private mutating func count(
        _ viewport: Viewport, of source: SourceFrame, _ recipe: Recipe, _ scope: ScopeKind,
        as output: OutputValues?, on engine: Engine, shouldStop: @escaping () -> Bool
    ) throws -> Counted {
        let size = viewport.region.size
        var factor = 1
        while size.x / factor * (size.y / factor) > Self.ownPixels { factor += 1 }
        let whole = try engine.render(
            recipe, of: source, viewport: viewport.reduced(by: factor),
            outputFormat: output == nil ? .rgba8 : .rgba16, shouldStop: shouldStop)
        return try count(whole, scope, as: output, on: engine)
    }

    private var isRecent: Bool { last.map { ContinuousClock.now - $0 < Self.interval } ?? false }

    private mutating func count(
        _ texture: Texture, _ scope: ScopeKind, as output: OutputValues?, on engine: Engine
    ) throws -> Counted {
        let counter = try self.counter ?? HistogramCounter(on: engine.device)
        self.counter = counter
        let maximum = engine.device.traits.isSoftware ? Self.softwarePixels : Self.pixels
        try counter.count(
            texture, PixelRegion(size: SIMD2(texture.width, texture.height)), as: output, atMost: maximum)
        var histogram = Histogram()
        histogram.add(try counter.take())
        let counts = try count(scope, in: texture, as: output, on: engine)
        last = .now
        return (histogram, counts)
    }

    private mutating func count(
        _ scope: ScopeKind, in texture: Texture, as output: OutputValues?, on engine: Engine
    ) throws -> ScopeCounts? {
        guard scope != .histogram else { return nil }
        let counter =
            try scopeCounter.flatMap { $0.kind == scope ? $0 : nil } ?? ScopeCounter(scope, on: engine.device)
        scopeCounter = counter
        return try counter.count(
            texture, as: output,
            atMost: engine.device.traits.isSoftware ? Self.softwarePixels : Self.scopePixels)
    }
}

extension RenderQueue.Job {
    /// True if the viewport shows the whole picture.
    fileprivate var showsWhole: Bool { viewport.region == PixelRegion(size: viewport.gridSize) }
}
