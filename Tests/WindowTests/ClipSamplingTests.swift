import Testing
import Video

@testable import glint

/// The parts of a clip that are encoded to predict the size of its file.
@Suite("Samples of clips") struct ClipSamplingTests {
    @Test("A short clip is measured as a whole")
    func short() throws {
        let sampling = try #require(ClipSampling(of: 3..<12, maximumRate: nil) { Double($0) / 25 })
        #expect(sampling.parts == [.init(frames: 3..<12, count: 9)])
        #expect(sampling.count == 9 && sampling.isWhole)
        #expect(sampling.byteCount(from: [1234]) == 1234)
        #expect(ClipSampling(of: 5..<5, maximumRate: nil) { Double($0) } == nil)
    }

    @Test("The parts are within the clip, apart from each other, and have saved frames", arguments: 13...60)
    func parts(count: Int) throws {
        let sampling = try #require(ClipSampling(of: 100..<100 + count, maximumRate: nil) { Double($0) / 25 })
        #expect(sampling.parts.map(\.count) == [1, 5, 1, 5])
        #expect(sampling.parts.allSatisfy { $0.count == $0.frames.count })
        let ends = sampling.parts.flatMap { [$0.frames.lowerBound, $0.frames.upperBound] }
        #expect(ends.allSatisfy { (100...100 + count).contains($0) })
        #expect(ends[3] <= ends[4] && ends[0] == ends[2] && ends[4] == ends[6])
    }

    @Test("Dropped frames are counted neither in the parts nor in the clip")
    func rate() throws {
        let sampling = try #require(ClipSampling(of: 0..<600, maximumRate: Fraction(12)) { Double($0) / 60 })
        #expect(sampling.count == 120)
        #expect(sampling.parts.map(\.frames.count) == [5, 25, 5, 25])
        #expect(sampling.parts.allSatisfy { $0.frames.lowerBound % 5 == 0 })
    }

    @Test("A file with a first frame and equal further ones is predicted exactly")
    func prediction() throws {
        let sampling = try #require(ClipSampling(of: 0..<200, maximumRate: nil) { Double($0) / 25 })
        let sizes = sampling.parts.map { 5000 + 320 * ($0.count - 1) }
        #expect(sampling.byteCount(from: sizes) == 5000 + 320 * 199)
        // A file of 200 frames with one like the first after every 50 has three more of these.
        #expect(sampling.byteCount(from: sizes, keyInterval: 50) == 4 * 5000 + 320 * 196)
        #expect(sampling.byteCount(from: [100, 900, 300, 300]) == 200 + 100 * 199)
    }
}
