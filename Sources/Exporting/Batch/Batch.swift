import System
import Filters
import Imaging
import Rendering
import Localization

/// Applies a recipe to the pictures of a plan, one after another; one bad file does not stop the rest.
package struct Batch {
    /// The outcome of one picture.
    package enum Outcome {
        case saved
        /// Nothing was written to its path.
        case cancelled
        case failed(any Error)
    }

    /// - Parameters:
    ///   - jobs: the pictures.
    ///   - shouldStop: called before each picture.
    ///   - render: renders one picture; an error it throws is that picture's outcome.
    ///   - ended: called after each picture.
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

    /// An error as a sentence: file errors name their file, others are prefixed with the input's name.
    package static func sentence(_ error: any Error, about job: BatchPlan.Job) -> String {
        if let error = error as? any ErrorNamingFile { return error.description }
        return "\(job.input.shortened): \(error)"
    }
}
