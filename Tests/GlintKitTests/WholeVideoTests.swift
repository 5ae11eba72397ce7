import Foundation
import GlintKit
import Synchronization
import TestSupport
import Testing

@Suite("Whole videos in Swift") struct WholeVideoTests {
    private func clip(_ name: String, in folder: TemporaryFolder, _ codecs: String, frames: Int = 20) throws
        -> String
    {
        try Media.make(
            name, in: folder,
            "-f lavfi -i testsrc2=size=64x48:rate=10 -f lavfi -i sine -t \(Double(frames) / 10) \(codecs) OUT"
        )
    }

    private func sound(of path: String) throws -> String {
        try runProgram(
            "/usr/bin/ffmpeg",
            arguments: ["-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-"]
        ).output
    }

    @Test("a video is filtered into another, its sound is copied, and progress rises to 1")
    func filters() throws {
        let folder = try temporaryFolder()
        let path = try clip("a.mkv", in: folder, "-c:v ffv1 -pix_fmt bgr0 -c:a flac")
        let output = folder.file("b.mkv")
        var parts: [Double] = []
        let renderer = try Renderer()
        let remarks = try renderer.render(videoAt: path, [.invert()], to: output) { parts.append($0) }
        #expect(remarks.isEmpty)
        let before = try Media.frames(of: path, as: "rgb24")
        let after = try Media.frames(of: output, as: "rgb24")
        #expect(before.count == 20 * 64 * 48 * 3 && before.count == after.count)
        #expect(zip(before, after).allSatisfy { abs(255 - Int($0) - Int($1)) <= 1 })
        let sound = try sound(of: path)
        #expect(try !sound.isEmpty && self.sound(of: output) == sound)
        #expect(parts.count > 5 && parts.last == 1 && zip(parts, parts.dropFirst()).allSatisfy(<), "\(parts)")
    }

    @Test(
        "frames of another size than the video's are written unchanged",
        arguments: ["mp4", "mov", "webm", "gif"])
    func sizes(container: String) async throws {
        let folder = try temporaryFolder()
        let path = try clip("a.mp4", in: folder, "-c:v libx264 -pix_fmt yuv420p -c:a aac", frames: 4)
        let output = folder.file("b.\(container)")
        let recipe: Recipe = [.rotate(turns: 1), .resize(scale: 0.5)]
        let remarks = try await AsyncRenderer().render(videoAt: path, recipe, to: output)
        #expect(try Media.probe(output, "stream=width,height") == ["24,32"])
        // Remarks are expected for WebM and GIF, which do not support AAC.
        #expect(remarks.isEmpty == (container == "mp4" || container == "mov"), "\(remarks)")
        #expect(try recipe.outputSize(of: VideoReader(path: path).info) == [24, 32])
    }

    @Test("a range selects a part of a video")
    func ranges() throws {
        let folder = try temporaryFolder()
        let path = try clip("a.mkv", in: folder, "-c:v ffv1 -c:a flac")
        let renderer = try Renderer()
        func count(_ start: VideoPosition?, _ end: VideoPosition?) throws -> Int {
            let output = folder.file("b.mkv")
            try renderer.render(videoAt: path, [], to: output, from: start, until: end, overwrite: true)
            return try Media.frames(of: output, as: "rgb24").count / (64 * 48 * 3)
        }
        #expect(try count(.frame(5), .frame(8)) == 3)
        #expect(try count(.seconds(1), nil) == 10)
        #expect(try count(.frame(-7), .frame(2)) == 2)
        for (start, end) in [(.frame(20), nil), (.frame(5), .frame(5)), (.seconds(.infinity), nil)]
            as [(VideoPosition, VideoPosition?)]
        {
            #expect(throws: VideoError.self) { try count(start, end) }
        }
    }

    @Test("failures are typed errors, and leave no file")
    func refuses() throws {
        let folder = try temporaryFolder()
        let path = try clip("a.mkv", in: folder, "-c:v ffv1 -c:a flac", frames: 3)
        try Data(contentsOf: URL(fileURLWithPath: path)).write(to: URL(fileURLWithPath: folder.file("c.mkv")))
        let cut = folder.file("cut.mkv")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: cut))
        let names = Set(folder.names)
        let renderer = try Renderer()
        let output = folder.file("b.mkv")
        #expect(throws: VideoError.file(.missing(path: folder.file("none.mkv")))) {
            try renderer.render(videoAt: folder.file("none.mkv"), [], to: output)
        }
        #expect(throws: VideoError.self) { try renderer.render(videoAt: path, [], to: path, overwrite: true) }
        #expect(throws: VideoError.file(.exists(path: folder.file("c.mkv")))) {
            try renderer.render(videoAt: path, [], to: folder.file("c.mkv"))
        }
        #expect(throws: VideoError.unknownExtension(path: folder.file("b.txt"))) {
            try renderer.render(videoAt: path, [], to: folder.file("b.txt"))
        }
        #expect(throws: RecipeError.self) {
            try renderer.render(videoAt: path, [.saturation(amount: 7)], to: output)
        }
        #expect(throws: FilterError.self) {
            try renderer.render(videoAt: path, [.resize(width: 50_000, height: 50_000)], to: output)
        }
        #expect(throws: VideoError.self) { try renderer.render(videoAt: cut, [], to: output) }
        #expect(Set(folder.names) == names)
    }

    @Test("a cancelled task stops, and leaves no file")
    func cancels() async throws {
        let folder = try temporaryFolder()
        let path = try clip("a.mkv", in: folder, "-c:v ffv1 -c:a flac", frames: 200)
        let output = folder.file("b.mkv")
        let renderer = try await AsyncRenderer()
        let parts = Mutex<[Double]>([])
        let task = Task {
            try await renderer.render(videoAt: path, [.gaussianBlur(radius: 3)], to: output) { part in
                parts.withLock { $0.append(part) }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(folder.names == ["a.mkv"])
        #expect(parts.withLock { $0.allSatisfy { $0 < 1 } && !$0.isEmpty })
    }

    @Test("a loop reads all frames of a video, repeatedly, and ends if its task is cancelled")
    func loops() async throws {
        let folder = try temporaryFolder()
        let path = try clip("a.mkv", in: folder, "-c:v ffv1 -pix_fmt bgr0 -c:a flac", frames: 7)
        let expected = try Media.frames(of: path, as: "rgb24")
        let reader = try VideoReader(path: path)
        _ = try reader.next()
        for _ in 0..<2 {
            var bytes = Data()
            var numbers: [Int] = []
            for try await frame in reader.frames {
                numbers.append(frame.number)
                bytes += frame.pixels.bytes(as: .rgb)
            }
            #expect(numbers == Array(0..<7) && bytes == expected)
        }
        #expect(try reader.next()?.number == 1)
        let renderer = try await AsyncRenderer()
        for try await frame in reader.frames where frame.number == 2 {
            let result = try await renderer.render(frame, of: reader.info, [.invert()])
            #expect(result.pixels.bytes()[0] == 255 - frame.pixels.bytes()[0])
        }
        let frames = reader.frames
        let task = Task {
            var count = 0
            for try await _ in frames {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
