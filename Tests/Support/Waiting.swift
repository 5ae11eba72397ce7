import Foundation

/// Something a test waited for in vain.
public struct WaitedInVain: Error, CustomStringConvertible {
    /// What it was, and for how long.
    public let description: String
}

/// How long a test may wait for anything, in seconds: 30 on a quiet machine, and longer by as much as others want its cores.
public func patience() -> Double {
    var load = 0.0
    return getloadavg(&load, 1) == 1
        ? 30 * max(1, load / Double(ProcessInfo.processInfo.activeProcessorCount)) : 30
}

/// Waits until `condition` is true; throws when that takes longer than anything should.
public func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
    let start = Date()
    while try !condition() {
        let waited = -start.timeIntervalSinceNow
        guard waited < patience() else {
            throw WaitedInVain(description: "waited \(Int(waited)) s in vain for \(what)")
        }
        usleep(200)
    }
}
