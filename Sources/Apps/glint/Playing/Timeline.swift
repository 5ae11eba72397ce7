/// The positions of a clip's frames along its track, in logical pixels.
struct Timeline {
    /// The positions of the first and the last frame; the last one is at the left in right-to-left layouts.
    let first: Double, last: Double
    /// The number of frames.
    let count: Int

    /// 1 if later frames are further right, -1 if further left.
    var direction: Double { last < first ? -1 : 1 }

    /// The closest frame.
    func frame(at x: Double) -> Int {
        guard first != last else { return 0 }
        let share = min(max((x - first) / (last - first), 0), 1)
        return Int((share * Double(count - 1)).rounded())
    }

    func position(of frame: Int) -> Double {
        first + (last - first) * Double(frame) / Double(max(1, count - 1))
    }
}
