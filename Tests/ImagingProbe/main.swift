import Glibc
import Imaging

// Opens, and saves when told to, in a process of its own, so that tests can limit and measure it.
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

func peak() -> Int {
    var usage = rusage()
    // 0 is RUSAGE_SELF.
    getrusage(0, &usage)
    return usage.ru_maxrss
}
