import Dispatch
import Glibc
import Synchronization

/// Runs several pieces of work at once, on all cores, and returns the results in the order of adding.
///
/// The caller that adds work also takes the results, and waits if too much is under way; so memory is bounded.
final class OrderedWork<Result: Sendable> {
    private final class Piece: Sendable {
        let result = Mutex<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    private let queue = DispatchQueue(
        label: "encoder", qos: .userInitiated, attributes: .concurrent)
    private var underWay: [Piece] = []
    private let limit: Int

    /// - Parameter limit: the most pieces under way; by default one per core, and one waiting.
    init(limit: Int = OrderedWork.cores + 1) {
        self.limit = limit
    }

    var isEmpty: Bool { underWay.isEmpty }

    /// Whether a result has to be taken before more work is added.
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

    /// Waits for the result of the oldest piece of work; nil if none is under way.
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
