import Dispatch
import GPU
import Synchronization
import Testing

@Suite("Turns of drawing and work") struct DrawingTurnsTests {
    /// The events of all threads, in order.
    private final class Record: Sendable {
        private let events = Mutex<[String]>([])

        func note(_ event: String) { events.withLock { $0.append(event) } }
        var all: [String] { events.withLock { $0 } }
    }

    private static var limit: DispatchTime { .now() + .seconds(60) }

    @Test("work waits until drawing is done")
    func workWaits() {
        let (turns, record) = (DrawingTurns(), Record())
        let (asked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        turns.beginDrawing()
        DispatchQueue.global().async {
            asked.signal()
            turns.work { record.note("worked") }
            done.signal()
        }
        #expect(asked.wait(timeout: Self.limit) == .success)
        #expect(done.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
        record.note("drawn")
        turns.endDrawing()
        #expect(done.wait(timeout: Self.limit) == .success)
        #expect(record.all == ["drawn", "worked"])
    }

    /// Starts work that ends when the first semaphore is signaled; more work follows, after which the second
    /// one is signaled.
    private func workTwice(
        in turns: DrawingTurns, _ record: Record
    ) -> (mayEnd: DispatchSemaphore, done: DispatchSemaphore) {
        let (begun, mayEnd, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        DispatchQueue.global().async {
            turns.work {
                begun.signal()
                mayEnd.wait()
                record.note("first piece")
            }
            turns.work { record.note("second piece") }
            done.signal()
        }
        #expect(begun.wait(timeout: Self.limit) == .success)
        return (mayEnd, done)
    }

    @Test("drawing waits for the work in progress, and precedes the next")
    func drawingGoesFirst() {
        let (turns, record) = (DrawingTurns(longestWait: .seconds(60)), Record())
        let (mayEnd, done) = workTwice(in: turns, record)
        // By then the other thread waits to draw, unless the machine is so busy that it is not scheduled for
        // a second.
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { mayEnd.signal() }
        turns.beginDrawing()
        record.note("drawn")
        turns.endDrawing()
        #expect(done.wait(timeout: Self.limit) == .success)
        #expect(record.all == ["first piece", "drawn", "second piece"])
    }

    @Test("drawing does not wait for long work, and other work waits for the drawing")
    func slowWorkHoldsNothingUp() {
        let turns = DrawingTurns(longestWait: .milliseconds(10))
        let (mayEnd, done) = workTwice(in: turns, Record())
        turns.beginDrawing()
        mayEnd.signal()
        #expect(done.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
        turns.endDrawing()
        #expect(done.wait(timeout: Self.limit) == .success)
        // No turn was lost or taken twice.
        turns.beginDrawing()
        turns.endDrawing()
        turns.work {}
    }

    @Test("uploads, dispatches, copies, counts and readbacks take turns, which are never nested")
    func usesTakeTurns() throws {
        let context = try CountingContext()
        let log = DebugLog()
        let device = try Device(context: context, log: log)
        func uses(_ body: () throws -> Void) rethrows -> Int {
            let before = context.uses
            try body()
            return context.uses - before
        }
        let texture = try device.textures.texture(width: 2, height: 2, format: .rgba8)
        let other = try device.textures.texture(width: 2, height: 2, format: .rgba8)
        let upload = try uses {
            try [UInt8](repeating: 1, count: 16).withUnsafeBytes {
                try device.upload(#require($0.baseAddress), pixelsPerRow: 2, to: texture)
            }
        }
        let kernel = try device.kernels.kernel(for: "copying") {
            var source = KernelSource(label: "copying")
            source.add(
                text: """
                    #version 430 core
                    layout(local_size_x = 2, local_size_y = 2) in;
                    layout(binding = 0, rgba8) uniform readonly image2D source;
                    layout(binding = 1, rgba8) uniform writeonly image2D result;
                    void main() {
                        ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                        imageStore(result, p, imageLoad(source, p));
                    }
                    """, file: "copying.glsl")
            return source
        }
        let dispatch = try uses {
            try device.run(
                .init(
                    label: "copying", kernel: kernel, inputs: [texture], output: other,
                    uniforms: [0], data: [], groups: SIMD2(1, 1)))
        }
        let copy = try uses { try device.copy(texture, to: other) }
        var read = SIMD4<UInt8>()
        let pixel = try uses { read = try device.pixel(of: other, at: SIMD2(1, 1)) }
        #expect(read == SIMD4(repeating: 1))
        let readback = Readback(on: device)
        let start = try uses {
            try readback.start(texture) { #expect($0.elementsEqual(repeatElement(1, count: 16))) }
        }
        let finish = try uses { try readback.finish() }
        let counts = try CountBuffer(count: 4, on: device)
        let counting = try uses { try counts.run(kernel, over: texture, uniforms: [0], groups: SIMD2(1, 1)) }
        var taken: [UInt32] = []
        let taking = try uses { taken = try counts.take() }
        #expect(taken == [0, 0, 0, 0])
        // A dispatch, with or without counts, takes another turn to fill buffers.
        #expect(
            [upload, dispatch, copy, pixel, start, finish, counting, taking] == [1, 2, 1, 1, 2, 1, 2, 2])
        #expect(log.errors.isEmpty)
    }

    /// Counts turns, and expects that they are not nested.
    private final class CountingContext: GLContext {
        private let context: HeadlessContext
        private(set) var uses = 0
        private var isUsed = false

        init() throws { context = try HeadlessContext() }

        func makeCurrent() throws(GPUError) { try context.makeCurrent() }
        func resignCurrent() { context.resignCurrent() }

        func useTextures<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
            #expect(!isUsed)
            isUsed = true
            defer { isUsed = false }
            uses += 1
            return try body()
        }
    }
}
