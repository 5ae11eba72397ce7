import Testing

@testable import glint

/// The positions of frames along the track of a clip.
@Suite("Timelines") struct TimelineTests {
    @Test("A frame is found at its position, in both directions", arguments: [(10.0, 310.0), (310.0, 10.0)])
    func positions(first: Double, last: Double) {
        let timeline = Timeline(first: first, last: last, count: 101)
        #expect(timeline.position(of: 0) == first && timeline.position(of: 100) == last)
        for frame in 0..<101 { #expect(timeline.frame(at: timeline.position(of: frame)) == frame) }
        let way = timeline.direction
        #expect(timeline.frame(at: first - 50 * way) == 0 && timeline.frame(at: last + 50 * way) == 100)
        #expect(timeline.frame(at: first + 4 * way) == 1 && timeline.frame(at: first + 5 * way) == 2)
    }

    @Test("A single frame and a track without width have one frame")
    func degenerate() {
        #expect(Timeline(first: 5, last: 90, count: 1).frame(at: 5) == 0)
        #expect(Timeline(first: 5, last: 5, count: 9).frame(at: 70) == 0)
        #expect(Timeline(first: 5, last: 90, count: 1).position(of: 0) == 5)
    }
}
