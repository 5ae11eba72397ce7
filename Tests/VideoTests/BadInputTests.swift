import Foundation
import Imaging
import TestSupport
import Testing
import Video

/// Invalid files: each gives an error message that names it, or the frames that are readable.
struct BadInputTests {
    private static let picture = "-f lavfi -i testsrc2=s=160x120:r=25:d=2"
    private static let x264 = "-c:v libx264 -preset veryfast -g 12 -bf 2 -pix_fmt yuv420p"

    /// Writes a file with these bytes; returns its path.
    private func write(_ bytes: some Sequence<UInt8>, _ name: String, in folder: TemporaryFolder) throws
        -> String
    {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
        return folder.file(name)
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// The error from opening a file and reading it to the end; nil if there is none.
    private func failure(_ path: String) -> VideoError? {
        do throws(VideoError) {
            let reader = try VideoReader(path: path, threads: 1)
            while try reader.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    /// The numbers of all frames.
    private func numbers(_ reader: VideoReader) throws -> [Int] {
        var numbers: [Int] = []
        while let frame = try reader.next() { numbers.append(frame.number) }
        return numbers
    }

    @Test("A file that is not a video is reported as such, whatever its name")
    func notAVideo() throws {
        let folder = try temporaryFolder()
        let png = try Media.make("a.png", in: folder, "\(Self.picture) -frames:v 1 OUT")
        let jpeg = try Media.make("a.jpg", in: folder, "\(Self.picture) -frames:v 1 OUT")
        let film = try Media.make("a.mp4", in: folder, "\(Self.picture) \(Self.x264) OUT")
        let list = "ffconcat version 1.0\nfile '\(film)'\n"
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://\(film)\n#EXT-X-ENDLIST\n"
        for suffix in ["mp4", "mkv", "txt"] {
            let files = [
                try write(bytes(png), "png.\(suffix)", in: folder),
                try write(bytes(jpeg), "jpeg.\(suffix)", in: folder),
                try write(
                    Array(repeating: "What is written here. ", count: 900).joined().utf8, "text.\(suffix)",
                    in: folder),
                try write(list.utf8, "list.\(suffix)", in: folder),
                try write(playlist.utf8, "playlist.\(suffix)", in: folder),
                try write(
                    (0..<100_000).map { _ in UInt8.random(in: 0...255) }, "noise.\(suffix)", in: folder),
                try write([1, 2, 3], "three.\(suffix)", in: folder),
            ]
            for file in files {
                let failure = failure(file)
                #expect(failure == .notAVideo(path: file), "\(failure?.description ?? "none"): \(file)")
            }
        }
        let empty = try write([], "empty.mp4", in: folder)
        #expect(failure(empty) == .file(.empty(path: empty)))
        #expect(failure(folder.path)?.description.contains(folder.path) == true)
        #expect(failure(folder.file("none.mp4"))?.description.contains("none.mp4") == true)
    }

    @Test("Sound alone, with or without a cover, has no video")
    func noVideo() throws {
        let folder = try temporaryFolder()
        let cover = try Media.make("cover.jpg", in: folder, "\(Self.picture) -frames:v 1 OUT")
        let sound = "-f lavfi -i sine=d=1"
        let files = [
            try Media.make("sound.m4a", in: folder, "\(sound) -c:a aac OUT"),
            try Media.make("sound.mka", in: folder, "\(sound) -c:a aac OUT"),
            try Media.make(
                "cover.m4a", in: folder,
                "\(sound) -i \(cover) -map 0 -map 1 -c:a aac -c:v copy -disposition:v attached_pic OUT"),
        ]
        for file in files { #expect(failure(file) == .noVideo(path: file), "\(file)") }
        let song = try Media.make(
            "cover.mp3", in: folder, "\(sound) -i \(cover) -map 0 -map 1 -c:v copy -id3v2_version 3 OUT")
        #expect(failure(song) == .notAVideo(path: song))
    }

    @Test("A truncated video has the frames before the cut, or is reported as damaged")
    func cutShort() throws {
        let folder = try temporaryFolder()
        let line = "\(Self.picture) \(Self.x264) OUT"
        for name in ["a.mp4", "a.mov"] {
            let whole = try bytes(Media.make(name, in: folder, line))
            let cut = try write(whole.prefix(whole.count / 2), "cut.\(name)", in: folder)
            guard case .damaged(cut, _) = failure(cut) else {
                Issue.record("\(failure(cut)?.description ?? "none")")
                continue
            }
        }
        for name in ["a.mkv", "a.ts", "a.avi", "a.flv", "fast.mp4"] {
            let options = name == "fast.mp4" ? "-movflags +faststart " : ""
            let path = try Media.make(name, in: folder, "\(Self.picture) \(Self.x264) \(options)OUT")
            #expect(try VideoReader(path: path).table()?.isCutShort == false, "\(name)")
            let whole = try bytes(path)
            let cut = try write(whole.prefix(whole.count * 2 / 3), "cut.\(name)", in: folder)
            let reader = try VideoReader(path: cut)
            let numbers = try numbers(reader)
            #expect((20..<50).contains(numbers.count), "\(name): \(numbers.count)")
            let table = try #require(try reader.table())
            #expect(numbers == Array(0..<numbers.count), "\(name)")
            // Formats for streaming may end anywhere, so a cut is not detected.
            #expect(table.isCutShort == (name != "a.ts" && name != "a.flv"), "\(name)")
        }
    }

    @Test("An AVI with frames dropped during recording is complete")
    func droppedFrames() throws {
        let folder = try temporaryFolder()
        // The file has twice as many frames per second as pictures, so every second frame is an empty chunk.
        let path = try Media.make(
            "a.avi", in: folder,
            "\(Self.picture) -vf fps=12.5 -c:v mpeg4 -enc_time_base 1:25 -vsync passthrough OUT")
        let film = try bytes(path)
        let table = try #require(try VideoReader(path: path).table())
        #expect(table.count == 25 && !table.isCutShort)
        let cut = try write(film.prefix(film.count * 2 / 3), "cut.avi", in: folder)
        #expect(try VideoReader(path: cut).table()?.isCutShort == true)
    }

    @Test(
        "Frames that cannot be decoded are skipped, and counted",
        arguments: ["mp4", "mkv", "ts", "avi", "mpg", "webm"])
    func damagedInside(_ suffix: String) throws {
        let folder = try temporaryFolder()
        let codec =
            suffix == "mpg"
            ? "-c:v mpeg2video"
            : suffix == "webm" ? "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 12" : Self.x264
        var film = try bytes(Media.make("a.\(suffix)", in: folder, "\(Self.picture) \(codec) OUT"))
        for index in film.count / 3..<film.count / 3 + 5000 {
            film[index] = UInt8(truncatingIfNeeded: index &* 7919 >> 3)
        }
        let path = try write(film, "b.\(suffix)", in: folder)
        let reader = try VideoReader(path: path)
        _ = try #require(try reader.table())
        let numbers = try numbers(reader)
        #expect(numbers.count > 10)
        #expect(numbers == Array(Set(numbers)).sorted())
        // Lost packets of MPEG and AVI cannot be detected.
        let isDetected = suffix != "mpg" && suffix != "avi"
        #expect(isDetected ? numbers.count + reader.missingFrames == 50 : numbers.count < 50)
        #expect(reader.missingFrames + reader.patchedFrames > 0)
    }

    @Test("An unknown codec is named")
    func unknownCodec() throws {
        let folder = try temporaryFolder()
        var film = try bytes(Media.make("a.mp4", in: folder, "\(Self.picture) \(Self.x264) OUT"))
        while let tag = film.range(of: Data("avc1".utf8)) { film.replaceSubrange(tag, with: "xyzw".utf8) }
        while let box = film.range(of: Data("avcC".utf8)) { film.replaceSubrange(box, with: "free".utf8) }
        let path = try write(film, "b.mp4", in: folder)
        #expect(failure(path) == .unknownCodec(path: path, codec: "xyzw"))
    }

    @Test("Pictures without a size are damage")
    func noSize() throws {
        let folder = try temporaryFolder()
        var film = try bytes(
            Media.make("a.avi", in: folder, "\(Self.picture) -c:v rawvideo -pix_fmt rgb24 -frames:v 2 OUT"))
        // Finds the bitmap header by its size and width, and clears width and height.
        let header = try #require(film.range(of: Data([40, 0, 0, 0, 160, 0, 0, 0])))
        film.replaceSubrange(header.lowerBound + 4..<header.upperBound + 4, with: Data(count: 8))
        let path = try write(film, "b.avi", in: folder)
        let failure = failure(path)
        guard case .damaged(path, _) = failure else {
            Issue.record("\(failure?.description ?? "none")")
            return
        }
    }

    /// A one-pixel video in IVF: a header of 32 bytes, then frames, each preceded by its length and its time.
    private func film(times: some Sequence<Int64>, _ name: String, in folder: TemporaryFolder) throws
        -> String
    {
        let one = try bytes(
            Media.make(
                "one.ivf", in: folder, "-f lavfi -i testsrc2=s=1x1,format=gbrp -frames:v 1 -c:v libvpx OUT"))
        let (header, frame) = (one.prefix(32), Array(one.dropFirst(44)))
        var film = [UInt8](header)
        for time in times {
            withUnsafeBytes(of: UInt32(frame.count)) { film += $0 }
            withUnsafeBytes(of: time) { film += $0 }
            film += frame
        }
        return try write(film, name, in: folder)
    }

    @Test("A video of very many one-pixel frames is read in seconds")
    func manyFrames() throws {
        let folder = try temporaryFolder()
        let count = rounds(200_000, long: 1_000_000)
        let path = try film(times: 0..<Int64(count), "many.ivf", in: folder)
        let reader = try VideoReader(path: path, threads: 1)
        let table = try #require(try reader.table())
        #expect(table.count == count)
        for number in [count - 1, count / 2, 0] { #expect(try reader.frame(number).number == number) }
    }

    @Test("Absurd times do not end the program")
    func absurdTimes() throws {
        let folder = try temporaryFolder()
        let far: Int64 = 1 << 54
        let forthAndBack: [Int64] = (0..<300).map { $0 % 2 == 0 ? far : -far }
        let films: [[Int64]] = [
            [0, .max - 1, .min + 1, 7, .max / 2, .min / 2], [.max - 3, .max - 2, .max - 1], forthAndBack,
            [.min, .min, .min], [far, far, far],
        ]
        for (index, times) in films.enumerated() {
            let path = try film(times: times, "\(index).ivf", in: folder)
            let reader = try VideoReader(path: path, threads: 1)
            let table = try #require(try reader.table())
            #expect(table.count == times.count)
            #expect(table.times == table.times.sorted())
            #expect(table.duration.isFinite)
            let numbers = try numbers(reader)
            #expect(numbers == Array(Set(numbers)).sorted(), "\(times)")
            _ = try? reader.frame(times.count - 1)
            _ = table.frame(at: .infinity)
        }
    }

    @Test("The duration of a video is that of its frames, whatever its header says")
    func wrongDuration() throws {
        let folder = try temporaryFolder()
        var film = try bytes(Media.make("a.mp4", in: folder, "\(Self.picture) \(Self.x264) OUT"))
        for name in ["mvhd", "mdhd", "tkhd"] {
            let header = try #require(film.range(of: Data(name.utf8)))
            let offset = header.upperBound + (name == "tkhd" ? 20 : 16)
            film.replaceSubrange(offset..<offset + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        }
        let path = try write(film, "b.mp4", in: folder)
        let reader = try VideoReader(path: path)
        let table = try #require(try reader.table())
        #expect(table.count == 50)
        #expect(abs(table.duration - 2) < 1e-6)
        #expect(try numbers(reader).count == 50)
    }

    @Test("If timestamps decrease, frames continue in the file's order")
    func timesRunBack() throws {
        let folder = try temporaryFolder()
        let first = try bytes(Media.make("a.ts", in: folder, "\(Self.picture) \(Self.x264) OUT"))
        let path = try write(first + first, "b.ts", in: folder)
        let inLine = try VideoReader(path: path)
        let table = try #require(try inLine.table())
        var frames: [VideoFrame] = []
        while let frame = try inLine.next() { frames.append(frame) }
        #expect(table.count == frames.count)
        #expect(frames.map(\.number) == Array(0..<frames.count))
        let times = frames.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let reader = try VideoReader(path: path)
        for number in [frames.count - 1, 3, frames.count / 2 + 5] {
            let frame = try reader.frame(number)
            #expect(frame.number == number)
            let isSame =
                frame.pixels.withUnsafeBytes { Data($0) }
                == frames[number].pixels.withUnsafeBytes { Data($0) }
            #expect(isSame)
        }
    }

    @Test("Pictures that change their size end the video with an error message that says where")
    func sizeChanges() throws {
        let folder = try temporaryFolder()
        let first = try bytes(Media.make("a.ts", in: folder, "\(Self.picture) \(Self.x264) OUT"))
        let second = try bytes(
            Media.make(
                "b.ts", in: folder,
                "-f lavfi -i testsrc2=s=192x160:r=25:d=1 -output_ts_offset 2 \(Self.x264) OUT"))
        let path = try write(first + second, "c.ts", in: folder)
        #expect(failure(path) == .sizeChanges(path: path, frame: 50))
    }

    @Test("A video whose pictures are in another file does not open that file")
    func references() throws {
        let folder = try temporaryFolder()
        var film = try bytes(Media.make("a.mov", in: folder, "\(Self.picture) -c:v mjpeg OUT"))
        let other = try write(film, "other.mov", in: folder)
        #expect(try numbers(VideoReader(path: other)).count == 50)
        // An alias record (Inside Macintosh: Files) that contains the path, in place of a reference to the
        // file itself.
        var alias = Data(count: 10) + [3] + Data("vol".utf8) + Data(count: 24) + Data(count: 12)
        alias +=
            [9] + Data("other.mov".utf8) + Data(count: 54) + Data(count: 16) + [0, 1, 0, 1] + Data(count: 16)
        alias += [0, 2, 0, UInt8(other.utf8.count)] + Data(other.utf8)
        if other.utf8.count % 2 == 1 { alias += [0] }
        alias += [0xFF, 0xFF, 0, 0]
        let reference = try #require(film.range(of: Data("dref".utf8))).upperBound + 8
        let old = film[reference..<reference + 4].reduce(0) { $0 << 8 | Int($1) }
        func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
        let entry = number(12 + alias.count) + Data("alis".utf8) + Data(count: 4) + alias
        film.replaceSubrange(reference..<reference + old, with: entry)
        for name in ["moov", "trak", "mdia", "minf", "dinf", "dref"] {
            // The last box with this name before the reference; a box's size precedes its name.
            let box =
                try #require(film[..<reference].range(of: Data(name.utf8), options: .backwards)).lowerBound
                - 4
            let size = film[box..<box + 4].reduce(0) { $0 << 8 | Int($1) }
            film.replaceSubrange(box..<box + 4, with: number(size - old + entry.count))
        }
        let path = try write(film, "b.mov", in: folder)
        #expect(failure(path) == .damaged(path: path, reason: "it has no frames"))
    }

    @Test("A video of more than 4 GB is read and seeked to its end")
    func large() throws {
        let folder = try temporaryFolder()
        let film = try bytes(Media.make("a.mov", in: folder, "\(Self.picture) \(Self.x264) OUT"))
        // The box with the sample offsets is moved behind a gap in the file, which the format calls free
        // space.
        let end = try #require(film.range(of: Data("moov".utf8))).lowerBound - 4
        let hole = 5 << 30
        let path = folder.file("large.mov")
        var free = Data([0, 0, 0, 1]) + Data("free".utf8)
        withUnsafeBytes(of: UInt64(hole).bigEndian) { free.append(contentsOf: $0) }
        _ = try write(film[..<end] + free, "large.mov", in: folder)
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seek(toOffset: UInt64(end + hole))
        try file.write(contentsOf: film[end...])
        try file.close()
        let reader = try VideoReader(path: path)
        #expect(try reader.frame(49).number == 49)
        #expect(try reader.table()?.count == 50)
    }

    @Test(
        "A file with a single small frame suffices to detect its container",
        arguments: ["ts", "mpg", "dv", "mkv", "gif"])
    func shortest(_ suffix: String) throws {
        let folder = try temporaryFolder()
        let picture = suffix == "dv" ? "-pix_fmt yuv411p -s 720x480 -r 30000/1001" : "-s 32x32"
        let path = try Media.make("a.\(suffix)", in: folder, "\(Self.picture) -frames:v 1 \(picture) OUT")
        #expect(try VideoReader(path: path).table()?.count == 1)
    }

    @Test("Any file name is accepted")
    func names() throws {
        let folder = try temporaryFolder()
        let film = try bytes(Media.make("a.mp4", in: folder, "\(Self.picture) \(Self.x264) OUT"))
        for name in ["with space.mp4", "-dash.mp4", "'\"quotes.mp4", "Größe 映画.mp4", "%d|x:y.mp4", "plain"] {
            let path = try write(film, name, in: folder)
            #expect(try VideoReader(path: path).frame(7).number == 7, "\(name)")
        }
    }
}
