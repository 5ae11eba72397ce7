import Filters
import FoundationEssentials
@preconcurrency import Glibc
import GPU
import Imaging

/// Tries a filter of a person's own in a process of its own before it is used: one that never ends would hold the
/// graphics device for good, and whoever waits for it.
package enum FilterTrial {
    /// How long a trial may take; a filter that takes longer for its pixels is of no use on photographs either. On a
    /// software renderer the time of its processors counts, so that a busy machine makes no filter slow.
    private static let secondsAllowed = 5
    /// How long it may take by the clock; a graphics processor's own time shows nowhere else.
    private static let secondsByTheClock = 10
    /// The first word of a program's command line that makes it a trial.
    private static let argument = "--try-filter"

    // In the program that asks

    /// Why a filter cannot be used, beginning with its file; nil where it works.
    ///
    /// What worked once is known from then on, by its whole text: a start with many filters takes no time.
    package static func problem(with file: OwnFilterFiles.File) -> String? {
        let known = KnownToWork(file)
        if known.isKnown { return nil }
        if let problem = runChild(file) { return problem }
        known.remember()
        return nil
    }

    /// Whether this version of a filter has worked before.
    package static func isKnownToWork(_ file: OwnFilterFiles.File) -> Bool { KnownToWork(file).isKnown }

    private static func runChild(_ file: OwnFilterFiles.File) -> String? {
        // Files instead of pipes: neither end can wait for the other.
        guard let input = tmpfile(), let errors = tmpfile() else { return failed(file, errno) }
        defer {
            fclose(input)
            fclose(errors)
        }
        guard file.text.utf8.isEmpty || fputs(file.text, input) >= 0, fflush(input) == 0 else {
            return failed(file, errno)
        }
        rewind(input)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fileno(errors), STDERR_FILENO)
        let words: [String] = ["glint", argument, file.path]
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        let status = posix_spawn(&child, "/proc/self/exe", &actions, nil, &arguments, environ)
        guard status == 0 else { return failed(file, status) }
        return wait(for: child, file) { firstLine(of: errors) }
    }

    private static func wait(
        for child: pid_t, _ file: OwnFilterFiles.File, complaint: () -> String?
    ) -> String? {
        let end = ContinuousClock.now + .seconds(secondsByTheClock)
        var status: Int32 = 0
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            if ended < 0, errno != EINTR { return failed(file, errno) }
            if ended == child { break }
            if ContinuousClock.now > end || processorSeconds(of: child) > Double(secondsAllowed) {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
                return "\(file.path): the filter was stopped: a megapixel took it more than "
                    + "\(secondsAllowed) seconds; does it ever end?"
            }
            usleep(10_000)
        }
        // The low bits hold the signal that ended it, the next byte its exit status.
        if status & 0x7f != 0 {
            return "\(file.path): the filter makes the graphics driver fail (signal \(status & 0x7f))"
        }
        guard status >> 8 & 0xff != 0 else { return nil }
        return complaint() ?? "\(file.path): the filter failed without a reason"
    }

    /// How long all threads of a process together have run.
    private static func processorSeconds(of process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func failed(_ file: OwnFilterFiles.File, _ code: Int32) -> String {
        "\(file.path): the filter could not be tried: \(strerror(code).map { String(cString: $0) } ?? "")"
    }

    private static func firstLine(of file: UnsafeMutablePointer<FILE>) -> String? {
        rewind(file)
        var buffer = [CChar](repeating: 0, count: 4096)
        // What the driver has to say stands on lines of its own.
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            let line = String(decoding: bytes, as: UTF8.self)
            if line.hasPrefix("/") { return line }
        }
        return nil
    }

    // In the child

    /// Runs the trial where the program was started for one, and gives the exit status to end with; nil where it was
    /// started for something else.
    package static func statusIfChild(_ words: [String]) -> Int32? {
        guard words.count == 3, words[1] == argument else { return nil }
        // Ends the child even where nobody is left to do it.
        alarm(UInt32(2 * secondsByTheClock))
        let path = words[2]
        do {
            let text = String(decoding: FileHandleBytes.standardInput(), as: UTF8.self)
            guard var filter = try DeclarationParser.parse(text, file: path) else { return 1 }
            filter.isOwn = true
            try run(filter)
            return 0
        } catch GPUError.shader(_, let log) {
            fputs(complaint(log, path: path) + "\n", stderr)
        } catch {
            fputs("\(path): \(error)\n", stderr)
        }
        return 1
    }

    /// The first line of a compiler's log that names a line of the file; else the first of all.
    private static func complaint(_ log: String, path: String) -> String {
        let lines = log.split(separator: "\n")
        return lines.first { $0.hasPrefix(path + ":") }.map(String.init) ?? "\(path): \(lines.first ?? "")"
    }

    /// The side of the picture it is tried on. Mesa ends a loop on its own after 65536 turns: over a megapixel those
    /// take longer than is allowed, too.
    private static let side = 1024

    private static func run(_ filter: FilterDeclaration) throws {
        let catalog = FilterCatalog.builtIn.adding([filter])
        let engine = try Engine(context: HeadlessContext(), catalog: catalog)
        // Every color there is, as noise: Knuth's linear congruential generator (MMIX), eight bytes at a time.
        var state: UInt64 = .random(in: 0...UInt64.max)
        let pixels = PixelBuffer(width: side, height: side, depth: .eight) { bytes in
            let words = bytes.bindMemory(to: UInt64.self)
            for index in words.indices {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                words[index] = state ^ state >> 32
            }
        }
        let source = PictureProvider(pixels)
        for choose in choices {
            var stage = Recipe.Stage(filter.id)
            for parameter in filter.parameters { stage.set(parameter.id, to: choose(parameter)) }
            _ = try engine.render(
                Recipe([stage]), of: source, viewport: Viewport(wholeAt: source.size), keepsResults: false)
            engine.device.finish()
        }
    }

    /// Values to try: the defaults, both ends, and two between.
    private static var choices: [(ParameterDeclaration) -> ParameterValue] {
        [{ $0.defaultValue }, { $0.value(at: 0) }, { $0.value(at: 1) }]
            + (0..<2).map { _ in { $0.value(at: .random(in: 0...1)) } }
    }
}

extension ParameterDeclaration {
    /// A value some way through what is allowed, 0…1; the default where there is no such way.
    fileprivate func value(at place: Double) -> ParameterValue {
        switch kind {
        case .number, .integer:
            let number = (min ?? 0) + place * ((max ?? 0) - (min ?? 0))
            return .number(kind == .integer ? number.rounded() : number)
        case .toggle: return .toggle(place >= 0.5)
        case .choice:
            let index = Swift.min(choices.count - 1, Int(place * Double(choices.count)))
            return choices.indices.contains(index) ? .text(choices[index].id) : defaultValue
        case .color: return .color(SIMD3(repeating: place))
        case .point: return .point(SIMD2(repeating: place))
        case .curve, .text, .file: return defaultValue
        }
    }
}

/// Everything that stands on standard input.
private enum FileHandleBytes {
    static func standardInput() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}

/// Whether a filter worked before: its text is kept in the cache folder, under the name of its file.
private struct KnownToWork {
    private let path: String?
    private let text: String

    init(_ file: OwnFilterFiles.File) {
        let environment = ProcessInfo.processInfo.environment
        let cache =
            environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { $0 + "/.cache" }
        path = cache.map { "\($0)/glint/working-filters/\(PathName.last(of: file.path))" }
        // Another version may do something else with it.
        text = "// \(GlintVersion.current)\n\(file.text)"
    }

    var isKnown: Bool {
        guard let path, let data = FileManager.default.contents(atPath: path) else { return false }
        return data == Data(text.utf8)
    }

    /// Where it cannot be noted the filter is tried again at the next start.
    func remember() {
        guard let path else { return }
        try? FileManager.default.createDirectory(
            atPath: PathName.folder(of: path), withIntermediateDirectories: true)
        let beside = "\(path).\(getpid())"
        guard let file = fopen(beside, "w") else { return }
        let isWritten = fputs(text, file) >= 0
        if fclose(file) == 0, isWritten { rename(beside, path) } else { unlink(beside) }
    }
}
