import Testing

@testable import Live

/// The clock that playback follows.
struct PlaybackClockTests {
    @Test("A sound server's wavering position is smoothed, and the clock never runs backward")
    func smoothing() {
        var clock = PlaybackClock(position: 10, rate: 1, time: 100)
        var last = 10.0
        for step in 1...500 {
            let passed = Double(step) * 0.02
            // The jitter observed with PulseAudio.
            clock.advance(to: 10 + passed + (step % 2 == 0 ? 0.006 : -0.006), at: 100 + passed)
            let position = clock.position(at: 100 + passed + 0.01)
            #expect(position > last)
            #expect(abs(position - (10 + passed + 0.01)) < 0.003)
            last = position
        }
    }

    @Test(
        "A clock that differs from the sound converges to it", arguments: [0.05, -0.05, 0.5, -0.5],
        [0.5, 1, 2])
    func settling(difference: Double, rate: Double) {
        var clock = PlaybackClock(position: 10, rate: rate, time: 100)
        var last = 10.0
        for step in 1...400 {
            let passed = Double(step) * 0.02
            clock.advance(to: 10 + (difference + passed) * rate, at: 100 + passed)
            let position = clock.position(at: 100 + passed)
            #expect(position >= last)
            last = position
        }
        #expect(abs(last - (10 + (difference + 8) * rate)) < 0.005)
    }

    @Test("A clock that waited for the sound continues when there is no sound any more")
    func waitingEnds() {
        var clock = PlaybackClock(position: 10, rate: 1, time: 100)
        clock.advance(to: 9, at: 100)
        #expect(clock.position(at: 100.05) == 10)
        #expect(abs(clock.position(at: 101.1) - 11) < 1e-9)
    }
}
