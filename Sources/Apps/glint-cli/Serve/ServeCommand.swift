import Exporting
import Filters
import FoundationEssentials
import Synchronization

/// `serve`: reads jobs as lines of JSON from standard input, and answers each with a line on standard output.
///
/// All jobs share the device, the decoders and the kernels.
enum ServeCommand {
    static let options = [RenderOptions.jobs, RenderOptions.quiet]

    /// The maximum length of a line in bytes, far more than any recipe has.
    private static let longestLine = 16 << 20

    static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
        try arguments.requireNoArguments()
        let atOnce = try arguments.jobs()
        Console.isQuiet.store(arguments.has(RenderOptions.quiet), ordering: .relaxed)
        Console.showsProgress.store(false, ordering: .relaxed)
        Interruption.watch()
        let device = SharedDevice()
        device.isShared = atOnce > 1
        device.open()
        let server = Server(device: device, lines: LineReader(atMost: longestLine))
        Workers.run(atOnce) { server.work() }
        if Interruption.isWanted { Interruption.endProgram() }
        try server.requireWhole()
        return .done
    }

    /// State shared by the threads that answer jobs.
    private struct Server: ~Copyable, Sendable {
        let device: SharedDevice
        let lines: LineReader
        /// The error that ended the reading of jobs or the writing of answers.
        private let failure = Mutex<CommandError?>(nil)

        init(device: SharedDevice, lines: LineReader) {
            self.device = device
            self.lines = lines
        }

        func requireWhole() throws(CommandError) {
            if let error = failure.withLock({ $0 }) { throw error }
        }

        /// Reads and answers jobs until there are no more.
        func work() {
            do throws(CommandError) {
                while failure.withLock({ $0 == nil }), let line = try lines.next() {
                    let job: ServeJob
                    switch line {
                    case .text(let bytes):
                        // Empty lines between jobs are ignored.
                        if bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { continue }
                        job = ServeJob(line: bytes)
                    case .tooLong: job = ServeJob(tooLong: ServeCommand.longestLine)
                    }
                    try Console.print(answer(to: job).text)
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }

        private func answer(to job: ServeJob) -> ServeAnswer {
            do throws(CommandError) {
                return ServeAnswer(id: job.id, keys: try carryOut(try job.work.get()))
            } catch {
                return ServeAnswer(
                    id: job.id,
                    keys: JobReport(input: job.input, output: job.output, .failed(error.sentence)).keys)
            }
        }

        private func carryOut(_ work: ServeJob.Work) throws(CommandError) -> [String: JSONValue] {
            switch work {
            case .frame(let job): return try job.run(on: device)
            case .file(let options):
                let rendering = JobRendering(options: options, recipe: try options.recipe(), device: device)
                return try rendering.run(options.plan()).keys
            }
        }
    }
}

/// The answer to a job: its id, and the keys of `render --json`.
struct ServeAnswer: Encodable {
    let id: JobID
    let keys: [String: JSONValue]

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All values in an answer can be encoded.
        let data = (try? encoder.encode(self)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: Key("id"))
        for (key, value) in keys { try container.encode(value, forKey: Key(key)) }
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}
