import CVideo
import Imaging

/// When each frame of a video is shown. It is read from the packets of the whole file, without decoding any, at about
/// a gigabyte a second.
public struct FrameTable: Sendable, Equatable {
    /// When each frame is shown, in ticks, in order.
    public let times: [Int64]
    /// The seconds of a tick.
    public let tick: Fraction
    /// When the last frame ends, in ticks.
    public let end: Int64
    /// The numbers of the frames at which decoding can begin, in order.
    let keyFrames: [Int]
    /// The decoding times of the packets with a frame to show, in the order of the file.
    let packetTimes: [Int64]
    /// The indices in ``packetTimes`` of packets at which decoding can begin.
    let keyPackets: [Int]
    /// What was added to the times of the file from each place on at which they begin anew, in ticks, as in files that
    /// were joined. Here they go on; each frame has its own.
    let offsets: [Int64]
    /// How long each frame is shown, in ticks, where the rate was given; nil where the file tells.
    let givenStep: Int64?
    /// Whether a frame is known only by how many come before it: the times that a decoder gives are not these, or begin
    /// anew somewhere, or are guesses where packets lack theirs.
    let isCounted: Bool
    /// How many frames were lost before a frame, where the file is damaged and its frames are equally long otherwise.
    let lostBefore: [Int: Int]
    /// Whether the file ends amid its contents.
    public let isCutShort: Bool

    /// How many frames the file has.
    public var count: Int { times.count }
    /// How long the video is, in seconds.
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

    /// What times are moved by, at most, so that they can still be added.
    private static let mostOffset: Int64 = 1 << 60
    private static let mostOffsets = 10_000

    /// Has times go on where they run back by more than a tenth of a second, as in ffmpeg; what was added from each such place
    /// on.
    private static func makeContinuous(
        _ packets: inout [CVideoPacket], step: Int64, tick: Fraction
    ) -> [Int64] {
        var offsets: [Int64] = []
        var offset: Int64 = 0
        var last: Int64?
        for index in packets.indices {
            guard let time = packets[index].decodingTime.known else { continue }
            if let last, Double(last - (time + offset)) * tick.value > 0.1 {
                offset = min(last + step - time, mostOffset)
                if offsets.count < mostOffsets { offsets.append(offset) }
            }
            last = time + offset
            if offset == 0 { continue }
            packets[index].decodingTime += offset
            if packets[index].time.known != nil { packets[index].time += offset }
        }
        return offsets
    }

    /// The frames that lack before others, from the time that passes there.
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

    /// The times at which the frames of packets are shown, where some packets lack theirs.
    ///
    /// Frames are shown in another order than decoded, but at the same distances: all times are decoding times, later by
    /// as much for every frame. Those that no packet claims belong to the packets without one, in their order.
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

    /// Frames a second of some frames, on the average.
    func meanRate(of frames: Range<Int>) -> Fraction {
        let length = min(max(1, end(of: frames) - (times[frames].first ?? 0)), 1 << 40)
        let thousandths = (Double(frames.count) / (Double(length) * tick.value) * 1000).rounded()
        return Fraction(Int(min(max(1, thousandths), 1_000_000)), 1000)
    }

    /// Frames a second of some frames, where they follow each other fastest.
    func peakRate(of frames: Range<Int>) -> Double {
        1 / (Double(max(1, steps(of: frames).min() ?? 1)) * tick.value)
    }

    /// Whether some of these frames are shown for other times than the rest; times rounded to a tick or a millisecond are even.
    func isUneven(in frames: Range<Int>) -> Bool {
        // How long the last one is shown is often a guess.
        let steps = frames.count > 2 ? steps(of: frames).dropLast() : steps(of: frames)[...]
        guard steps.count > 1 else { return false }
        let mean = Double(steps.reduce(0, +)) / Double(steps.count)
        // Two roundings of a millisecond, or of a tick.
        let tolerance = max(2, 0.0021 / tick.value)
        return steps.contains { abs(Double($0) - mean) > tolerance }
    }

    /// How long each of some frames is shown, in ticks.
    private func steps(of frames: Range<Int>) -> [Int64] {
        let times = times[frames]
        return zip(times, times.dropFirst() + [end(of: frames)]).map { $1 - $0 }
    }

    /// When the last of some frames ends, in ticks.
    package func end(of frames: Range<Int>) -> Int64 {
        frames.upperBound < count ? times[frames.upperBound] : end
    }

    /// The frame that is shown at a moment, in seconds from the first.
    public func frame(at seconds: Double) -> Int {
        guard let first = times.first else { return 0 }
        // Half a tick, for seconds that were rounded.
        let ticks = Double(first) + seconds / tick.value + 0.5
        return max(0, count { Double($0) <= ticks } - 1)
    }

    /// The first frame that is shown at or after a moment, in seconds from the first frame; ``count`` after the last.
    public func firstFrame(atOrAfter seconds: Double) -> Int {
        guard let first = times.first else { return 0 }
        let ticks = Double(first) + seconds / tick.value - 0.5
        return count { Double($0) < ticks }
    }

    /// The last frame at or before this one at which decoding can begin.
    func keyFrame(atOrBefore frame: Int) -> Int {
        let count = keyFrames.partitioned { $0 <= frame }
        return count > 0 ? keyFrames[count - 1] : 0
    }

    /// The frame whose time is nearest.
    func nearest(to time: Int64) -> Int {
        let next = count { $0 < time }
        guard next > 0 else { return 0 }
        guard next < count else { return count - 1 }
        return times[next] - time < time - times[next - 1] ? next : next - 1
    }

    /// How many times, from the first, fulfil a condition that holds up to one of them.
    private func count(where isBefore: (Int64) -> Bool) -> Int { times.partitioned(where: isBefore) }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }

    /// How many elements, from the first, fulfil a condition that holds up to one of them.
    func partitioned(where isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
