import System
import CSystem
import Decoding
import Filters
@preconcurrency import Glibc
import GPU
import Imaging
import Rendering
import Localization

// glint-bench [--json] [NAME...]: measures the speed of this device with all benchmarks, or with the named
// ones. The figures are only meaningful for release builds.

let available = Benchmark.all.map(\.name)
let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--" }
if arguments.contains("--help") || arguments.contains("-h") {
    print("Usage: glint-bench [--json] [NAME...]\n\nBenchmarks:")
    for benchmark in Benchmark.all { print("  \(benchmark.name.padded(to: 10)) \(benchmark.title)") }
    exit(0)
}
for argument in arguments where argument != "--json" && !available.contains(argument) {
    complain(
        "there is no benchmark \(argument.quoted)\(NearName.hint(argument, among: available + ["--json"])); "
            + "available: \(available.joined(separator: ", "))")
    exit(2)
}
let isJSON = arguments.contains("--json")
let chosen = arguments.filter { $0 != "--json" }
#if DEBUG
    fputs("This is a debug build; its figures say nothing about a release build.\n", stderr)
#endif
cprocess_configure_memory()
// Must run while there is only one thread.
RemotePictureDecoder.start()
TerminationSignal.watch()
// Makes a full disk or a closed pipe cause an error, after which the folder is deleted.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)
do {
    let device = try Renderer().traits
    if !isJSON { try show(device.line) }
    var results: [JSONValue] = []
    for benchmark in Benchmark.all where chosen.isEmpty || chosen.contains(benchmark.name) {
        let figures = try benchmark.run()
        results.append(json(benchmark, figures))
        if !isJSON { try show(text(benchmark, figures)) }
    }
    if isJSON {
        try show(
            JSONValue.object([
                "device": device.json, "program": .string("glint-bench \(GlintVersion.current)"),
                "cores": .number(Double(coreCount())), "benchmarks": .array(results),
            ]).text)
    }
} catch is Interruption {
    TerminationSignal.endProgram()
} catch {
    complain("\(error)")
    exit(1)
}

/// Prints text immediately, even into a pipe.
func show(_ text: String) throws {
    print(text)
    guard fflush(stdout) == 0 else {
        throw BenchmarkFailure(description: "standard output: \(String(cString: strerror(errno)))")
    }
}

func complain(_ sentence: String) { fputs("glint-bench: \(sentence)\n", stderr) }

func text(_ benchmark: Benchmark, _ figures: [Benchmark.Figure]) -> String {
    let width = figures.map(\.name.count).max() ?? 0
    let lines = figures.map { figure in
        let value = decimal(figure.value, places: 1)
        let space = String(repeating: " ", count: max(0, 9 - value.count))
        return "  \(figure.name.padded(to: width)) \(space)\(value) \(figure.unit)"
    }
    return (["", "\(benchmark.name): \(benchmark.title)"] + lines).joined(separator: "\n")
}

func json(_ benchmark: Benchmark, _ figures: [Benchmark.Figure]) -> JSONValue {
    .object([
        "name": .string(benchmark.name), "title": .string(benchmark.title),
        "figures": .array(
            figures.map {
                .object([
                    "name": .string($0.name), "value": .number($0.value), "unit": .string($0.unit),
                ])
            }),
    ])
}

/// The number of cores that this process may use.
func coreCount() -> Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

extension DeviceTraits {
    /// A description of the device in one line.
    var line: String {
        "\(renderer), OpenGL \(version), on the \(isSoftware ? "CPU" : "GPU"), with \(coreCount()) CPU cores"
    }

    /// A machine-readable description of the device, as in `glint-cli info --json`.
    var json: JSONValue {
        .object([
            "renderer": .string(renderer), "vendor": .string(vendor), "version": .string(version),
            "shadingLanguage": .string(shadingLanguage), "software": .bool(isSoftware),
            "maxTextureSize": .number(Double(maxTextureSize)),
            "maxSharedMemory": .number(Double(maxSharedMemory)),
        ])
    }
}

extension String {
    /// The text padded with trailing spaces.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
