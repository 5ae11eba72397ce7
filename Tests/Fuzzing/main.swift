import Foundation

// Runs inputs through the code that reads them.
//
//     fuzz --list              lists the targets, with their kind
//     fuzz TARGET FILE...      runs each file once; prints its CPU time, and at the end the peak memory;
//                              a finding ends the program after the file's name, as it would end Glint
//     fuzz TARGET ARGUMENT...  if built for fuzzing, runs libFuzzer with its own arguments; at the end prints
//                              the longest run

let arguments = CommandLine.arguments
if arguments.dropFirst() == ["--list"] {
    for target in FuzzTarget.all { print(target.name, target.isDecoder ? "decoder" : "other") }
    exit(0)
}
guard arguments.count > 1, let target = FuzzTarget.named(arguments[1]) else {
    print("The targets are \(FuzzTarget.all.map(\.name).joined(separator: ", ")).")
    exit(2)
}
#if FUZZING
    Fuzzer.run(arguments: [arguments[0]] + arguments.dropFirst(2))
#else
    for path in arguments.dropFirst(2) {
        guard let file = FileManager.default.contents(atPath: path) else {
            print(path, "cannot be read")
            exit(1)
        }
        print(path, terminator: " ")
        fflush(nil)
        let time = Array(file).withUnsafeBytes { target($0) }
        print(time / 1_000_000, "ms")
    }
    // getrusage would include the memory that the parent had when it forked.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    print("peak memory", (Int(peak.filter(\.isNumber)) ?? .max) / 1024, "MB")
#endif
