@preconcurrency import Glibc

/// Mesa's CPU renderer.
package enum SoftwareRenderer {
    /// Requests more threads than there are cores. Must be called before the program's first context is
    /// created.
    ///
    /// The renderer splits a dispatch evenly among its threads and waits for the last of them. With one
    /// thread per core, it waits a long time for a thread whose core is used by a decoder or encoder. An
    /// existing setting in the environment is not changed.
    package static func useManyThreads() {
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        guard cores > 0, threadsPerCore * cores <= maxThreads else { return }
        setenv("LP_NUM_THREADS", String(threadsPerCore * cores), 0)
    }

    private static let threadsPerCore = 4
    /// The maximum that the renderer supports.
    private static let maxThreads = 16
}
