@preconcurrency import Glibc

/// Mesa's CPU renderer.
package enum SoftwareRenderer {
    /// Requests more threads than there are cores; call it before the program's first context.
    ///
    /// The renderer gives each of its threads an equal part of a dispatch and waits for the last one: with
    /// one thread per core, it waits a long time for a thread whose core is taken by a decoder or encoder. An
    /// existing setting in the environment is kept.
    package static func useManyThreads() {
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        guard cores > 0, threadsPerCore * cores <= maxThreads else { return }
        setenv("LP_NUM_THREADS", String(threadsPerCore * cores), 0)
    }

    private static let threadsPerCore = 4
    /// The renderer's maximum.
    private static let maxThreads = 16
}
