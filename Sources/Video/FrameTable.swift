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

    /// How many frames the file has.
    public var count: Int { times.count }
    /// How long the video is, in seconds.
    public var duration: Double { Double(end - (times.first ?? 0)) * tick.value }

    init(packets: [CVideoPacket], info: VideoInfo) {
        tick = info.tick
        let shown = packets.filter { !$0.isHidden }
        let ordinary = max(1, Int64((1 / (info.rate.value * info.tick.value)).rounded()))
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
        times = order.map { showing[$0] }
        keyFrames = order.indices.filter { shown[order[$0]].isKey }
        let lastDuration = order.last.map { shown[$0].duration } ?? 0
        end = (times.last ?? info.start) + (lastDuration > 0 ? lastDuration : ordinary)
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
