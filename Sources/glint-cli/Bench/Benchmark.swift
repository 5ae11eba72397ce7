/// One of the benchmarks of `bench`.
struct Benchmark: Sendable {
    let name: String
    let title: String
    static let all: [Benchmark] = []
}
enum BenchCommand { static func run(_ a: ParsedArguments) throws(CommandError) {} }
