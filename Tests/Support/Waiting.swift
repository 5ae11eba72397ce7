import Foundation

/// The error if a condition is not met in time.
public struct WaitedInVain: Error, CustomStringConvertible {
    /// The condition, and the time waited.
    public let description: String
}

/// The timeout of waits, in seconds: 30 on an idle machine, and longer in proportion to the load per core.
public func timeout() -> Double {
    var load = 0.0
    return getloadavg(&load, 1) == 1
        ? 30 * max(1, load / Double(ProcessInfo.processInfo.activeProcessorCount)) : 30
}

/// Waits until `condition` is true; throws after the timeout.
public func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
    let start = Date()
    while try !condition() {
        let waited = -start.timeIntervalSinceNow
        guard waited < timeout() else {
            throw WaitedInVain(description: "waited \(Int(waited)) s in vain for \(what)")
        }
        usleep(200)
    }
}
