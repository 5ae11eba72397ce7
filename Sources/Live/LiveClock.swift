import CLive

/// The clock that all live times are told by.
package enum LiveClock {
    /// Now, in seconds of the system's monotonic clock.
    package static var now: Double { Double(clive_now()) / 1e9 }
}
