import Exporting
import Video

/// The parts of a clip that are encoded to predict the size of its file.
///
/// A part is encoded twice, once with its first frame alone: the difference is what further frames take. The
/// first one takes more in most formats, which store only the changes from frame to frame.
struct ClipSampling: Equatable {
    /// A part of the clip.
    struct Part: Equatable {
        /// The indices of its frames, including those that are dropped.
        let frames: Range<Int>
        /// The number of saved frames.
        let count: Int
    }

    /// The measured parts, each after one that has its first frame alone; or only the whole clip, if it is
    /// short.
    let parts: [Part]
    /// The number of saved frames of the clip.
    let count: Int

    /// True if the whole clip is measured.
    var isWhole: Bool { parts.count == 1 }

    /// The number of frames in a part, and of the parts in a clip.
    private static let length = 5
    private static let runs = 2

    /// Nil if the clip has no frames.
    ///
    /// - Parameter seconds: the time of a frame.
    init?(of frames: Range<Int>, maximumRate: Fraction?, seconds: (Int) -> Double) {
        var limit = maximumRate.map(FrameRateLimit.init)
        let saved = frames.filter { limit?.selects(seconds($0)) ?? true }
        guard !saved.isEmpty else { return nil }
        let count = saved.count
        self.count = count
        guard count > Self.runs * (Self.length + 1) else {
            parts = [Part(frames: frames, count: count)]
            return
        }
        parts = (0..<Self.runs).flatMap { run in
            // In the middle of equal sections of the clip.
            let first = (2 * run + 1) * count / (2 * Self.runs) - Self.length / 2
            return [1, Self.length].map { length in
                Part(frames: saved[first]..<saved[first + length], count: length)
            }
        }
    }

    /// The predicted size of the file.
    ///
    /// - Parameters:
    ///   - sizes: the sizes of files with the parts, in bytes.
    ///   - keyInterval: the number of frames after which another one is stored like the first; nil if none
    ///     is.
    func byteCount(from sizes: [Int], keyInterval: Int? = nil) -> Int {
        guard sizes.count > 1 else { return sizes.first ?? 0 }
        var (first, further) = (0.0, 0.0)
        for run in stride(from: 0, to: sizes.count, by: 2) {
            first += Double(sizes[run])
            further += Double(max(0, sizes[run + 1] - sizes[run])) / Double(parts[run + 1].count - 1)
        }
        let keys = Double(keyInterval.map { (count - 1) / $0 } ?? 0)
        let sum = first * (1 + keys) + further * (Double(count - 1) - keys)
        return Int(sum / Double(sizes.count / 2))
    }
}
