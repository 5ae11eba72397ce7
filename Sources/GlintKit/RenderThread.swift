import Dispatch
import Synchronization
import System

/// An executor that runs the jobs of an actor on a thread of its own, one after another.
final class RenderThread: SerialExecutor {
    /// The queue shared by the thread and those who submit jobs; it briefly outlives the executor.
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
        // The thread does not keep the executor alive; code that submits jobs does.
        let executor = asUnownedSerialExecutor()
        WorkerThread("renderer") { [inbox] in
            while let job = inbox.take() { job.runSynchronously(on: executor) }
        }
    }

    deinit { inbox.put(nil) }

    func enqueue(_ job: consuming ExecutorJob) {
        inbox.put(UnownedJob(job))
    }
}
