import Decoding
@preconcurrency import Foundation
import Imaging
import Video

/// The probe's operations on videos.
enum Videos {
    /// Checks that a decoder process and in-process decoding give the same results for a file: its
    /// properties, the frame table, the frames in sequence and by number, and the sound.
    static func comparison(_ path: String) -> String {
        do {
            let there = try everything(path)
            let ours = SharedVideoDecoders.current
            SharedVideoDecoders.current = DirectVideoDecoders()
            defer { SharedVideoDecoders.current = ours }
            let here = try everything(path)
            guard there.info == here.info else { return "info differs" }
            guard there.table == here.table else { return "table differs" }
            guard there.frames.count == here.frames.count else { return "number of frames differs" }
            for (one, other) in zip(there.frames, here.frames) {
                guard isSame(one, other) else { return "frame \(one.number) differs" }
            }
            guard there.missing == here.missing else { return "missing frames differ" }
            guard there.samples == here.samples else { return "sound differs" }
            SharedVideoDecoders.current = ours
            let planes = try everything(path, readsPlanes: true)
            for (one, other) in zip(planes.frames, here.frames) {
                guard isSame(one, other) else { return "frame \(one.number) differs as planes" }
            }
            return "same: \(here.frames.count) frames, \(here.samples.count / 2) samples"
        } catch {
            return "\(error)"
        }
    }

    private struct Everything {
        let info: VideoInfo
        let table: FrameTable?
        var frames: [VideoFrame] = []
        var missing = 0
        var samples: [Float] = []
    }

    private static func everything(_ path: String, readsPlanes: Bool = false) throws -> Everything {
        let reader = try VideoReader(path: path, readsPlanes: readsPlanes)
        var found = Everything(info: reader.info, table: try reader.table())
        // All frames are kept at once, so that none of the buffers can be reused.
        while let frame = try reader.next() { found.frames.append(frame) }
        found.missing = reader.missingFrames
        let count = found.frames.count
        for number in [count / 2, 0, count - 1, count / 3, count / 3 + 1, count / 3 - 1] {
            found.frames.append(try reader.frame(number))
        }
        guard let sound = try SoundReader(path: path) else { return found }
        for start in [0, 12345] {
            if start > 0 { try sound.seek(to: start) }
            var buffer = [Float](repeating: 0, count: 5000)
            while true {
                let count = try buffer.withUnsafeMutableBufferPointer { try sound.read(into: $0) }
                if count == 0 { break }
                found.samples += buffer.prefix(count * 2)
            }
        }
        return found
    }

    private static func isSame(_ one: VideoFrame, _ other: VideoFrame) -> Bool {
        one.number == other.number && one.time == other.time && one.duration == other.duration
            && one.fieldOrder == other.fieldOrder && one.isDamaged == other.isDamaged
            && one.pixels.width == other.pixels.width && one.pixels.height == other.pixels.height
            && one.pixels.depth == other.pixels.depth
            && one.pixels.withUnsafeBytes { one in
                other.pixels.withUnsafeBytes { one.elementsEqual($0) }
            }
    }

    /// Reads all frames of a file; returns their number, or the error.
    static func outcome(_ path: String, afterFrames count: Int = .max, _ work: () -> Void = {}) -> String {
        do {
            let reader = try VideoReader(path: path)
            var read = 0
            while try reader.next() != nil {
                read += 1
                if read == count { work() }
            }
            return "\(read) frames"
        } catch {
            return "\(error)"
        }
    }

    /// Reads the times of all frames; returns their number, or the error.
    static func tableOutcome(_ path: String) -> String {
        do {
            return "\(try VideoReader(path: path).table()?.count ?? 0) times"
        } catch {
            return "\(error)"
        }
    }

    /// Reads all sound of a file; returns the number of samples, or the error.
    static func soundOutcome(_ path: String) -> String {
        do {
            guard let sound = try SoundReader(path: path) else { return "no sound" }
            var buffer = [Float](repeating: 0, count: 8192)
            var total = 0
            while true {
                let count = try buffer.withUnsafeMutableBufferPointer { try sound.read(into: $0) }
                if count == 0 { return "\(total) samples" }
                total += count
            }
        } catch {
            return "\(error)"
        }
    }

    /// Sends a signal to the processes that decode this program's videos.
    static func signal(_ number: Int32) {
        for process in processes() { kill(process, number) }
    }

    /// The number of video decoder processes that remain half a minute after the last video was closed;
    /// returns earlier if there are none.
    static func remaining() -> Int {
        let end = ContinuousClock.now + .seconds(30)
        while !processes().isEmpty, ContinuousClock.now < end { usleep(1000) }
        return processes().count
    }

    /// The processes that decode this program's videos, which are its grandchildren.
    static func processes() -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let all = names.compactMap { pid_t($0) }.compactMap { Status($0) }
        let children = all.filter { $0.parent == getpid() }.map(\.process)
        return all.filter { $0.name == "glint-video" && children.contains($0.parent) }.map(\.process)
    }

    private struct Status {
        let process: pid_t
        let name: String
        let parent: pid_t

        init?(_ process: pid_t) {
            let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end else {
                return nil
            }
            let rest = text[end...].split(separator: " ")
            guard rest.count > 2, rest[1] != "Z", let parent = pid_t(rest[2]) else { return nil }
            self.process = process
            name = String(text[text.index(after: start)..<end])
            self.parent = parent
        }
    }

    /// Milliseconds per frame of a file, and the CPU time of the program and its decoders in milliseconds.
    static func time(_ path: String) throws -> String {
        let start = ContinuousClock.now
        let reader = try VideoReader(path: path)
        var (count, sum) = (0, 0)
        var first = start
        while let frame = try reader.next() {
            if count == 0 { first = ContinuousClock.now }
            count += 1
            // Reads the pixels, as any consumer must.
            sum &+= frame.pixels.withUnsafeBytes { bytes in
                stride(from: 0, to: bytes.count, by: 64).reduce(0) { $0 &+ Int(bytes[$1]) }
            }
        }
        let opening = (first - start) / .milliseconds(1)
        let each = (ContinuousClock.now - first) / .milliseconds(1) / Double(max(1, count - 1))
        return "\(count) frames, first after \(opening) ms, then \(each) ms each (\(sum))"
    }
}
