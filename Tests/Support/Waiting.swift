import Foundation

/// A timeout while a test waited for a condition.
public struct WaitedInVain: Error, CustomStringConvertible {
    /// The condition, and how long the test waited.
    public let description: String
}

/// The timeout of a test's waits, in seconds: 30 on an idle machine, and longer in proportion to the load on
/// its cores.
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
