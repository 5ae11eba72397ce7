import System
import CVideo
import Glibc
import Imaging

/// Checks whether an AVI file is truncated.
///
/// Its header states the number of frames, but a frame that was dropped while recording has no data, and
/// FFmpeg skips it.
enum AVICompleteness {
    /// - Parameter packets: those of the whole file; their decoding times are the numbers of the frames.
    static func isCutShort(_ file: OpenFile, _ info: VideoInfo, packets: [CVideoPacket]) -> Bool {
        guard info.lacksTimes, let stated = info.statedFrameCount, stated > packets.count else {
            return false
        }
        // Large files continue after the part whose length the header states.
        if let length = lengthOfFirstPart(of: file), (length...length + 1).contains(file.byteCount) {
            return false
        }
        guard let last = packets.last?.decodingTime.known else { return true }
        return Double(last - info.start) * info.tick.value * info.rate.value + 1.5 < Double(stated)
    }

    /// In bytes, including the header; nil if it is not a RIFF file.
    private static func lengthOfFirstPart(of file: OpenFile) -> Int? {
        var header = [UInt8](repeating: 0, count: 8)
        guard pread(file.descriptor, &header, 8, 0) == 8, header.starts(with: "RIFF".utf8) else { return nil }
        return header[4...].reversed().reduce(0) { $0 << 8 | Int($1) } + header.count
    }
}
