import Exporting
import Filters
@preconcurrency import Glibc
import GPU
import Imaging
import Rendering
import System

/// Answers the requests of one client of `stream`, one after the other.
final class StreamSession {
    private let connection: StreamConnection
    private let device: SharedDevice
    private let clients: StreamClients
    /// The format of the frames; nil before the first request.
    private var format: StreamFormat?
    private var recipe = Recipe()
    /// The recipe, prepared for the frames; nil if it has to be prepared again.
    private var filter: FrameFilter?
    private var slots: [Int: StreamMemory] = [:]
    private var statistics = StreamStatistics()

    /// - Parameter socket: the client's socket, which the session closes.
    init(_ socket: Int32, _ device: SharedDevice, _ clients: StreamClients) {
        connection = StreamConnection(socket, waitForInput: { Interruption.waitForInput(on: $0) })
        self.device = device
        self.clients = clients
    }

    /// Answers requests until the client closes its end, or a signal arrives.
    func run() {
        defer { releaseFilter() }
        do throws(StreamError) {
            while let line = try connection.next() {
                switch line {
                case .text(let bytes):
                    guard connection.send(answer(to: bytes).line) else { return }
                case .tooLong:
                    let limit = StreamRequest.longestLine >> 20
                    guard
                        connection.send(
                            failure(["request": .null], "the request is longer than \(limit) MB, the maximum")
                                .line)
                    else { return }
                }
            }
        } catch {
            // The client may have gone away.
            _ = connection.send(failure(["request": .null], error.description).line)
        }
    }

    private func answer(to line: [UInt8]) -> JSONValue {
        var about: [String: JSONValue] = [:]
        do {
            let request = try StreamRequest(line: line)
            if case .frame(let slot, _) = request { about["slot"] = .number(Double(slot)) }
            return try carryOut(request)
        } catch {
            about["request"] = StreamRequest.name(in: line).map(JSONValue.string) ?? .null
            return failure(about, FrameJob.sentence(error))
        }
    }

    private func failure(_ about: [String: JSONValue], _ sentence: String) -> JSONValue {
        statistics.errorCount += 1
        return .object(["error": .object(about.merging(["message": .string(sentence)]) { $1 })])
    }

    private func carryOut(_ request: StreamRequest) throws -> JSONValue {
        switch request {
        case .hello(let format): return try begin(format)
        case .recipe(let value): return try use(value)
        case .memory(let slot):
            guard let descriptor = connection.takeDescriptor() else {
                throw StreamError("no descriptor has arrived with “memory”")
            }
            defer { close(descriptor) }
            let memory = try StreamMemory(descriptor)
            slots[slot] = memory
            return answer("memory", ["slot": number(slot), "bytes": number(memory.byteCount)])
        case .release(let slot):
            slots[slot] = nil
            return answer("release", ["slot": number(slot)])
        case .frame(let slot, let time): return try filter(slot, time)
        case .statistics:
            return answer(
                "statistics",
                statistics.keys.merging(["clients": number(max(1, clients.count.load(ordering: .relaxed)))]) {
                    $1
                })
        }
    }

    private func answer(_ name: String, _ content: [String: JSONValue]) -> JSONValue {
        .object([name: .object(content)])
    }

    private func number(_ value: Int) -> JSONValue { .number(Double(value)) }

    private func begin(_ format: StreamFormat) throws -> JSONValue {
        let traits = try device.inTurn { $0.traits }
        let result = try prepare(Recipe(), for: format)
        return answer(
            "hello",
            [
                "version": number(StreamRequest.version), "program": .string(Program.versionLine),
                "renderer": .string(traits.renderer), "software": .bool(traits.isSoftware),
                "result": result,
            ])
    }

    private func use(_ value: JSONValue) throws -> JSONValue {
        guard let format else { throw StreamError("“hello” must come before “recipe”") }
        let stages = try ServeJob.stages(ofRecipe: value)
        let recipe: Recipe
        // A stored recipe may name a shader file that this computer lacks; that of a message must exist.
        if case .string = value {
            recipe = try FilterSet.recipe(stored: stages, typed: [])
        } else {
            recipe = try FilterSet.recipe(stored: [], typed: stages)
        }
        return answer("recipe", ["result": try prepare(recipe, for: format)])
    }

    /// Prepares a recipe and describes its results; if that fails, nothing changes.
    private func prepare(_ recipe: Recipe, for format: StreamFormat) throws -> JSONValue {
        let prepared = try device.inTurn { try $0.frameFilter(recipe, over: format.layout) }
        releaseFilter()
        filter = prepared
        self.format = format
        self.recipe = recipe
        let (result, layout) = (prepared.result, StreamLayout(prepared))
        return .object([
            "width": number(result.size.x), "height": number(result.size.y),
            "format": .string(StreamFormat.name(of: result)), "offset": number(layout.resultOffset),
            "bytes": number(layout.byteCount),
        ])
    }

    private func filter(_ slot: Int, _ time: StreamTime) throws -> JSONValue {
        guard let format else { throw StreamError("“hello” must come before “frame”") }
        guard let memory = slots[slot] else {
            throw StreamError("slot \(slot) has no memory; “memory” passes some")
        }
        if filter == nil { _ = try prepare(recipe, for: format) }
        let layout = try layout(of: slot, memory)
        let start = ContinuousClock.now
        do {
            try run(on: memory, layout, at: time.frameTime(at: format.rate))
        } catch {
            releaseFilter()
            throw error
        }
        let milliseconds = (.now - start) / .milliseconds(1)
        statistics.add(milliseconds)
        return answer(
            "done", ["slot": number(slot), "milliseconds": .number((milliseconds * 100).rounded() / 100)])
    }

    /// The layout of a slot, whose memory must be large enough for the prepared recipe.
    private func layout(of slot: Int, _ memory: StreamMemory) throws(StreamError) -> StreamLayout {
        guard let filter else { throw StreamError("the recipe could not be prepared") }
        let layout = StreamLayout(filter)
        try memory.requireSpace(for: layout, name: "slot \(slot)")
        return layout
    }

    /// Filters a frame. Nothing here keeps the prepared recipe, which is released on the device if this
    /// fails.
    private func run(on memory: StreamMemory, _ layout: StreamLayout, at time: FrameTime) throws {
        let frame = try memory.frame(layout.source, filter?.sourceFormat)
        let target = memory.result(layout)
        try device.inTurn { renderer in
            guard let filter else { return }
            try renderer.filter(
                frame, at: time, with: filter, shouldStop: { self.connection.isClosed }, into: target)
        }
    }

    private func releaseFilter() {
        guard filter != nil else { return }
        // If the device could not be opened, there is no filter.
        try? device.inTurn { $0.release(&filter) }
    }
}

extension StreamLayout {
    /// The layout of the memory for a filter's frames.
    init(_ filter: FrameFilter) { self.init(source: filter.source, result: filter.result) }
}

/// What a session reports about itself.
private struct StreamStatistics {
    var errorCount = 0
    private var frameCount = 0
    /// The time from a request for a frame to its answer, including other clients' turns.
    private var milliseconds = 0.0
    private var slowest = 0.0

    mutating func add(_ time: Double) {
        frameCount += 1
        milliseconds += time
        slowest = max(slowest, time)
    }

    var keys: [String: JSONValue] {
        [
            "frames": .number(Double(frameCount)), "errors": .number(Double(errorCount)),
            "milliseconds": .number(milliseconds), "slowest": .number(slowest),
        ]
    }
}
