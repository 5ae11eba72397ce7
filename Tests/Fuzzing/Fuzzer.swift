#if FUZZING
    import CFuzzer
    import Foundation
    import Synchronization

    /// libFuzzer, which generates the inputs.
    enum Fuzzer {
        private static let target = FuzzTarget.named(CommandLine.arguments[1])
        /// The CPU time of the longest run so far, in nanoseconds.
        private static let longest = Atomic<UInt64>(0)

        /// Runs the target named on the command line with libFuzzer's own arguments; does not return.
        static func run(arguments: [String]) {
            atexit { print("longest run: \(Fuzzer.longest.load(ordering: .relaxed) / 1_000_000) ms") }
            var count = Int32(arguments.count)
            var pointers = arguments.map { strdup($0) } + [nil]
            pointers.withUnsafeMutableBufferPointer { pointers in
                var start = pointers.baseAddress
                _ = LLVMFuzzerRunDriver(&count, &start) { data, size in
                    let time = Fuzzer.target?(UnsafeRawBufferPointer(start: data, count: size))
                    Fuzzer.longest.max(time ?? 0, ordering: .relaxed)
                    return 0
                }
            }
        }
    }
#endif
