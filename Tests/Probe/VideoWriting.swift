import Glibc
import Imaging
import Video

/// Writes a video of noise, so that tests can limit this process.
enum VideoWriting {
    /// Prints an error, and returns it as status 1.
    ///
    /// - Parameter arguments: OUTPUT COUNT [SOURCE], with the number of frames and a file whose sound is
    ///   copied.
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 2, let count = Int64(arguments[1]) else { return 2 }
        do {
            let format = VideoOutputFormat(width: 160, height: 120, frameRate: Fraction(25, 1))
            let source: VideoSource? = arguments.count > 2 ? try VideoSource(path: arguments[2]) : nil
            let writer = try VideoWriter(path: arguments[0], frameFormat: format, source: source)
            var generator = SystemRandomNumberGenerator()
            for time in 0..<count {
                let frame = PixelBuffer(width: 160, height: 120, depth: .eight) { bytes in
                    let integers = bytes.bindMemory(to: UInt64.self)
                    for index in integers.indices { integers[index] = generator.next() }
                }
                try writer.add(frame, time: time, duration: 1)
            }
            try writer.finish(overwrite: false)
            return 0
        } catch {
            print(error)
            return 1
        }
    }
}
