import Filters
import Testing

@testable import glint

/// The frame of a moving still that is due at a time.
@Suite struct PlaybackTests {
    private static let second: Int64 = 1_000_000

    @Test func thereAre29_97FramesASecond() {
        var playback = Playback()
        var times: [FrameTime] = []
        // A screen at 60 frames per second, for 100.1 seconds.
        for tick in 0...6006 {
            playback.next(at: 5 * Self.second + Int64(tick) * Self.second / 60).map { times.append($0) }
        }
        #expect(times.map(\.frame) == Array(1...times.count))
        #expect((2999...3000).contains(times.count))
        #expect(abs(times[29].seconds - 1.001) < 1e-9)
    }

    @Test func aScreenThatIsTooSlowLeavesFramesOut() {
        var playback = Playback()
        let times = (0...4).compactMap { playback.next(at: Int64($0) * Self.second / 10 + 1) }
        #expect(times.map(\.frame) == [2, 5, 8, 11])
    }

    @Test func theFrameThatIsSeenIsTheLastThatCame() {
        var playback = Playback()
        for tick in 0...10 { _ = playback.next(at: Int64(tick) * Self.second / 20) }
        #expect(playback.shown.frame == 0)
        playback.noteShown(FrameTime(frame: 4))
        #expect(playback.shown.frame == 4)
        // A frame that was not requested is a late one of an earlier playback, and is ignored.
        playback.noteShown(FrameTime(frame: 1000))
        #expect(playback.shown.frame == 4)
    }
}
