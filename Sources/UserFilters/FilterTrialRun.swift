import Filters
@preconcurrency import Glibc
import GPU
import Imaging
import Rendering

/// The trial itself, which runs in the process started for it.
extension FilterTrial {
    /// Runs the trial if the program was started for one, and returns the exit status to end with; otherwise nil.
    package static func statusIfChild(_ words: [String]) -> Int32? {
        guard words.count == 3, words[1] == argument else { return nil }
        // Ends the process even if the parent is gone.
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

    /// The first line of a compiler's log that names a line of the file; otherwise the first line.
    private static func complaint(_ log: String, path: String) -> String {
        let lines = log.split(separator: "\n")
        return lines.first { $0.hasPrefix(path + ":") }.map(String.init) ?? "\(path): \(lines.first ?? "")"
    }

    /// Side of the picture used in the trial. Mesa ends a loop on its own after 65536 turns: over a megapixel even
    /// those exceed the time limit.
    private static let side = 1024

    /// About an hour of frames; filters that read the time are tried at moments of it.
    private static let longestTime = 100_000

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
        let source = SourceFrame(pixels)
        for choose in choices {
            var stage = Recipe.Stage(filter.id)
            for parameter in filter.parameters { stage.set(parameter.id, to: choose(parameter)) }
            let time = FrameTime(frame: .random(in: 0...longestTime))
            _ = try engine.render(
                Recipe([stage]), of: source.at(time), viewport: Viewport(wholeAt: source.size),
                keepsResults: false)
            engine.device.finish()
        }
    }

    /// Values to try: the default, both ends, and two random ones.
    private static var choices: [(ParameterDeclaration) -> ParameterValue] {
        [{ $0.defaultValue }, { $0.value(at: 0) }, { $0.value(at: 1) }]
            + (0..<2).map { _ in { $0.value(at: .random(in: 0...1)) } }
    }
}

extension ParameterDeclaration {
    /// The value at a fraction 0…1 of the allowed range; the default if there is no such range.
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

/// All data on standard input.
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
