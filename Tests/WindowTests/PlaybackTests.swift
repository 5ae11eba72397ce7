import Testing

@testable import glint

/// Which frame of a still that moves is wanted when.
@Suite struct PlaybackTests {
    private static let second: Int64 = 1_000_000

    @Test func thereAre29_97FramesASecond() {
        var playback = Playback()
        var frames: [Int] = []
        // A screen of 60 frames a second, for 100.1 seconds.
        for tick in 0...6006 {
            playback.next(at: 5 * Self.second + Int64(tick) * Self.second / 60).map { frames.append($0) }
        }
        #expect(frames == Array(1...frames.count))
        #expect((2999...3000).contains(frames.count))
    }

    @Test func aScreenThatIsTooSlowLeavesFramesOut() {
        var playback = Playback()
        let frames = (0...4).compactMap { playback.next(at: Int64($0) * Self.second / 10 + 1) }
        #expect(frames == [2, 5, 8, 11])
    }

    @Test func theFrameThatIsSeenIsTheLastThatCame() {
        var playback = Playback()
        for tick in 0...10 { _ = playback.next(at: Int64(tick) * Self.second / 20) }
        #expect(playback.shown == 0)
        playback.noteShown { $0 == 4 }
        #expect(playback.shown == 4)
        // What is none of those asked for says nothing; nor does one that is past.
        playback.noteShown { $0 == 1000 }
        playback.noteShown { $0 == 2 }
        #expect(playback.shown == 4)
    }
}
