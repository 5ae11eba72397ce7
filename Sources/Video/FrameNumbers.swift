import CVideo

/// Determines the number of each decoded frame.
///
/// If packets have presentation times, the time is looked up in the frame table. In AVI they have none:
/// there, a frame is identified by its packet. Frames are returned in presentation order, so a key frame's
/// number is that of its packet plus the number of preceding frames that belong to later packets.
struct FrameNumbers {
    /// The file's frames, once known.
    var table: FrameTable?
    let lacksTimes: Bool
    /// The number of the last frame; nil if the position at which decoding began is unknown.
    private(set) var last: Int? = -1
    /// The packets of the frames decoded so far, until the first whose number is known.
    private var unnumbered: [Int] = []

    /// True if frames can only be counted, from the first of the file.
    private var onlyCounts: Bool { table?.isCounted == true }

    init(table: FrameTable?, lacksTimes: Bool) {
        self.table = table
        self.lacksTimes = lacksTimes
    }

    /// Resets the state when decoding restarts: at the first frame of the file, or somewhere in it.
    mutating func startOver(atBeginning: Bool) {
        last = atBeginning ? -1 : nil
        unnumbered = []
    }

    /// The time at which decoding must start for a frame, in ticks; nil for the beginning of the file.
    func start(for frame: Int, secondsBefore seconds: Int) -> Int64? {
        guard let table, !onlyCounts else { return nil }
        guard lacksTimes else { return table.times[frame] - Int64(Double(seconds) / table.tick.value) }
        // The key frame before the last one: decoding from it determines the number of the last one.
        let keys = table.keyPackets.partitioned { $0 <= frame } - 2 - seconds
        return keys > 0 ? table.packetTimes[table.keyPackets[keys]] : nil
    }

    /// The number of the next frame; nil if it is unknown, or not in the table.
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
