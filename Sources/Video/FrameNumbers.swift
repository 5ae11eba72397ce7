import CVideo

/// Tells the number of each frame that a decoder gives.
///
/// Where packets tell when their frames are shown, the time is looked up in the frame table. In AVI they do not: there,
/// a frame is known by its packet. Frames come in the order in which they are shown, so a key frame's number is that of
/// its packet and as many as there were frames of later packets before it.
struct FrameNumbers {
    /// The file's frames, once they are known.
    var table: FrameTable?
    let lacksTimes: Bool
    /// The number of the last frame; nil when it is not known where decoding has begun.
    private(set) var last: Int? = -1
    /// The packets of the frames that came since decoding began, until the first whose number is known.
    private var unnumbered: [Int] = []

    /// Whether frames can only be counted, from the first of the file.
    private var onlyCounts: Bool { table?.isCounted == true }

    init(table: FrameTable?, lacksTimes: Bool) {
        self.table = table
        self.lacksTimes = lacksTimes
    }

    /// Notes that decoding begins anew: at the first frame of the file, or somewhere in it.
    mutating func startOver(atBeginning: Bool) {
        last = atBeginning ? -1 : nil
        unnumbered = []
    }

    /// Where decoding has to begin for a frame, in ticks; nil for the beginning of the file.
    func start(for frame: Int, secondsBefore seconds: Int) -> Int64? {
        guard let table, !onlyCounts else { return nil }
        guard lacksTimes else { return table.times[frame] - Int64(Double(seconds) / table.tick.value) }
        // The key frame before the last one: its frames tell the number of that one.
        let keys = table.keyPackets.partitioned { $0 <= frame } - 2 - seconds
        return keys > 0 ? table.packetTimes[table.keyPackets[keys]] : nil
    }

    /// The number of the next frame; nil if it cannot be known, and for a frame that the table does not have.
    mutating func number(of frame: CVideoFrame) -> Int? {
        let number: Int?
        if let table, !lacksTimes, !onlyCounts, let time = frame.time.known {
            number = max((last ?? -1) + 1, table.nearest(to: time))
        } else if let last {
            number = last + 1
        } else {
            number = lacksTimes ? numberByPacket(of: frame) : nil
        }
        let count = table?.count ?? .max
        last = number.map { min($0, count - 1) }
        return number.flatMap { $0 < count ? $0 : nil }
    }

    private mutating func numberByPacket(of frame: CVideoFrame) -> Int? {
        guard let table, let time = frame.packetTime.known else { return nil }
        let packet = table.packetTimes.partitioned { $0 < time }
        defer { unnumbered.append(packet) }
        guard frame.isKey, !unnumbered.isEmpty else { return nil }
        return packet + unnumbered.count { $0 > packet }
    }
}
