@preconcurrency import Glibc

/// Mesa's renderer on the processor.
package enum SoftwareRenderer {
    /// Asks it for more threads than there are cores; call it before the program's first context.
    ///
    /// It gives each of its threads an equal part of a dispatch, and waits for the last: as many as cores wait long for one
    /// whose core a decoder or encoder took. What the environment says already is left.
    package static func useManyThreads() {
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        guard cores > 0, threadsPerCore * cores <= mostThreads else { return }
        setenv("LP_NUM_THREADS", String(threadsPerCore * cores), 0)
    }

    private static let threadsPerCore = 4
    /// As many as it takes at most.
    private static let mostThreads = 16
}
