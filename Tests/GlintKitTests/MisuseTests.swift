import Foundation
import GlintKit
import TestSupport
import Testing

/// Values that are invalid in any file, frame or filter.
@Suite("Misuse") struct MisuseTests {
    private func pixels(
        _ width: Int = 16, _ height: Int = 16, _ depth: PixelBuffer.Depth = .eight
    ) throws -> PixelBuffer {
        try PixelBuffer(
            bytes: [UInt8](repeating: 7, count: width * height * depth.bytesPerPixel), width: width,
            height: height, depth: depth)
    }

    @Test("frames of another format throw, and the writer continues", arguments: ["mp4", "mkv", "gif"])
    func frames(container: String) throws {
        let folder = try temporaryFolder()
        let path = folder.file("a.\(container)")
        let writer = try VideoWriter(path: path, frameFormat: VideoOutputFormat(width: 16, height: 16))
        let wrong = [
            (try pixels(15, 16), "it has 15 × 16 pixels instead of 16 × 16"),
            (try pixels(16, 32), "it has 16 × 32 pixels instead of 16 × 16"),
            (try pixels(16, 16, .sixteen), "it has 16 bits per channel instead of 8 bits per channel"),
            (
                try pixels(16, 16, .float),
                "it has 32-bit floats per channel instead of 8 bits per channel"
            ),
        ]
        for (frame, reason) in wrong {
            #expect(throws: VideoError.unfitFrame(path: path, frame: 0, reason: reason)) {
                try writer.add(frame, time: 0, duration: 1)
            }
        }
        let short = [UInt8](repeating: 0, count: 16 * 16 * 4 - 1)
        let error = try #require(throws: VideoError.self) {
            try short.withUnsafeBytes { rows in
                try writer.add(rows: rows, time: 0, duration: 1)
            }
        }
        #expect(
            "\(error)"
                == "\(path): its frame 0 cannot be written: its rows take 1024 bytes, but 1023 were given")
        let frame = try pixels()
        for (time, duration) in [(.min, 1), (.max, 1), (0, -1), (0, .max)] as [(Int64, Int64)] {
            #expect(throws: VideoError.self) { try writer.add(frame, time: time, duration: duration) }
        }
        for time in 0..<3 { try writer.add(frame, time: Int64(time), duration: 1) }
        try writer.finish(overwrite: false)
        #expect(try VideoReader(path: path).table()?.count == 3)
    }

    @Test("unsupported formats throw when the file is created, and leave no file")
    func formats() throws {
        let folder = try temporaryFolder()
        var formats = [(0, 16), (16, 0), (-1, -1), (.min, .max), (.max, .max), (.max, 1), (1 << 32, 2)].map {
            VideoOutputFormat(width: $0, height: $1)
        }
        formats.append(VideoOutputFormat(width: 16, height: 16, depth: .float))
        for fraction in [Fraction(.max, 1), Fraction(1, .max)] {
            formats.append(VideoOutputFormat(width: 16, height: 16, pixelAspect: fraction))
            formats.append(VideoOutputFormat(width: 16, height: 16, tick: fraction))
            formats.append(VideoOutputFormat(width: 16, height: 16, frameRate: fraction))
        }
        for container in ["mp4", "mkv", "webm", "mov", "gif", "png"] {
            let path = folder.file("a.\(container)")
            for format in formats {
                let error = try #require(throws: VideoError.self) {
                    try VideoWriter(path: path, frameFormat: format)
                }
                guard case .unfitFormat(path, let reason) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(!reason.isEmpty && "\(error)".hasPrefix(path))
                #expect(throws: error) { try VideoPlan(path: path, frameFormat: format) }
            }
        }
        #expect(folder.names.isEmpty)
    }

    @Test(
        "a video writer can be finished once, again if a file was in the way, and not after cancellation")
    func finishesVideo() throws {
        let folder = try temporaryFolder()
        let path = folder.file("a.mkv")
        let frame = try pixels()
        func writer() throws -> VideoWriter {
            let writer = try VideoWriter(path: path, frameFormat: VideoOutputFormat(width: 16, height: 16))
            try writer.add(frame, time: 0, duration: 1)
            return writer
        }
        let first = try writer()
        try first.finish(overwrite: false)
        for _ in 0..<2 {
            let error = try #require(throws: VideoError.self) { try first.finish(overwrite: true) }
            #expect("\(error)" == "\(path): it is already complete")
        }
        #expect(throws: VideoError.self) { try first.add(frame, time: 1, duration: 1) }
        first.cancel()
        #expect(throws: VideoError.self) { try first.finish(overwrite: true) }
        let second = try writer()
        #expect(throws: VideoError.file(.exists(path: path))) { try second.finish(overwrite: false) }
        try second.finish(overwrite: true)
        let third = try writer()
        third.cancel()
        third.cancel()
        let error = try #require(throws: VideoError.self) { try third.finish(overwrite: true) }
        #expect("\(error)" == "\(path): it was cancelled")
        #expect(throws: VideoError.self) { try third.add(frame, time: 1, duration: 1) }
        #expect(folder.names == ["a.mkv"])
    }

    @Test(
        "a picture writer accepts only rows that it has, and can be finished once",
        arguments: PictureFormat.allCases)
    func pictures(format: PictureFormat) throws {
        let folder = try temporaryFolder()
        let path = folder.file("a.\(format.fileExtensions[0])")
        func writer(_ width: Int = 3, _ height: Int = 2) throws(ImagingError) -> PictureEncoder {
            try PictureEncoder(
                path: path, format: format, width: width, height: height, channels: .rgb, depth: .eight)
        }
        for (width, height) in [(0, 2), (3, 0), (-1, -1), (.min, 1)] {
            #expect(throws: ImagingError.noPixels(path: path, width: width, height: height)) {
                try writer(width, height)
            }
        }
        #expect(throws: ImagingError.self) { try writer(.max, .max) }
        #expect(folder.names.isEmpty)
        let rows = [UInt8](repeating: 9, count: 24)
        func write(_ writer: PictureEncoder, _ byteCount: Int, _ count: Int) throws {
            try rows.withUnsafeBytes { rows in
                try writer.write(rows: UnsafeRawBufferPointer(rebasing: rows[..<byteCount]), count: count)
            }
        }
        let whole = try writer()
        #expect(throws: ImagingError.shortRows(path: path, byteCount: 23, expected: 24)) {
            try write(whole, 23, 2)
        }
        for count in [3, -1, .min, .max] {
            #expect(throws: ImagingError.self) { try write(whole, 24, count) }
        }
        #expect(throws: ImagingError.wrongRowCount(path: path, written: 0, expected: 2)) {
            try whole.finish(overwrite: false)
        }
        try write(whole, 24, 0)
        try write(whole, 24, 2)
        try whole.finish(overwrite: false)
        #expect(throws: ImagingError.self) { try whole.finish(overwrite: true) }
        #expect(throws: ImagingError.self) { try write(whole, 24, 1) }
        whole.cancel()
        let again = try writer()
        try write(again, 24, 2)
        #expect(throws: ImagingError.file(.exists(path: path))) { try again.finish(overwrite: false) }
        try again.finish(overwrite: true)
        let cancelled = try writer()
        cancelled.cancel()
        #expect(throws: ImagingError.self) { try write(cancelled, 24, 2) }
        #expect(throws: ImagingError.self) { try cancelled.finish(overwrite: true) }
        #expect(folder.names.count == 1)
        #expect(try Picture(contentsOf: path).width == 3)
    }

    @Test("pixels without a size, or larger than memory, throw")
    func buffers() {
        for (width, height) in [(0, 1), (1, 0), (-1, -1), (.min, .min)] {
            #expect(throws: ImagingError.noPixels(path: "a", width: width, height: height)) {
                try PixelBuffer(width: width, height: height, depth: .eight, name: "a") { _ in }
            }
        }
        #expect(throws: ImagingError.self) {
            try PixelBuffer(width: .max, height: .max, depth: .float, name: "a") { _ in }
        }
    }

    private static let wrongStages: [Recipe.Stage] =
        [2, -1, 1.001, .nan, .infinity, -.infinity].flatMap { value -> [Recipe.Stage] in
            [
                .gradientMap(shadows: [value, 0, 0]), .gradientMap(midtones: [0, 0, value]),
                .dehaze(haze: [0.5, value, 0.5]), .saturation(amount: value == 1.001 ? 2.001 : 3 * value),
                .tiltShift(center: [value, 0.5]), .toneCurve(all: [[0, 0], [1, value]]),
                .toneCurve(red: [[0, 0], [value, 1]]),
                .sepia().blended(opacity: value),
                .sepia().limited(to: .ellipse(x: 3 * value, y: 0, width: 1, height: 1)),
                .sepia().limited(to: .rectangle(x: 0, y: 0, width: 1, height: 1, feather: value)),
                .sepia().limited(to: .gradient(from: [0, 0], to: [3 * value, 0])),
                .sepia().limited(to: .luminosity(0.2...0.8, feather: value)),
            ]
        } + [
            .gradientMap(shadows: [2, -1, .nan]), .toneCurve(all: []), .toneCurve(all: [[0, 0]]),
            .toneCurve(all: [[1, 0], [0, 1]]), .resize(width: -1), .resize(width: .max), .resize(width: .min),
            .posterize(levels: 0), .rotate(turns: .max), .ntsc(frame: .min), .ntsc(randomSeed: .max),
        ]

    @Test("a value out of range, or NaN, is rejected by name", arguments: wrongStages)
    func stages(stage: Recipe.Stage) throws {
        let catalog = FilterCatalog.builtIn
        #expect(throws: RecipeError.self) { try catalog.validate(stage) }
        #expect(throws: RecipeError.self) { try Recipe([stage]).outputSize(of: [16, 16]) }
        // Also rejected in JSON: by the parser, or, if JSON can express the number, by validation.
        #expect(throws: RecipeError.self) { try catalog.validate(Recipe(json: Recipe([stage]).json)) }
    }

    @Test("a renderer rejects invalid colors, and says which")
    func renders() throws {
        let renderer = try Renderer()
        let picture = Picture(pixels: try pixels(), channels: .rgba)
        let error = try #require(throws: RecipeError.self) {
            try renderer.render(picture, [.gradientMap(shadows: [2, -1, .nan])])
        }
        #expect("\(error)" == "gradient-map: shadows must be a color such as #ff8000")
        _ = try renderer.render(picture, [.gradientMap(shadows: [1, 0, 0.123])])
    }

    @Test("frame numbers and times outside a video are errors, or clamped")
    func moments() throws {
        let folder = try temporaryFolder()
        let path = try Media.make(
            "a.mkv", in: folder,
            "-f lavfi -i testsrc2=size=32x16:rate=10:duration=1 -f lavfi -i sine=duration=1 -c:v ffv1 -c:a flac OUT"
        )
        for threads in [-1, 0, .max, .min] {
            #expect(try VideoReader(path: path, threads: threads).next()?.number == 0)
        }
        let reader = try VideoReader(path: path)
        let table = try #require(try reader.table())
        for number in [-1, 10, .min, .max] {
            #expect(throws: VideoError.self) { try reader.frame(number) }
            #expect((0...10).contains(VideoPosition.frame(number).frame(in: table)))
            #expect(table.seconds(of: number).isFinite)
        }
        for seconds in [-1, 99, .nan, .infinity, -.infinity, 1e300] {
            #expect((0...10).contains(VideoPosition.seconds(seconds).frame(in: table)))
            #expect((0...10).contains(VideoPosition.seconds(seconds).frameShown(in: table)))
            #expect((0...10).contains(table.firstFrame(atOrAfter: seconds)))
            let sound = try SoundReader(path: path, start: seconds)
            for sample in [-1, 0, .max, .min] {
                try? sound?.seek(to: sample)
                var samples = [Float](repeating: 0, count: 64)
                _ = try? samples.withUnsafeMutableBufferPointer { samples in
                    try sound?.read(into: samples) ?? 0
                }
                _ = try? sound?.read(into: UnsafeMutableBufferPointer(start: nil, count: 0))
            }
        }
    }

    @Test("extreme metadata and options do no harm", arguments: PictureFormat.allCases)
    func metadata(format: PictureFormat) throws {
        for value in [Double.nan, .infinity, -1, 0, 1e300, .leastNonzeroMagnitude] {
            let metadata = Metadata(
                exif: [1, 2, 3], xmp: [0xff], iptc: [0x1c], resolution: .init(x: value, y: value),
                texts: [
                    .init(keyword: "", text: "\u{0}"),
                    .init(keyword: String(repeating: "k", count: 99), text: ""),
                ])
            let picture = Picture(pixels: try pixels(), channels: .rgb, metadata: metadata)
            for quality in [.min, 0, .max] {
                _ = try picture.encoded(as: format, options: EncodingOptions(quality: quality))
            }
        }
        let bytes = try Picture(pixels: pixels(), channels: .rgb).encoded(as: format)
        for page in [.min, -1, 0, 2, .max] {
            #expect(throws: ImagingError.self) {
                try Picture(encoded: bytes, options: DecodingOptions(page: page))
            }
        }
        for count in [.min, 0] {
            #expect(throws: ImagingError.self) {
                try Picture(encoded: bytes, options: DecodingOptions(largestPixelCount: count))
            }
        }
    }

    @Test("drawings of any size are drawn or rejected")
    func drawings() throws {
        let drawing = Array(
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path d='M0 0h9v9z'/></svg>".utf8)
        for size in [SIMD2(0, 0), [-1, 5], [.min, .min], [.max, 1], [.max, .max]] {
            _ = try? Picture(encoded: drawing, options: DecodingOptions(drawingSize: size))
        }
        #expect(try Picture(encoded: drawing, options: DecodingOptions(drawingSize: [18, 18])).width == 18)
    }

    @Test("unusual color spaces are written or rejected", arguments: PictureFormat.allCases)
    func colorSpaces(format: PictureFormat) throws {
        let falling = ToneCurve { 1 - $0 }
        let odd = [ToneCurve { _ in .nan }, ToneCurve { _ in 0.5 }]
        #expect(falling == nil && odd.allSatisfy { $0 == nil })
        #expect(Primaries(toXYZ: Matrix3([.nan, 0, 0], [0, 1, 0], [0, 0, 1])) == nil)
        #expect(Primaries(red: [0, 0], green: [.nan, 1], blue: [1, .infinity], white: [0.3, 0.3]) == nil)
        let curves = [ToneCurve { $0 * $0 }, ToneCurve { $0 < 0.5 ? 0 : 1 }].compactMap(\.self)
        #expect(curves.count == 2)
        let wide = try #require(Primaries(toXYZ: Matrix3([7, 0, 0], [0, -7, 0], [0, 0, 7])))
        for primaries in [wide, .proPhoto] {
            for count in 0...5 {
                for profile in [nil, [], [UInt8](repeating: 255, count: 200)] as [[UInt8]?] {
                    let space = ColorSpace(
                        primaries: primaries, curves: (0..<count).map { curves[$0 % 2] }, profile: profile,
                        profileName: "\u{0}", isOfGray: count % 2 == 0)
                    let bytes = [UInt8](repeating: 200, count: 3 * 16)
                    guard
                        let pixels = try? PixelBuffer(
                            bytes: bytes, width: 4, height: 4, channels: .rgb, colorSpace: space)
                    else { continue }
                    for channels in [Channels.rgb, .gray] {
                        let picture = Picture(pixels: pixels, channels: channels)
                        for choice in [ProfileChoice.keep, .sRGB, .displayP3, .profile([1, 2], name: "a")] {
                            _ = try? picture.encoded(as: format, options: EncodingOptions(profile: choice))
                        }
                    }
                }
            }
        }
    }

    @Test("non-integers and unknown names are nil or errors")
    func names() throws {
        for text in ["", "/", "1/0", "0/1", "-1", "99999999999999999999/1", "1e9", "nan", "29.97/1"] {
            if let rate = Fraction(ofRate: text) { #expect(rate.value > 0) }
        }
        for text in [
            "", ":", "::", "99999999999999999999f", "-1f", "1:60", "99999999999999999999:00", "nan", "1e5",
        ] {
            _ = VideoPosition(text)
        }
        #expect(Fraction(.min, .max).value > 0 && Fraction(0, 0) == Fraction(1, 1))
        #expect(PageNumber(.min, count: .min) == .single && PageNumber(.max, count: 0).count == .max)
        #expect(PictureFormat(fileName: "") == nil && VideoContainer(fileName: "/.") == nil)
        #expect(throws: LiveError.self) { try Camera.named("no such camera") }
        #expect(throws: RecipeError.self) {
            try Recipe(json: String(repeating: "[", count: 100_000))
        }
        #expect(throws: CustomFilterError.self) { try CustomFilter(source: "// filter: \u{0}\n", name: "") }
        let histogram = Histogram()
        #expect(histogram.clippedShare(at: .black) == 0 && histogram[.luma].count == 256)
    }

    @Test("depths, regions and stages beyond a renderer's limits are errors")
    func recipes() throws {
        let renderer = try Renderer()
        let picture = Picture(pixels: try pixels(), channels: .rgba)
        let many = Recipe.Stage.sepia()
        var crowded = many
        crowded.regions = Array(
            repeating: .ellipse(x: 0, y: 0, width: 1, height: 1), count: Region.maximumInStage + 1)
        #expect(throws: RecipeError.self) { try renderer.render(picture, [crowded]) }
        #expect(throws: RecipeError.self) { try renderer.histogram(of: picture, [crowded]) }
        let long = Recipe(Array(repeating: many, count: 300))
        #expect(try renderer.render(picture, long, depth: .float).width == 16)
        #expect(throws: FilterError.self) { try renderer.render(picture, [.lut(file: "/nowhere.cube")]) }
        #expect(throws: (any Error).self) {
            try renderer.render(picture, [.resize(width: 40_000, height: 40_000)], depth: .float)
        }
        #expect(throws: ImagingError.self) { try renderer.render(picture, [], to: "") }
        let folder = try temporaryFolder()
        try picture.write(to: folder.file("a.png"))
        for name in ["a.png\u{0}", "a.png\u{0}b.png", "b.png\u{0}c.png", "\u{0}.png"].map(folder.file) {
            #expect(throws: ImagingError.self) { try picture.write(to: name, overwrite: true) }
            #expect(throws: ImagingError.file(.missing(path: name))) { try Picture(contentsOf: name) }
            #expect(throws: VideoError.file(.missing(path: name))) { try VideoReader(path: name) }
            #expect(throws: (any Error).self) { try Recipe(contentsOf: name) }
        }
        #expect(folder.names == ["a.png"])
    }
}
