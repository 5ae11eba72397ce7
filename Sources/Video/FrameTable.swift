import CVideo
import Imaging

/// The presentation times of all frames of a video. The table is read from the packets of the whole file,
/// without decoding, at about a gigabyte per second.
public struct FrameTable: Sendable, Equatable {
    /// The presentation times in ticks, in ascending order.
    public let times: [Int64]
    /// The duration of a tick in seconds.
    public let tick: Fraction
    /// When the last frame ends, in ticks.
    public let end: Int64
    /// The numbers of the key frames, in order.
    let keyFrames: [Int]
    /// The decoding times of the packets with a visible frame, in file order.
    let packetTimes: [Int64]
    /// The indices in ``packetTimes`` of key frames.
    let keyPackets: [Int]
    /// The offsets added to the file's timestamps from each restart on, in ticks, as in concatenated files.
    /// The times in this table are continuous and unique.
    let offsets: [Int64]
    /// The duration of each frame in ticks, if the rate was given; nil if the file states it.
    let givenStep: Int64?
    /// True if a frame can only be identified by counting: the decoder's times differ from these, or restart
    /// somewhere, or are guesses because packets lack them.
    let isCounted: Bool
    /// Number of frames lost before a frame, if the file is damaged and its frames otherwise have equal
    /// durations.
    let lostBefore: [Int: Int]
    /// True if the file is truncated.
    public let isCutShort: Bool

    /// Number of frames in the file.
    public var count: Int { times.count }
    /// Duration of the video in seconds.
    public var duration: Double { Double(end - (times.first ?? 0)) * tick.value }

    init(packets: [CVideoPacket], info: VideoInfo, endsInDamage: Bool) {
        isCutShort = endsInDamage
        tick = info.tick
        var shown = packets.filter { !$0.isHidden }
        let ordinary = Int64(max(1, min(1e12, 1 / (info.rate.value * info.tick.value))).rounded())
        offsets = Self.makeContinuous(&shown, step: ordinary, tick: info.tick)
        var last = info.start - ordinary
        let packetTimes = shown.map { packet in
            last = packet.decodingTime.known ?? packet.time.known ?? last + ordinary
            return last
        }
        self.packetTimes = packetTimes
        keyPackets = shown.indices.filter { shown[$0].isKey }
        let showing = Self.completed(
            info.lacksTimes ? [] : shown.map(\.time.known), packetTimes: packetTimes)
        let order = showing.indices.sorted { (showing[$0], $0) < (showing[$1], $1) }
        givenStep = info.hasGivenRate ? ordinary : nil
        isCounted =
            !offsets.isEmpty || info.hasGivenRate || info.takesRate && shown.contains { $0.time.known == nil }
        let first = order.first.map { showing[$0] } ?? info.start
        times =
            info.hasGivenRate
            ? order.indices.map { first + Int64($0) * ordinary } : order.map { showing[$0] }
        keyFrames = order.indices.filter { shown[order[$0]].isKey }
        lostBefore = Self.losses(order.map { shown[$0] }, times: times)
        let lastDuration = order.last.map { shown[$0].duration } ?? 0
        end = (times.last ?? info.start) + (lastDuration > 0 && !info.hasGivenRate ? lastDuration : ordinary)
    }

    /// Maximum offset of timestamps, so that additions cannot overflow.
    private static let maxOffset: Int64 = 1 << 60
    private static let maxOffsets = 10_000

    /// Makes timestamps continuous where they go backwards by more than a tenth of a second, as ffmpeg does.
    /// Returns the offset added from each such position on.
    private static func makeContinuous(
        _ packets: inout [CVideoPacket], step: Int64, tick: Fraction
    ) -> [Int64] {
        var offsets: [Int64] = []
        var offset: Int64 = 0
        var last: Int64?
        for index in packets.indices {
            guard let time = packets[index].decodingTime.known else { continue }
            if let last, Double(last - (time + offset)) * tick.value > 0.1 {
                offset = min(last + step - time, maxOffset)
                if offsets.count < maxOffsets { offsets.append(offset) }
            }
            last = time + offset
            if offset == 0 { continue }
            packets[index].decodingTime += offset
            if packets[index].time.known != nil { packets[index].time += offset }
        }
        return offsets
    }

    /// The numbers of frames missing before others, estimated from the time gaps.
    private static func losses(_ packets: [CVideoPacket], times: [Int64]) -> [Int: Int] {
        guard packets.contains(where: \.isAfterDamage) else { return [:] }
        let steps = zip(times, times.dropFirst()).map { $1 &- $0 }
        guard let usual = steps.sorted()[safe: steps.count / 2], usual > 0 else { return [:] }
        let regular = steps.count { abs($0 - usual) <= 1 }
        guard regular * 10 > steps.count * 8 else { return [:] }
        var losses: [Int: Int] = [:]
        for (index, step) in steps.enumerated() where step > usual + usual / 2 {
            losses[index + 1] = Int(step / usual) - 1 + (step % usual > usual / 2 ? 1 : 0)
        }
        return losses
    }

    /// The presentation times of packets, some of which lack them.
    ///
    /// Presentation order differs from decoding order, but the intervals are the same: the presentation times
    /// are the decoding times plus a constant delay. Times that no packet claims are assigned in order to the
    /// packets without one.
    private static func completed(_ times: [Int64?], packetTimes: [Int64]) -> [Int64] {
        let known = times.compactMap { $0 }
        guard known.count < packetTimes.count else { return known }
        guard let first = known.min(), let firstPacket = packetTimes.min() else { return packetTimes }
        let claimed = Set(known)
        var unclaimed = packetTimes.map { $0 + first - firstPacket }.filter { !claimed.contains($0) }
            .sorted()[...]
        return zip(times, packetTimes).map { $0 ?? unclaimed.popFirst() ?? $1 }
    }

    /// The seconds from the first frame to this one.
    public func seconds(of frame: Int) -> Double {
        guard let first = times.first else { return 0 }
        return Double(times[min(max(frame, 0), count - 1)] - first) * tick.value
    }

    /// Average frame rate of some frames.
    func meanRate(of frames: Range<Int>) -> Fraction {
        let length = min(max(1, end(of: frames) - (times[frames].first ?? 0)), 1 << 40)
        let thousandths = (Double(frames.count) / (Double(length) * tick.value) * 1000).rounded()
        return Fraction(Int(min(max(1, thousandths), 1_000_000)), 1000)
    }

    /// Maximum frame rate of some frames.
    func peakRate(of frames: Range<Int>) -> Double {
        1 / (Double(max(1, steps(of: frames).min() ?? 1)) * tick.value)
    }

    /// True if some of these frames differ in duration; differences from rounding to a tick or a millisecond
    /// are ignored.
    func isUneven(in frames: Range<Int>) -> Bool {
        // The duration of the last frame is often a guess.
        let steps = frames.count > 2 ? steps(of: frames).dropLast() : steps(of: frames)[...]
        guard steps.count > 1 else { return false }
        let mean = Double(steps.reduce(0, +)) / Double(steps.count)
        // Twice the rounding error of a millisecond, or of a tick.
        let tolerance = max(2, 0.0021 / tick.value)
        return steps.contains { abs(Double($0) - mean) > tolerance }
    }

    /// The durations of some frames, in ticks.
    private func steps(of frames: Range<Int>) -> [Int64] {
        let times = times[frames]
        return zip(times, times.dropFirst() + [end(of: frames)]).map { $1 - $0 }
    }

    /// When the last of some frames ends, in ticks.
    package func end(of frames: Range<Int>) -> Int64 {
        frames.upperBound < count ? times[frames.upperBound] : end
    }

    /// The frame that is shown at a time, in seconds from the first frame.
    public func frame(at seconds: Double) -> Int {
        guard let first = times.first else { return 0 }
        // Half a tick of tolerance for rounded seconds.
        let ticks = Double(first) + seconds / tick.value + 0.5
        return max(0, count { Double($0) <= ticks } - 1)
    }

    /// The first frame that is shown at or after a time, in seconds from the first frame; ``count`` after the
    /// last.
    public func firstFrame(atOrAfter seconds: Double) -> Int {
        guard let first = times.first else { return 0 }
        let ticks = Double(first) + seconds / tick.value - 0.5
        return count { Double($0) < ticks }
    }

    /// The last key frame at or before this frame.
    func keyFrame(atOrBefore frame: Int) -> Int {
        let count = keyFrames.partitioned { $0 <= frame }
        return count > 0 ? keyFrames[count - 1] : 0
    }

    /// The frame whose time is closest.
    func nearest(to time: Int64) -> Int {
        let next = count { $0 < time }
        guard next > 0 else { return 0 }
        guard next < count else { return count - 1 }
        return times[next] - time < time - times[next - 1] ? next : next - 1
    }

    /// The number of leading times that satisfy a condition, which must hold for a prefix only.
    private func count(where isBefore: (Int64) -> Bool) -> Int { times.partitioned(where: isBefore) }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }

    /// The number of leading elements that satisfy a condition, which must hold for a prefix only (binary
    /// search).
    func partitioned(where isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
