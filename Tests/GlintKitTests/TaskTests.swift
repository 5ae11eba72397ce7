import Foundation
import GlintKit
import Synchronization
import TestSupport
import Testing

@Suite("Tasks and progress") struct TaskTests {
    /// A format whose encoder takes row by row, and one that is encoded at the end.
    private static let formats: [PictureFormat] = [.png, .jpeg, .tiff, .webp]

    /// A picture large enough for several strips.
    private func picture() throws -> Picture {
        let bytes = [UInt8](repeating: 100, count: 900 * 900)
        let pixels = try PixelBuffer(bytes: bytes, width: 900, height: 900, channels: .gray)
        return Picture(pixels: pixels, channels: .gray)
    }

    /// Expects increasing numbers that end with a single 1.
    private func expectRising(_ parts: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(parts.count > 1 && parts.last == 1, "\(parts)", sourceLocation: sourceLocation)
        #expect(
            zip(parts, parts.dropFirst()).allSatisfy { $0 < $1 }, "\(parts)", sourceLocation: sourceLocation)
    }

    @Test("progress rises, and is 1 once, at the end")
    func progress() throws {
        let (renderer, picture) = (try Renderer(), try picture())
        let folder = try temporaryFolder()
        for recipe in [Recipe(), [.invert()]] {
            var parts: [Double] = []
            _ = try renderer.render(picture, recipe) { parts.append($0) }
            expectRising(parts)
            for format in Self.formats {
                parts = []
                _ = try renderer.render(picture, recipe, as: format) { parts.append($0) }
                expectRising(parts)
            }
            parts = []
            let path = folder.file("a.png")
            try renderer.render(picture, recipe, to: path, overwrite: true) { parts.append($0) }
            expectRising(parts)
        }
    }

    @Test("a stopped renderer throws, leaves no file, and remains usable")
    func stops() throws {
        let (renderer, picture) = (try Renderer(), try picture())
        let folder = try temporaryFolder()
        for format in Self.formats {
            var asked = 0
            renderer.shouldStop = {
                asked += 1
                return asked == 3
            }
            #expect(throws: CancellationError.self) {
                try renderer.render(picture, [.invert()], to: folder.file("a.\(format.fileExtensions[0])"))
            }
            #expect(folder.names.isEmpty)
        }
        renderer.shouldStop = { true }
        #expect(throws: CancellationError.self) { try renderer.render(picture, [.invert()]) }
        #expect(throws: CancellationError.self) { try renderer.render(picture, [.invert()], as: .png) }
        #expect(throws: CancellationError.self) { try renderer.histogram(of: picture, [.invert()]) }
        renderer.shouldStop = { false }
        #expect(try renderer.render(picture, [.invert()]).pixels.bytes(as: .gray).allSatisfy { $0 == 155 })
    }

    @Test("a cancelled task stops its renderer, and leaves no file")
    func cancels() async throws {
        let (renderer, picture) = (try await AsyncRenderer(), try picture())
        let folder = try temporaryFolder()
        let path = folder.file("a.png")
        let parts = Mutex<[Double]>([])
        let task = Task {
            try await renderer.render(picture, [.invert()], to: path) { part in
                parts.withLock { $0.append(part) }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(folder.names.isEmpty && parts.withLock { $0.count == 1 && $0[0] < 1 })
        let result = try await renderer.render(picture, [.invert()])
        #expect(result.pixels.bytes(as: .gray).allSatisfy { $0 == 155 })
    }

    @Test("a task that is cancelled while it waits for the renderer begins nothing")
    func cancelsWaiting() async throws {
        let renderer = try await AsyncRenderer()
        let picture = try picture()
        let folder = try temporaryFolder()
        let path = folder.file("a.png")
        let waiting = Mutex<Task<Void, any Error>?>(nil)
        // While the renderer is in use, another task that needs it must wait.
        try await renderer.withRenderer { _ in
            let task = Task { _ = try await renderer.render(picture, [.invert()], to: path) }
            task.cancel()
            waiting.withLock { $0 = task }
        }
        let task = try #require(waiting.withLock { $0 })
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(folder.names.isEmpty)
    }

    @Test("tasks share an asynchronous renderer, which works on one thread of its own")
    func sharesThread() async throws {
        let renderer = try await AsyncRenderer()
        let threads = try await withThrowingTaskGroup(of: (UInt, Bool).self) { group in
            for level in 0..<8 {
                group.addTask {
                    let bytes = [UInt8](repeating: UInt8(level), count: 64 * 64)
                    let pixels = try PixelBuffer(bytes: bytes, width: 64, height: 64, channels: .gray)
                    let result = try await renderer.render(
                        Picture(pixels: pixels, channels: .gray), [.invert()])
                    let thread = try await renderer.withRenderer { _ in UInt(pthread_self()) }
                    return (thread, result.pixels.bytes(as: .gray).allSatisfy { $0 == 255 - level })
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(threads.map(\.0)).count == 1 && threads.allSatisfy(\.1))
        #expect(threads[0].0 != UInt(pthread_self()))
    }

    @Test("an asynchronous renderer rethrows errors")
    func errors() async throws {
        let renderer = try await AsyncRenderer()
        let picture = try picture()
        await #expect(throws: RecipeError.self) {
            try await renderer.render(picture, [.saturation(amount: 7)])
        }
        await #expect(throws: ImagingError.self) {
            try await renderer.render(picture, [.invert()], to: "/nowhere/a.png")
        }
        await #expect(throws: CustomFilterError.self) {
            try await AsyncRenderer(filters: [CustomFilter(source: "// filter: a")])
        }
    }
}
