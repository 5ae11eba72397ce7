import Foundation
import Live

/// Plays silence.
enum SoundPlaying {
    private final class Silence: SoundSource {
        func seek(to sample: Int) {}

        func read(into samples: UnsafeMutableBufferPointer<Float>) -> Int {
            samples.update(repeating: 0)
            return samples.count / 2
        }
    }

    /// Prints the libraries of GStreamer and of C in memory before and after playing, the position reached,
    /// and the reason if nothing was played.
    ///
    /// - Parameter arguments: the duration in seconds.
    static func run(_ arguments: [String]) -> Int32 {
        let output = SoundOutput { Silence() }
        print("before:", librariesInMemory())
        output.start(at: 0)
        let seconds = arguments.first.flatMap(Double.init) ?? 1
        let start = Date()
        while -start.timeIntervalSinceNow < seconds { usleep(10000) }
        print("after:", librariesInMemory())
        print("position:", output.position)
        print("problem:", output.problem.map { "\($0)" } ?? "none")
        return 0
    }

    private static func librariesInMemory() -> String {
        // Read until its end: the kernel returns this file one page at a time.
        let bytes = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
        let map = String(decoding: bytes ?? Data(), as: UTF8.self)
        let names = map.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) }
        return Set(names.filter { $0.hasPrefix("libgst") || $0.hasPrefix("libc.so") }).sorted()
            .joined(separator: " ")
    }
}
