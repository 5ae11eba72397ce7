import System

/// An executor that runs the jobs of an actor on a thread of its own, one after another.
final class RenderThread: SerialExecutor {
    /// The submitted jobs; it briefly outlives the executor.
    private let jobs = Mailbox<[UnownedJob]>([])

    init() {
        // The thread does not keep the executor alive; code that submits jobs does.
        let executor = asUnownedSerialExecutor()
        WorkerThread("renderer") { [jobs] in
            while let job = jobs.next({ $0.isEmpty ? nil : $0.removeFirst() }) {
                job.runSynchronously(on: executor)
            }
        }
    }

    deinit { jobs.end() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.update { $0.append(job) }
    }
}
