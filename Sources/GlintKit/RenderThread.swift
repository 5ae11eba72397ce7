import Dispatch
import Synchronization

/// Runs the jobs of an actor on a thread of its own, one after another.
final class RenderThread: SerialExecutor {
    /// What the thread shares with those who give it jobs; it outlives the executor by a moment.
    private final class Inbox: Sendable {
        private let jobs = Mutex<[UnownedJob?]>([])
        private let arrived = DispatchSemaphore(value: 0)

        /// - Parameter job: nil to end the thread.
        func put(_ job: UnownedJob?) {
            jobs.withLock { $0.append(job) }
            arrived.signal()
        }

        func take() -> UnownedJob? {
            arrived.wait()
            return jobs.withLock { $0.removeFirst() }
        }
    }

    private let inbox = Inbox()

    init() {
        // The executor is not kept alive by its thread: whoever has a job for it does that.
        let executor = asUnownedSerialExecutor()
        // A single block stays on one thread.
        DispatchQueue(label: "renderer", qos: .userInitiated).async { [inbox] in
            while let job = inbox.take() { job.runSynchronously(on: executor) }
        }
    }

    deinit { inbox.put(nil) }

    func enqueue(_ job: consuming ExecutorJob) {
        inbox.put(UnownedJob(job))
    }
}
