import CSystem
import Glibc

/// `bench`: replaces this process with the benchmark program, passing on the arguments.
enum BenchCommand {
    static func run() throws(CommandError) {
        // Returns only if there is no such program, which exists only in the build folder.
        if let program = realpath("/proc/self/exe", nil).map({ String(cString: $0) }),
            let slash = program.lastIndex(of: "/"), let arguments = carguments_list()
        {
            execv("\(program[...slash])glint-bench", arguments + 1)
        }
        throw .usage(
            "the benchmarks are in glint-bench, which is built from the source tree: "
                + "make bench, or swift build --product glint-bench")
    }
}
