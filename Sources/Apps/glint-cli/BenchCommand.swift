import CSystem
import Glibc

/// `bench`: runs the program with the benchmarks in place of this one, with the same arguments.
enum BenchCommand {
    static func run() throws(CommandError) {
        // Returns if there is no such program: it is only in the build folder.
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
