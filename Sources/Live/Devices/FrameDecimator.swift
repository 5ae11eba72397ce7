/// Selects evenly spaced frames of a camera that delivers more than requested.
package struct FrameDecimator: Sendable {
    private let rate: Double
    /// How early a frame may be selected, in frames of the output.
    private let tolerance: Double
    /// The number of the next frame to select.
    private var next = 0

    /// - Parameters:
    ///   - rate: the requested frames per second.
    ///   - cameraRate: the camera's, if known.
    package init(rate: Double, cameraRate: Double?) {
        self.rate = rate
        tolerance = cameraRate.map { 0.5 * rate / $0 } ?? 0.25
    }

    /// The number of the output frame, counted from 0, that a captured frame becomes; nil drops the frame.
    ///
    /// Each number is given once, to the first frame that is at most half the camera's interval early, so
    /// that jitter does not change which of two neighboring frames is selected.
    /// - Parameter seconds: the capture time after the first frame; increasing from call to call.
    package mutating func number(at seconds: Double) -> Int? {
        let number = Int(seconds * rate + tolerance)
        guard number >= next else { return nil }
        next = number + 1
        return number
    }
}
