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
    private var lastWhole: ContinuousClock.Instant?

    /// Pixels to look at: a software renderer on two cores takes 1.5 ms for these, and a quarter of a second for the
    /// twelve megapixels of a photograph.
    private static let softwarePixels = 1 << 17
    /// The same for a graphics processor, which counts a screen full of pixels in less than that.
    private static let pixels = 1 << 23
    /// The size of a whole picture that is made for its histogram alone.
    private static let wholePixels = 1 << 18
    /// Where only a part of the picture is seen, the whole is made anew this often while a drag lasts.
    private static let wholeInterval = Duration.milliseconds(200)

    /// The histogram that a job asks for; nil where a newer job will soon ask again.
    ///
    /// - Parameters:
    ///   - frame: what was made for the job, just now.
    ///   - hasNewer: whether another job of the same view waits.
    ///   - shouldStop: asked between dispatches; throws ``Cancelled``.
    mutating func histogram(
        for job: RenderQueue.Job, frame: Texture, hasNewer: Bool, on engine: Engine,
        shouldStop: @escaping () -> Bool
    ) throws -> Histogram? {
        guard let scope = job.histogram else { return nil }
        let isSoftware = engine.device.traits.isSoftware
        let most = isSoftware ? Self.softwarePixels : Self.pixels
        if scope == .seen || job.viewport.region == PixelRegion(size: job.viewport.gridSize) {
            return try count(frame, atMost: most, on: engine)
        }
        let now = ContinuousClock.now
        if hasNewer, let lastWhole, now - lastWhole < Self.wholeInterval { return nil }
        let size = try engine.catalog.size(of: job.recipe, entering: job.source.size)
        var factor = 1
        while size.x / factor * (size.y / factor) > min(most, Self.wholePixels) { factor += 1 }
        let whole = try engine.render(
            job.recipe, of: job.source, viewport: Viewport(wholeAt: size).reduced(by: factor),
            outputFormat: .rgba8, shouldStop: shouldStop)
        lastWhole = .now
        return try count(whole, atMost: most, on: engine)
    }

    private mutating func count(_ texture: Texture, atMost most: Int, on engine: Engine) throws -> Histogram {
        let counter = try self.counter ?? HistogramCounter(on: engine.device)
        self.counter = counter
        try counter.count(
            texture, PixelRegion(size: SIMD2(texture.width, texture.height)), atMost: most)
        var histogram = Histogram()
        histogram.add(try counter.take())
        return histogram
    }
}
