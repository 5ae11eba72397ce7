import Filters
import GPU
import Imaging

/// What can be asked of a render queue, and what it answers.
extension RenderQueue {
    /// A request for a preview.
    package struct Job: Sendable {
        package var recipe: Recipe
        package var source: SourceFrame
        package var viewport: Viewport
        /// Which of several windows wants it; each has a slot of its own.
        package var view: Int
        /// Whether its passes are to be timed, which takes time itself.
        package var measuresPasses: Bool
        /// The part of the picture whose histogram is wanted too, if any.
        package var histogram: HistogramScope?
        /// What is counted of that part besides the histogram.
        package var scope = ScopeKind.histogram
        /// Indices of the stages whose input needs a histogram.
        package var entering: [Int]
        /// Whether it is one of many that follow each other by themselves. It has all its pixels, however slow that is,
        /// since alternating coarse and fine frames would flicker; and saves, which wait for a moment without previews
        /// otherwise, take turns with it.
        package var isPlaying: Bool
        /// Whether the next preview may wait until this one is on the screen; what nobody sees is never shown there.
        package var isSeen = true
        /// Who gets the whole frame at full size, beside the preview; called on the queue's thread.
        package var whole: WholeFrameReceiver?
        /// When the job was made, and so when the wait for it began.
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

        /// The job for those who are told of it, who need not hold its pixels.
        var withoutPixels: Job {
            var job = self
            job.source = source.withoutPixels
            job.whole = nil
            return job
        }
    }

    /// Gets the pixels of a whole filtered frame, with 8 bits a channel, and its time.
    package typealias WholeFrameReceiver = @Sendable (PixelBuffer, FrameTime) -> Void

    /// A finished preview, of the job's viewport or, while a slow drag lasts, of a coarser one.
    ///
    /// Its holder may draw the texture; releasing the frame gives the texture back.
    package struct Frame: Sendable {
        package let texture: Texture
        /// The job it was made for, without the pixels of its source.
        package let job: Job
        /// Milliseconds from the beginning of the work to its end.
        package let milliseconds: Double
        /// The times of its passes, where the job asked for them.
        package let timings: FrameTimings?
        /// The histogram that the job asked for, where one was made of this frame.
        package let histogram: Histogram?
        /// The counts of the scope that the job asked for, likewise.
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
        /// The histogram of what the job's frame does not show, or not exactly enough; the frame was delivered before.
        case histogram(Histogram, job: Job)
        /// The counts of the scope of such a picture.
        case scope(ScopeCounts, job: Job)
        /// The histogram of a stage's input.
        case entering(Histogram, stage: Int, job: Job)
        /// A preview could not be made for a view; `message` says why.
        case failed(message: String, view: Int)
        /// Nothing was to be done for some seconds, and unused memory has been freed; `textures` are those that are left.
        case rested(textures: TexturePool.Counters)
    }
}
