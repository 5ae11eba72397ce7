import Testing

@testable import glint

/// How long the view keeps following a new card.
@MainActor
@Suite struct CardRevealTests {
    private static let frame: Int64 = 16_667

    @Test func aCardThatGrowsIsFollowedUntilItRests() {
        var rest = CardReveal.Rest()
        for frame in 0..<20 {
            let height = Double(40 + 10 * frame)
            let isReached = rest.isReached(by: SIMD3(300, height, 0), at: Int64(frame) * Self.frame)
            #expect(!isReached)
        }
        let frames = (20..<40).prefix { !rest.isReached(by: SIMD3(300, 230, 0), at: Int64($0) * Self.frame) }
        #expect(frames.count > 2 && frames.count < 19)
    }

    @Test func aCardThatNeverRestsIsLeftAtLast() {
        var rest = CardReveal.Rest()
        let frames = (0..<1000).prefix {
            !rest.isReached(by: SIMD3(Double($0), 40, 0), at: Int64($0) * Self.frame)
        }
        #expect(frames.count > 30 && frames.count < 100)
    }
}
