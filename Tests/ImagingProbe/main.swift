import Foundation
import Imaging

// Opens a picture, and saves it if requested, in a separate process, so that tests can limit and measure it.
// imaging-probe INPUT [OUTPUT]: prints the peak memory in KiB, then the size, or the error with status 1.
let arguments = CommandLine.arguments
do throws(ImagingError) {
    signal(SIGXFSZ, SIG_IGN)
    let picture = try Picture(contentsOf: arguments.count > 1 ? arguments[1] : "")
    if arguments.count > 2 { try picture.write(to: arguments[2]) }
    print(peak())
    print(picture.width, picture.height)
} catch {
    print(peak())
    print(error)
    exit(1)
}

/// The peak memory of this program; getrusage would count what its parent held when it forked.
func peak() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? .max
}
