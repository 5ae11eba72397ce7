import Testing

@testable import Live

/// The selection of frames from a camera that is faster than requested.
struct FrameDecimatorTests {
    @Test(
        "Excess frames are dropped evenly, whatever the jitter",
        arguments: [(30.0, 15.0, 2), (30, 10, 3), (60, 30, 2), (30, 7.5, 4)])
    func even(camera: Double, rate: Double, step: Int) {
        var decimator = FrameDecimator(rate: rate, cameraRate: camera)
        // Up to 15 % of the camera's interval early or late, in a pattern that does not repeat with the step.
        let selected = (0..<240).filter { index in
            let jitter = index == 0 ? 0 : 0.15 * Double((index * 7) % 11 - 5) / 5
            return decimator.number(at: (Double(index) + jitter) / camera) != nil
        }
        #expect(selected == Array(stride(from: 0, to: 240, by: step)))
    }

    @Test("At a rate that does not divide the camera's, steps differ by at most one frame")
    func uneven() {
        var decimator = FrameDecimator(rate: 24, cameraRate: 30)
        let selected = (0..<300).filter { decimator.number(at: Double($0) / 30) != nil }
        let steps = Set(zip(selected, selected.dropFirst()).map { $1 - $0 })
        #expect(selected.count == 240 && steps == [1, 2])
    }

    @Test("After a gap, numbers continue by time, and none is given twice")
    func gap() {
        var decimator = FrameDecimator(rate: 10, cameraRate: nil)
        let numbers = [0, 0.03, 0.1, 0.13, 1.0, 1.03, 1.1].compactMap { decimator.number(at: $0) }
        #expect(numbers == [0, 1, 10, 11])
    }
}
