import Filters
import GPU

/// Of which part of a picture a histogram is wanted beside its previews.
package enum HistogramScope: String, Sendable, CaseIterable {
    /// What is seen.
    case seen
    /// The whole picture, however little of it is seen.
    case whole
}

/// Makes the histograms that go with previews, in little time: a software renderer looks at a part of the pixels.
struct LiveHistogram {
    private var counter: HistogramCounter?
    private var last: ContinuousClock.Instant?
    /// What entered a stage when it was last counted, by view and number of the stage.
    private var entering: [SIMD2<Int>: (frame: FrameID, recipe: Recipe, histogram: Histogram)] = [:]

    /// Pixels to look at: a software renderer on two cores takes 1.5 ms for these, and a quarter of a second for the
    /// twelve megapixels of a photograph.
    private static let softwarePixels = 1 << 17
    /// The same for a graphics processor, which counts a screen full of pixels in less than that.
    private static let pixels = 1 << 23
    /// The size of a whole picture that is made for its histogram alone.
    private static let wholePixels = 1 << 18
    /// How often a histogram is made while a drag lasts, where that takes time from the drag.
    private static let interval = Duration.milliseconds(150)

    /// Has what enters stages counted anew: filters before them have changed.
    mutating func forgetEntering() { entering = [:] }

    /// The histogram that a job asks for, where what was made for it shows all that is to be counted; nil where it does
    /// not, or where a newer job will soon ask again.
    ///
    /// - Parameters:
    ///   - frame: what was made for the job, just now.
    ///   - hasNewer: whether another job of the same view waits.
    mutating func histogram(
        of frame: Texture, for job: RenderQueue.Job, hasNewer: Bool, on engine: Engine
    ) throws -> Histogram? {
        guard let scope = job.histogram, scope == .seen || job.showsWhole else { return nil }
        if engine.device.traits.isSoftware, hasNewer, isRecent { return nil }
        return try count(frame, on: engine)
    }

    /// The histogram of the whole picture for a job that shows a part of it; nil as above.
    ///
    /// - Parameter shouldStop: asked between dispatches; throws ``Cancelled``.
    mutating func histogramOfWhole(
        for job: RenderQueue.Job, hasNewer: Bool, on engine: Engine, shouldStop: @escaping () -> Bool
    ) throws -> Histogram? {
        guard job.histogram == .whole, !job.showsWhole, !(hasNewer && isRecent) else { return nil }
        return try countWhole(of: job.source, job.recipe, on: engine, shouldStop: shouldStop)
    }

    /// The histogram of the whole picture as it enters a stage; nil as above. While that stage is the one that
    /// changes, it is the one of the time before.
    mutating func histogram(
        entering stage: Int, for job: RenderQueue.Job, hasNewer: Bool, on engine: Engine,
        shouldStop: @escaping () -> Bool
    ) throws -> Histogram? {
        let recipe = Recipe(Array(job.recipe.stages.prefix(stage)))
        let key = SIMD2(job.view, stage)
        if let known = entering[key], known.frame == job.source.frameID, known.recipe == recipe {
            return known.histogram
        }
        if hasNewer, isRecent { return nil }
        let histogram = try countWhole(of: job.source, recipe, on: engine, shouldStop: shouldStop)
        entering[key] = (job.source.frameID, recipe, histogram)
        return histogram
    }

    /// Counts a small rendering.
    private mutating func countWhole(
        of source: any TextureProvider, _ recipe: Recipe, on engine: Engine,
        shouldStop: @escaping () -> Bool
    ) throws -> Histogram {
        let size = try engine.catalog.size(of: recipe, entering: source.size)
        var factor = 1
        while size.x / factor * (size.y / factor) > Self.wholePixels { factor += 1 }
        let whole = try engine.render(
            recipe, of: source, viewport: Viewport(wholeAt: size).reduced(by: factor),
            outputFormat: .rgba8, shouldStop: shouldStop)
        return try count(whole, on: engine)
    }

    private var isRecent: Bool { last.map { ContinuousClock.now - $0 < Self.interval } ?? false }

    private mutating func count(_ texture: Texture, on engine: Engine) throws -> Histogram {
        let counter = try self.counter ?? HistogramCounter(on: engine.device)
        self.counter = counter
        let most = engine.device.traits.isSoftware ? Self.softwarePixels : Self.pixels
        try counter.count(
            texture, PixelRegion(size: SIMD2(texture.width, texture.height)), atMost: most)
        var histogram = Histogram()
        histogram.add(try counter.take())
        last = .now
        return histogram
    }
}

extension RenderQueue.Job {
    /// Whether nothing of the picture lies outside what is wanted.
    fileprivate var showsWhole: Bool { viewport.region == PixelRegion(size: viewport.gridSize) }
}
