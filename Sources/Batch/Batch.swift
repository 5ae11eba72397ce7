import Filters
import Imaging
import Rendering
import Wording

/// Runs a recipe over the pictures of a plan, one after another; one bad file does not stop the rest.
package struct Batch {
    /// How one of the pictures ended.
    package enum Outcome {
        case saved
        /// Nothing was written to its path.
        case cancelled
        case failed(any Error)
    }

    /// - Parameters:
    ///   - jobs: the pictures.
    ///   - shouldStop: asked before each.
    ///   - render: makes one picture; an error it throws is that picture's outcome.
    ///   - ended: called for each picture when it has ended.
    package static func run(
        _ jobs: [BatchPlan.Job], shouldStop: () -> Bool = { false },
        render: (BatchPlan.Job) throws -> Void, ended: (BatchPlan.Job, Outcome) -> Void
    ) {
        for job in jobs {
            if shouldStop() { return }
            do {
                try render(job)
                ended(job, .saved)
            } catch is Cancelled {
                ended(job, .cancelled)
            } catch {
                ended(job, .failed(error))
            }
        }
    }

    /// An error as a sentence: file errors name their file, others get the input's name.
    package static func sentence(_ error: any Error, about job: BatchPlan.Job) -> String {
        if let error = error as? any FileError { return error.description }
        return "\(job.input.shortened): \(error)"
    }
}
