import Filters
import GPU
import Imaging

/// Requests to a render queue, and their results.
extension RenderQueue {
    /// A request for a preview.
    package struct Job: Sendable {
        package var recipe: Recipe
        package var source: SourceFrame
        package var viewport: Viewport
        /// The view, one per window, that requests the preview. Each view has its own slot.
        package var view: Int
        /// True to time each pass; timing itself takes time.
        package var measuresPasses: Bool
        /// The part of the picture of which a histogram is also requested, if any.
        package var histogram: HistogramScope?
        /// The scope to compute for that part in addition to the histogram.
        package var scope = ScopeKind.histogram
        /// The indices of the stages for whose inputs histograms are requested.
        package var entering: [Int]
        /// True for a frame in a continuous series. It is rendered at full resolution even if that is slow,
        /// since alternating coarse and fine frames would flicker. Saves, which otherwise wait until there
        /// are no previews, alternate with such frames.
        package var isPlaying: Bool
        /// True if the next preview may wait until this one is on screen; an invisible preview never gets
        /// there.
        package var isSeen = true
        /// The outputs that receive the whole frame, in addition to the preview.
        package var outputs: [FrameOutput] = []
        /// The time when the job was created; the waiting time is measured from here.
        package let wanted = ContinuousClock.now

        package init(
            recipe: Recipe, source: SourceFrame, viewport: Viewport, view: Int = 0,
            measuresPasses: Bool = false, histogram: HistogramScope? = nil, entering: [Int] = [],
            isPlaying: Bool = false
        ) {
            self.view = view
            self.histogram = histogram
            self.entering = entering
            self.measuresPasses = measuresPasses
            self.isPlaying = isPlaying
            self.recipe = recipe
            self.source = source
            self.viewport = viewport
        }

        /// The job as included in results, without its source's pixels.
        var withoutPixels: Job {
            var job = self
            job.source = source.withoutPixels
            job.outputs = []
            return job
        }
    }

    /// A finished preview of the job's viewport or, during a slow drag, of a coarser one.
    ///
    /// The texture may be drawn while the frame exists; releasing the frame returns the texture to the pool.
    package struct Frame: Sendable {
        package let texture: Texture
        /// The job for which the frame was rendered, without its source's pixels.
        package let job: Job
        /// How long rendering took, in milliseconds.
        package let milliseconds: Double
        /// The times of its passes, if the job requested them.
        package let timings: FrameTimings?
        /// The histogram that the job requested, if one was computed from this frame.
        package let histogram: Histogram?
        /// The counts of the scope that the job requested, if they were computed from this frame.
        package let scope: ScopeCounts?
        /// The queue's texture counters when the frame was finished.
        package let textures: TexturePool.Counters
    }

    /// A picture to be saved.
    package struct SaveRequest: Sendable {
        package var picture: Picture
        /// The time that is passed to filters.
        package var time: FrameTime
        package var recipe: Recipe
        package var path: String
        package var options: EncodingOptions
        package var overwrite: Bool

        package init(
            picture: Picture, at time: FrameTime = .zero, recipe: Recipe, path: String,
            options: EncodingOptions, overwrite: Bool
        ) {
            self.picture = picture
            self.time = time
            self.recipe = recipe
            self.path = path
            self.options = options
            self.overwrite = overwrite
        }
    }

    /// An event that the queue delivers on its thread.
    package enum Event: Sendable {
        /// The device is open.
        case ready(DeviceTraits)
        /// The device cannot be opened; no other event follows.
        case unavailable(GPUError)
        /// The driver was reset and everything on the device is lost; no other event follows.
        case lost
        case frame(Frame)
        /// The histogram of a part that the job's frame, which has already been delivered, does not show or
        /// not precisely enough.
        case histogram(Histogram, job: Job)
        /// The counts of the scope for such a part of the picture.
        case scope(ScopeCounts, job: Job)
        /// The histogram of a stage's input.
        case entering(Histogram, stage: Int, job: Job)
        /// A preview could not be rendered for a view; `message` gives the reason.
        case failed(message: String, view: Int)
        /// The queue was idle for some seconds and has freed unused memory; `textures` counts the textures
        /// that remain.
        case rested(textures: TexturePool.Counters)
    }
}
