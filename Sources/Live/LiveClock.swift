import CLive

/// The clock of all live timestamps.
package enum LiveClock {
    /// The current time, in seconds of the system's monotonic clock.
    package static var now: Double { Double(clive_now()) / 1e9 }
}
