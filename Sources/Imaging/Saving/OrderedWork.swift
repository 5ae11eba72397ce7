import Dispatch
import Glibc
import System

/// Runs tasks in parallel on all cores, and returns their results in the order of submission.
///
/// The caller that submits tasks also takes the results. It blocks while too many tasks are in progress, so
/// memory is bounded.
final class OrderedWork<Result: Sendable> {
    private let queue = DispatchQueue(
        label: "encoder", qos: .userInitiated, attributes: .concurrent)
    private var underWay: [Mailbox<Result?>] = []
    private let limit: Int

    /// - Parameter limit: the maximum number of tasks in progress; by default one per core and one more.
    init(limit: Int = OrderedWork.cores + 1) {
        self.limit = limit
    }

    var isEmpty: Bool { underWay.isEmpty }

    /// True if a result must be taken before adding another task.
    var isFull: Bool { underWay.count >= limit }

    func add(_ work: @escaping @Sendable () -> Result) {
        let piece = Mailbox<Result?>(nil)
        underWay.append(piece)
        queue.async {
            let result = work()
            piece.update { $0 = result }
        }
    }

    /// Waits for the result of the oldest task; nil if there is none.
    func takeFirst() -> Result? {
        underWay.isEmpty ? nil : underWay.removeFirst().next { $0.take() }
    }

    private static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
