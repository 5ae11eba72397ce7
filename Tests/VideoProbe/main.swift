import Glibc
import Imaging
import Video

// video-probe OUTPUT COUNT [SOURCE] writes a video of COUNT noisy frames, with SOURCE's sound, and reports
// its error.

do {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let count = Int64(arguments[2]) else { exit(2) }
    let format = VideoOutputFormat(width: 160, height: 120, frameRate: Fraction(25, 1))
    let source: VideoSource? = arguments.count > 3 ? try VideoSource(path: arguments[3]) : nil
    let writer = try VideoWriter(path: arguments[1], frameFormat: format, source: source)
    var generator = SystemRandomNumberGenerator()
    for time in 0..<count {
        let frame = PixelBuffer(width: 160, height: 120, depth: .eight) { bytes in
            let integers = bytes.bindMemory(to: UInt64.self)
            for index in integers.indices { integers[index] = generator.next() }
        }
        try writer.add(frame, time: time, duration: 1)
    }
    try writer.finish(overwrite: false)
} catch {
    print(error)
    exit(1)
}
