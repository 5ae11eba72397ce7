import Filters
import GPU
import Imaging

/// The requests to a render queue, and its results.
extension RenderQueue {
    /// A request for a preview.
    package struct Job: Sendable {
        package var recipe: Recipe
        package var source: SourceFrame
        package var viewport: Viewport
        /// The view that requests it, one per window; each has its own slot.
        package var view: Int
        /// True if its passes are to be timed, which takes time itself.
        package var measuresPasses: Bool
        /// The part of the picture whose histogram is requested too, if any.
        package var histogram: HistogramScope?
        /// The scope to count for that part besides the histogram.
        package var scope = ScopeKind.histogram
        /// The indices of the stages whose input needs a histogram.
        package var entering: [Int]
        /// True for one of a continuous series of frames. Such a frame has all its pixels, however slow that
        /// is, since alternating coarse and fine frames would flicker; and saves, which otherwise wait for a
        /// moment without previews, take turns with it.
        package var isPlaying: Bool
        /// True if the next preview may wait until this one is on the screen; an invisible one is never drawn
        /// there.
        package var isSeen = true
        /// Receives the whole frame at full size, in addition to the preview; called on the queue's thread.
        package var whole: WholeFrameReceiver?
        /// The time when the job was created, from which waiting is measured.
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

        /// The job as reported with results, without its source's pixels.
        var withoutPixels: Job {
            var job = self
            job.source = source.withoutPixels
            job.whole = nil
            return job
        }
    }

    /// Receives the pixels of a whole filtered frame, with 8 bits per channel, and its time.
    package typealias WholeFrameReceiver = @Sendable (PixelBuffer, FrameTime) -> Void

    /// A finished preview, of the job's viewport or, during a slow drag, of a coarser one.
    ///
    /// The texture may be drawn while the frame is held; releasing the frame returns the texture to the pool.
    package struct Frame: Sendable {
        package let texture: Texture
        /// The job it was made for, without the pixels of its source.
        package let job: Job
        /// The duration of the work in milliseconds.
        package let milliseconds: Double
        /// The times of its passes, if the job requested them.
        package let timings: FrameTimings?
        /// The histogram that the job requested, if one was computed from this frame.
        package let histogram: Histogram?
        /// The counts of the scope that the job requested, if they were computed from this frame.
        package let scope: ScopeCounts?
        /// The queue's texture counters when the frame was made.
        package let textures: TexturePool.Counters
    }

    /// A picture to be saved.
    package struct SaveRequest: Sendable {
        package var picture: Picture
        /// The time that filters read.
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

    /// An event that the queue delivers on its own thread.
    package enum Event: Sendable {
        /// The device is open.
        case ready(DeviceTraits)
        /// The device cannot be opened; no other event follows.
        case unavailable(GPUError)
        /// The driver was reset, and everything on the device is gone; no other event follows.
        case lost
        case frame(Frame)
        /// The histogram of a part that the job's frame does not show, or not exactly enough; the frame was
        /// delivered before.
        case histogram(Histogram, job: Job)
        /// The counts of the scope for such a part.
        case scope(ScopeCounts, job: Job)
        /// The histogram of a stage's input.
        case entering(Histogram, stage: Int, job: Job)
        /// A preview could not be rendered for a view; `message` gives the reason.
        case failed(message: String, view: Int)
        /// The queue was idle for some seconds, and unused memory has been freed; `textures` counts those
        /// that are left.
        case rested(textures: TexturePool.Counters)
    }
}
