import Dispatch
import Glibc
import Synchronization

/// Runs several tasks concurrently, on all cores, and returns the results in submission order.
///
/// The caller that submits tasks also takes the results, and blocks if too many are in progress; so memory is
/// bounded.
final class OrderedWork<Result: Sendable> {
    private final class Piece: Sendable {
        let result = Mutex<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    private let queue = DispatchQueue(
        label: "encoder", qos: .userInitiated, attributes: .concurrent)
    private var underWay: [Piece] = []
    private let limit: Int

    /// - Parameter limit: the maximum number of tasks in progress; by default one per core, and one waiting.
    init(limit: Int = OrderedWork.cores + 1) {
        self.limit = limit
    }

    var isEmpty: Bool { underWay.isEmpty }

    /// True if a result must be taken before another task is added.
    var isFull: Bool { underWay.count >= limit }

    func add(_ work: @escaping @Sendable () -> Result) {
        let piece = Piece()
        underWay.append(piece)
        queue.async {
            let result = work()
            piece.result.withLock { $0 = result }
            piece.isDone.signal()
        }
    }

    /// Waits for the result of the oldest task; nil if there is none.
    func takeFirst() -> Result? {
        guard !underWay.isEmpty else { return nil }
        let piece = underWay.removeFirst()
        piece.isDone.wait()
        return piece.result.withLock { result in
            defer { result = nil }
            return result
        }
    }

    private static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
