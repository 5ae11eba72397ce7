import System
import Exporting
import Decoding
import Filters
import GPU
import Gtk
import Imaging
import Localization
import Rendering
import Video

/// Runs a batch in the background: decodes pictures on a separate thread and renders them between previews.
@MainActor
final class BatchRunner {
    /// The progress of the batch.
    struct Progress: Sendable {
        var ended = 0
        let count: Int
        /// The name of the current picture.
        var name = ""
        /// The completed fraction of the current picture, 0…1.
        var part = 0.0
    }

    /// The result of the batch.
    struct Summary: Sendable {
        var saved = 0
        /// A message about each picture that could not be saved.
        var problems: [String] = []
        /// A message about each piece of metadata missing from a saved picture.
        var remarks: [String] = []
        var isCancelled = false
    }

    private let renderService: RenderService
    private var token: CancellationToken?

    init(_ renderService: RenderService) {
        self.renderService = renderService
    }

    /// Stops the batch, keeping the files saved so far and discarding the current picture.
    func cancel() { token?.cancel() }

    /// Both closures run on the main thread.
    ///
    /// - Parameters:
    ///   - progress: called with the progress.
    ///   - ended: called at the end.
    func run(
        _ plan: BatchPlan, recipe: Recipe, choices: ExportChoices, replaces: Bool,
        progress: @escaping @MainActor @Sendable (Progress) -> Void,
        ended: @escaping @MainActor (Summary) -> Void
    ) {
        let token = CancellationToken()
        self.token = token
        let saves = renderService.blockingSaves
        inBackground {
            Self.run(plan, token: token, progress: { state in onMainThread { progress(state) } }) {
                job, part in
                if OutputName.isVideo(job.input) {
                    return try saves.save(
                        Self.clip(
                            job, recipe: recipe, stripping: choices.metadata.stripping, replaces: replaces),
                        token: token, progress: part)
                }
                let picture = try RemotePictureDecoder.shared.picture(contentsOf: job.input)
                let begin: SaveBeginning = { engine, shouldStop in
                    let sized = try choices.sized(
                        recipe, entering: SIMD2(picture.width, picture.height), in: engine.catalog)
                    return try ExportJob(
                        picture, recipe: sized, to: job.output, options: choices.options(embedding: recipe),
                        overwrite: replaces, on: engine, shouldStop: shouldStop)
                }
                return picture.metadata.losses + (try saves.save(begin, token: token, progress: part))
            }
        } then: {
            ended($0)
        }
    }

    private nonisolated static func clip(
        _ job: BatchPlan.Job, recipe: Recipe, stripping: MetadataStripping?, replaces: Bool
    ) -> SaveBeginning {
        let request = ClipRequest(
            .video(path: job.input, table: nil, from: nil, to: nil), recipe: recipe, to: job.output,
            as: .video(VideoOptions(stripping: stripping)), existing: replaces ? .overwrite : .isError)
        return { engine, shouldStop in
            request.begin(
                on: engine, readPicture: { try RemotePictureDecoder.shared.picture(contentsOf: $0) },
                shouldStop: shouldStop)
        }
    }

    private nonisolated static func run(
        _ plan: BatchPlan, token: CancellationToken, progress: @escaping @Sendable (Progress) -> Void,
        render: (BatchPlan.Job, _ part: @escaping @Sendable (Double) -> Void) throws -> [SaveRemark]
    ) -> Summary {
        var summary = Summary(
            problems: plan.problems.map { sentence($0.problem, about: $0.job) })
        var state = Progress(count: plan.jobs.count)
        Batch.run(plan.jobs, shouldStop: { token.isCancelled }) { job in
            state.name = PathName.last(of: job.input)
            let begun = state
            progress(begun)
            let losses = try render(job) { part in
                var state = begun
                state.part = part
                progress(state)
            }
            let name = PathName.last(of: job.output)
            summary.remarks += losses.map { sentence("\(name): \($0)", path: job.output) }
        } ended: { job, outcome in
            state.ended += 1
            switch outcome {
            case .saved: summary.saved += 1
            case .cancelled: break
            case .failed(let error):
                summary.problems.append(sentence(Batch.sentence(error, about: job), path: job.input))
            }
        }
        summary.isCancelled = token.isCancelled
        return summary
    }

    private nonisolated static func sentence(
        _ problem: BatchPlan.Problem, about job: BatchPlan.Job
    ) -> String {
        guard case .sameOutput(let other, _) = problem else {
            return sentence("\(problem)", path: job.output)
        }
        let (name, otherName) = (PathName.last(of: job.input), PathName.last(of: other))
        return tr(
            "\(name) was not saved: it and \(otherName) would both be saved as \(PathName.last(of: job.output))."
        )
    }

    private nonisolated static func sentence(_ text: String, path: String) -> String {
        ended(text.replacing(path.shortened, with: PathName.last(of: path).shortened))
    }
}

/// Saves pictures and clips through the render queue from another thread, which blocks during each.
struct BlockingSaves: Sendable {
    let current: RenderService.CurrentQueue

    func save(
        _ begin: @escaping SaveBeginning, token: CancellationToken,
        progress: @escaping @Sendable (Double) -> Void
    ) throws -> [SaveRemark] {
        guard let queue = current.queue else { throw GPUError.contextLost }
        do {
            return try save(begin, on: queue, token: token, progress: progress)
        } catch GPUError.contextLost {
            // The window continues with another queue if possible.
            guard let next = current.queue(after: queue) else { throw GPUError.contextLost }
            return try save(begin, on: next, token: token, progress: progress)
        }
    }

    private func save(
        _ begin: @escaping SaveBeginning, on queue: RenderQueue, token: CancellationToken,
        progress: @escaping @Sendable (Double) -> Void
    ) throws -> [SaveRemark] {
        let result = Mailbox<Result<[SaveRemark], any Error>?>(nil)
        queue.save(begin, token: token, progress: progress) { outcome in result.update { $0 = outcome } }
        return try (result.next { $0 } ?? .failure(Cancelled())).get()
    }
}
