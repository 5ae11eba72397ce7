import Filters
import Glibc
import Imaging
import Localization
import Rendering
import System
import Video

/// The brightness of a clip's frames, measured before rendering, and the exposure that evens it out.
///
/// Pictures of a time lapse flicker because the camera chooses the exposure of each anew. As in FFmpeg's
/// filter deflicker, each frame is given the median brightness of its neighbors; here in linear light, in
/// which the filter Exposure scales it exactly, and by values over time, so that a frame can still be
/// rendered alone.
package struct Flicker: Sendable {
    /// A frame's time in seconds of the source, and the mean of its luminance in linear light: 0 is black and
    /// 1 is white, with the weights of BT.709; transparent pixels count by their alpha.
    package struct Frame: Sendable {
        package let seconds: Double
        package let luminance: Double
    }

    /// The reason why no exposure can be computed.
    package enum Problem: ErrorNamingFile {
        /// There are more frames than a value over time can have keys.
        case tooLong(path: String)

        package var description: String {
            switch self {
            case .tooLong(let path):
                "\(path.shortened) has more than \(ValueOverTime.maximumOfKeys) frames, the maximum of keys; "
                    + "select a part"
            }
        }
    }

    /// In the order of their times.
    package let frames: [Frame]
    /// The frames that could not be read completely.
    package let damage: FrameDamage

    /// Reads all frames of a source; slow.
    ///
    /// - Parameters:
    ///   - name: the source's name in errors.
    ///   - readPicture: decodes numbered pictures.
    ///   - progress: called with the completed fraction, 0…1, if the number of frames is known.
    /// - Throws: ``Problem``, ``Cancelled``, and the errors of reading.
    package init(
        of source: ClipRequest.Source, name: String, readPicture: @escaping PictureReading,
        progress: (Double) -> Void, shouldStop: () -> Bool
    ) throws {
        let request = ClipRequest(source, recipe: [], to: name, as: .raw(nil) { _ in }, existing: .isError)
        let (sequence, _) = try request.frames(
            readPicture: readPicture, readsPlanes: false, shouldStop: shouldStop)
        guard sequence.range?.count ?? 0 <= ValueOverTime.maximumOfKeys else {
            throw Problem.tooLong(path: name)
        }
        let measure = LuminanceMeasure()
        var frames: [Frame] = []
        while let frame = try sequence.next() {
            guard !shouldStop() else { throw Cancelled() }
            guard frames.count < ValueOverTime.maximumOfKeys else { throw Problem.tooLong(path: name) }
            frames.append(Frame(seconds: frame.seconds, luminance: measure.mean(of: frame.pixels)))
            if let range = sequence.range { progress(Double(frames.count) / Double(range.count)) }
        }
        self.frames = frames
        damage = sequence.damage
    }

    /// The stops of exposure that give each frame the median luminance of the frames around it, limited to
    /// the range of the filter Exposure and rounded to ten thousandths. Black frames are left as they are.
    ///
    /// - Parameter reach: the number of frames before and after that count.
    package func stops(reach: Int) -> [Double] {
        frames.indices.map { index in
            let neighbors = frames[max(0, index - reach)...min(frames.count - 1, index + reach)]
            let sorted = neighbors.map(\.luminance).sorted()
            let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
            let luminance = frames[index].luminance
            guard luminance > 1e-6, median > 1e-6 else { return 0 }
            return (min(max(log2(median / luminance), -5), 5) * 1e4).rounded() / 1e4
        }
    }

    /// The filter Exposure with these stops over time.
    ///
    /// Each key lies in the middle between its frame and the one before, so that no rounding of times makes a
    /// frame use the value of its neighbor. Frames at the same time share the key of the first.
    package func stage(reach: Int) -> Recipe.Stage {
        var keys: [ValueOverTime.Key] = []
        for (index, stops) in stops(reach: reach).enumerated() {
            let seconds = (frames[max(0, index - 1)].seconds + frames[index].seconds) / 2
            if let last = keys.last, seconds <= last.seconds { continue }
            keys.append(ValueOverTime.Key(seconds: seconds, value: .number(stops)))
        }
        var stage = Recipe.Stage("exposure")
        stage.set("stops", to: .keyed(keys, .hold))
        return stage
    }
}

/// Computes the mean luminance of pictures.
private struct LuminanceMeasure {
    /// The linear light of each 8-bit and 16-bit sample.
    private let bytes = (0...255).map { SRGBCurve.light(of: Double($0) / 255) }
    private let words = (0...65_535).map { SRGBCurve.light(of: Double($0) / 65_535) }

    func mean(of pixels: PixelBuffer) -> Double {
        switch pixels.depth {
        case .eight: mean(of: pixels, as: UInt8.self, { bytes[Int($0)] }, alpha: { Double($0) / 255 })
        case .sixteen: mean(of: pixels, as: UInt16.self, { words[Int($0)] }, alpha: { Double($0) / 65_535 })
        case .float:
            mean(of: pixels, as: Float.self, { SRGBCurve.light(of: Double($0)) }, alpha: { Double($0) })
        }
    }

    private func mean<Sample>(
        of pixels: PixelBuffer, as type: Sample.Type, _ light: (Sample) -> Double, alpha: (Sample) -> Double
    ) -> Double {
        pixels.withUnsafeBytes { bytes in
            let samples = bytes.assumingMemoryBound(to: type)
            var (sum, weight) = (0.0, 0.0)
            for pixel in stride(from: 0, to: samples.count, by: 4) {
                let opacity = alpha(samples[pixel + 3])
                let luminance =
                    0.2126 * light(samples[pixel]) + 0.7152 * light(samples[pixel + 1])
                    + 0.0722 * light(samples[pixel + 2])
                sum += opacity * luminance
                weight += opacity
            }
            return weight > 0 ? sum / weight : 0
        }
    }
}
