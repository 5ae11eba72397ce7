import System

/// An executor that runs an actor's jobs on its own thread, one at a time.
final class RenderThread: SerialExecutor {
    /// The submitted jobs. The mailbox may briefly outlive the executor.
    private let jobs = Mailbox<[UnownedJob]>([])

    init() {
        // The executor is kept alive by code that submits jobs, not by the thread.
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
