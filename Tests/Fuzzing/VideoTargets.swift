import System
import CSystem
import Imaging
import Video

extension FuzzTarget {
    /// Containers and codecs of video. FFmpeg's libraries are not instrumented, so mutations are guided only
    /// by how Glint's code processes their results.
    static let videos = [
        FuzzTarget(name: "video", isDecoder: true) { input in
            let descriptor = cprocess_memory_file(input.baseAddress, input.count)
            guard descriptor >= 0 else { return }
            let file = try OpenFile(descriptor: descriptor, name: "input")
            let reader = try VideoReader(file, path: "input.mp4", threads: 1)
            // Skips large pictures: even a file of a kilobyte can declare any size.
            guard reader.info.width * reader.info.height <= 1 << 20 else { return }
            let table = try reader.table()
            demand(table.map { $0.times == $0.times.sorted() } ?? true, "times are in order")
            var last = -1
            for _ in 0..<8 {
                guard let frame = try reader.next() else { break }
                demand(frame.number > last, "numbers go up")
                last = frame.number
            }
            for number in [(table?.count ?? 0) - 1, last / 2] {
                let frame = try reader.frame(number)
                demand(frame.number >= number, "a frame at or after the wanted one")
                frame.pixels.withUnsafeBytes { demand($0.last != nil, "a picture has a pixel") }
            }
        }
    ]
}
