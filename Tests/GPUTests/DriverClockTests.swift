import Foundation
import Synchronization
import Testing

@testable import GPU

@Suite(.serialized) struct DriverClockTests {
    private static func spin(_ seconds: Double) {
        let start = Date()
        var sum = 0.0
        while Date().timeIntervalSince(start) < seconds { sum += 1 }
        #expect(sum > 0)
    }

    @Test("the clock counts the work of its own thread, and no waiting time")
    func countsThread() throws {
        // A separate driver does not need the process-wide clock.
        let context = try HeadlessContext()
        try #require(Device(context: context).traits.isSoftware)
        let clock = DriverClock()
        let before = clock.seconds
        let isDone = Atomic(false)
        let thread = Thread { while !isDone.load(ordering: .relaxed) {} }
        thread.start()
        Thread.sleep(forTimeInterval: 0.7)
        isDone.store(true, ordering: .relaxed)
        #expect(clock.seconds - before < 0.35)
        let worked = clock.seconds
        Self.spin(0.4)
        #expect(clock.seconds - worked > 0.02)
    }
}
