import Filters
@preconcurrency import Glibc
import Rendering
import Localization

/// `bench`: measures this device's speed. The figures are meaningful in release builds only.
enum BenchCommand {
    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        let benchmarks = try chosen(arguments)
        #if DEBUG
            Console.note("This is a debug build; its figures say nothing about a release build.")
        #endif
        Interruption.watch()
        do {
            let device = try Renderer().traits
            let isJSON = arguments.has(.json)
            if !isJSON { try Console.print(device.line) }
            var results: [JSONValue] = []
            for benchmark in benchmarks {
                let figures = try benchmark.run()
                results.append(json(benchmark, figures))
                if !isJSON { try Console.print(text(benchmark, figures)) }
            }
            guard isJSON else { return }
            try Console.print(
                JSONValue.object([
                    "device": device.json, "program": .string(Program.versionLine),
                    "cores": .number(Double(coreCount)), "benchmarks": .array(results),
                ]).text)
        } catch is Interruption.Received {
            Interruption.endProgram()
        } catch let error as CommandError {
            throw error
        } catch {
            throw .files("\(error)")
        }
    }

    /// The number of cores this process may use.
    static var coreCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    private static func chosen(_ arguments: ParsedArguments) throws(CommandError) -> [Benchmark] {
        let names = Benchmark.all.map(\.name)
        let words = arguments.operands + (arguments.afterDashes ?? [])
        for word in words where !names.contains(word) {
            throw .usage(
                "there is no benchmark \(word.quoted)\(NearName.hint(word, among: names)); "
                    + "available: \(names.joined(separator: ", "))")
        }
        return words.isEmpty ? Benchmark.all : Benchmark.all.filter { words.contains($0.name) }
    }

    private static func text(_ benchmark: Benchmark, _ figures: [Benchmark.Figure]) -> String {
        let width = figures.map(\.name.count).max() ?? 0
        let lines = figures.map { figure in
            let value = decimal(figure.value, places: 1).rightAligned(to: 9)
            return "  \(figure.name.padded(to: width)) \(value) \(figure.unit)"
        }
        return (["", "\(benchmark.name): \(benchmark.title)"] + lines).joined(separator: "\n")
    }

    private static func json(_ benchmark: Benchmark, _ figures: [Benchmark.Figure]) -> JSONValue {
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
}
