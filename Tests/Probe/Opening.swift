import Foundation
import Imaging

/// Opens a picture, and saves it if requested, so that tests can limit and measure this process.
enum Opening {
    /// Prints the peak memory in KiB, then the size or the error; status 1 means an error.
    ///
    /// - Parameter arguments: INPUT [OUTPUT].
    static func run(_ arguments: [String]) -> Int32 {
        signal(SIGXFSZ, SIG_IGN)
        do throws(ImagingError) {
            let picture = try Picture(contentsOf: arguments.first ?? "")
            if arguments.count > 1 { try picture.write(to: arguments[1]) }
            print(peak())
            print(picture.width, picture.height)
            return 0
        } catch {
            print(peak())
            print(error)
            return 1
        }
    }

    /// The peak memory of this program; getrusage would include what its parent had when it forked.
    private static func peak() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? .max
    }
}
