import Filters
import GPU
import Imaging
import Testing

@testable import Rendering

/// Pictures that the device converts to the samples of a video frame, compared with the formulas of ITU-R
/// BT.601, BT.709 and BT.2020 in double precision.
@Suite struct PlanarOutputTests {
    private struct Reference {
        let pixels: [SIMD4<Double>]
        let size: SIMD2<Int>
        let frame: SIMD2<Int>
        let isInterlaced: Bool
        /// True if chroma is at the left, or at the upper row, of the pixels that it stands for.
        var isAtColumn = true
        var isAtRow = false

        /// Red, green and blue at a position of the frame, with the first and last column and row repeated.
        func color(_ x: Int, _ y: Int) -> SIMD4<Double> {
            var row = y
            while row < 0 { row += isInterlaced ? 2 : 1 }
            while row >= size.y { row -= isInterlaced && size.y > 1 ? 2 : 1 }
            return pixels[row * size.x + min(max(x, 0), size.x - 1)]
        }

        func luma(_ color: SIMD4<Double>, _ weights: (Double, Double)) -> Double {
            weights.0 * color.x + (1 - weights.0 - weights.1) * color.y + weights.1 * color.z
        }

        /// Cb (0) or Cr (1) in −0.5…0.5.
        func chroma(
            _ index: Int, _ column: Int, _ row: Int, halved: (across: Bool, down: Bool),
            _ weights: (Double, Double)
        ) -> Double {
            func one(_ x: Int, _ y: Int) -> Double {
                let color = color(min(max(x, 0), frame.x - 1), y)
                let scale = 2 * (1 - (index == 0 ? weights.1 : weights.0))
                return ((index == 0 ? color.z : color.x) - luma(color, weights)) / scale
            }
            func at(_ x: Int) -> Double {
                guard halved.down else { return one(x, row) }
                if isAtRow {
                    let (step, middle) = isInterlaced ? (2, row / 2 * 4 + row % 2) : (1, 2 * row)
                    return (one(x, middle - step) + 2 * one(x, middle) + one(x, middle + step)) / 4
                }
                guard isInterlaced else { return (one(x, 2 * row) + one(x, 2 * row + 1)) / 2 }
                // In the lines of a field, chroma is a quarter below the first of two in the top field, and
                // a quarter above the second in the bottom field.
                let first = row / 2 * 4 + row % 2
                let share = row % 2 == 0 ? 0.25 : 0.75
                return one(x, first) * (1 - share) + one(x, first + 2) * share
            }
            guard halved.across else { return at(column) }
            guard isAtColumn else { return (at(2 * column) + at(2 * column + 1)) / 2 }
            return (at(2 * column - 1) + 2 * at(2 * column) + at(2 * column + 1)) / 4
        }
    }

    /// The samples of a picture's frame as the exporter reads them back, strip after strip.
    private func samples(
        of picture: PixelBuffer, as format: PlanarFormat, on engine: Engine
    ) throws -> (strips: [[UInt8]], rows: [Int]) {
        let size = SIMD2(picture.width, picture.height)
        let frames = try FrameExports(
            of: Recipe(), over: size, from: picture.depth, to: picture.depth,
            as: (format, false), on: engine)
        _ = try #require(frames.planes)
        var (strips, rows): ([[UInt8]], [Int]) = ([], [])
        let exporter = try Exporter(
            picture, isOpaque: true, recipe: Recipe(), depth: picture.depth, on: engine, frames: frames
        ) { bytes, count in
            strips.append(Array(bytes))
            rows.append(count)
        }
        while try exporter.step() {}
        try frames.readback.finish()
        return (strips, rows)
    }

    private func noise(_ size: SIMD2<Int>, _ depth: PixelBuffer.Depth) throws -> PixelBuffer {
        var random: UInt32 = 7
        let count = 4 * size.x * size.y
        return PixelBuffer(width: size.x, height: size.y, depth: depth) { bytes in
            for index in 0..<count {
                random = random &* 1_664_525 &+ 1_013_904_223
                let isAlpha = index % 4 == 3
                if depth == .eight {
                    bytes[index] = isAlpha ? 255 : UInt8(random >> 24)
                } else {
                    let level = isAlpha ? 65535 : UInt16(random >> 16)
                    bytes.storeBytes(of: level, toByteOffset: 2 * index, as: UInt16.self)
                }
            }
        }
    }

    private func reference(
        _ picture: PixelBuffer, _ format: PlanarFormat, isInterlaced: Bool
    ) -> Reference {
        let pixels = picture.withUnsafeBytes { bytes in
            (0..<picture.width * picture.height).map { pixel in
                var color = SIMD4<Double>()
                for channel in 0..<4 {
                    color[channel] =
                        picture.depth == .eight
                        ? Double(bytes[4 * pixel + channel]) / 255
                        : Double(
                            Int(bytes[8 * pixel + 2 * channel]) | Int(bytes[8 * pixel + 2 * channel + 1]) << 8
                        )
                            / 65535
                }
                return color
            }
        }
        return Reference(
            pixels: pixels, size: SIMD2(picture.width, picture.height), frame: format.size,
            isInterlaced: isInterlaced)
    }

    @Test(
        "Planes have the levels of the standards' formulas",
        arguments: [
            ("yuv420p", 8, true, true), ("yuv422p", 8, true, false), ("yuv444p", 8, false, false),
            ("yuv420p10le", 10, true, true), ("yuv422p10le", 10, true, false),
            ("yuv444p16le", 16, false, false),
        ], [(Int32(6), 0.299, 0.114), (1, 0.2126, 0.0722), (9, 0.2627, 0.0593)])
    func planar(
        sampling: (name: String, bits: Int, isHalvedAcross: Bool, isHalvedDown: Bool),
        colors: (matrix: Int32, red: Double, blue: Double)
    ) throws {
        let engine = try Engine(context: HeadlessContext())
        for (size, isInterlaced, isFull) in [
            (SIMD2(64, 48), false, false), (SIMD2(37, 25), false, true), (SIMD2(35, 26), true, false),
            (SIMD2(1, 1), true, false),
        ] {
            let frame = (size &+ 1) / 2 &* 2
            let format = try planarFormat(
                sampling.name, frame, isInterlaced: isInterlaced, matrix: colors.matrix, isFull: isFull)
            let picture = try noise(size, sampling.bits == 8 ? .eight : .sixteen)
            let reference = reference(picture, format, isInterlaced: isInterlaced)
            let bytes = try #require(try samples(of: picture, as: format, on: engine).strips.first)
            #expect(bytes.count == format.byteCount)
            let step = Double(1 << (sampling.bits - 8))
            let most = Double(1 << sampling.bits) - 1
            let weights = (colors.red, colors.blue)
            let halved = (across: sampling.isHalvedAcross, down: sampling.isHalvedDown)
            var worst = 0.0
            for (index, plane) in format.planes.enumerated() {
                let rows = format.rows(0..<frame.y, ofPlane: index)
                for row in rows {
                    for column in 0..<plane.width {
                        let at = plane.offset + row * plane.bytesPerRow + column * plane.bytesPerSample
                        let level =
                            plane.bytesPerSample == 1
                            ? Double(bytes[at]) : Double(Int(bytes[at]) | Int(bytes[at + 1]) << 8)
                        let wanted =
                            if index == 0 {
                                reference.luma(reference.color(column, row), weights)
                                    * (isFull ? most : 219 * step) + (isFull ? 0 : 16 * step)
                            } else {
                                min(
                                    reference.chroma(index - 1, column, row, halved: halved, weights)
                                        * (isFull ? most : 224 * step) + 128 * step, most)
                            }
                        worst = max(worst, abs(level - wanted))
                    }
                }
            }
            // Half a level is lost by rounding, and of the full range the half beyond the highest level.
            #expect(worst < (sampling.bits == 16 ? 0.6 : 0.51) + (isFull ? 0.5 : 0), "\(size) \(worst)")
        }
    }

    @Test(
        "Chroma is located where the format says, also at the edges of strips",
        arguments: [(Int32(2), false, false), (3, true, true), (4, false, true)], [false, true])
    func siting(location: (number: Int32, isAtColumn: Bool, isAtRow: Bool), isInterlaced: Bool) throws {
        let engine = try Engine(context: HeadlessContext())
        for size in [SIMD2(37, 25), SIMD2(1, 1), SIMD2(2048, 1302)] {
            let format = try planarFormat(
                "nv12", size, isInterlaced: isInterlaced, matrix: 1, isFull: false, location: location.number)
            let picture = try noise(size, .eight)
            var reference = reference(picture, format, isInterlaced: isInterlaced)
            (reference.isAtColumn, reference.isAtRow) = (location.isAtColumn, location.isAtRow)
            let made = try samples(of: picture, as: format, on: engine)
            #expect(size.x < 2048 || made.strips.count > 1)
            var (first, worst) = (0, 0.0)
            for (bytes, count) in zip(made.strips, made.rows) {
                let rows = first..<first + count
                first += count
                let start = count * size.x
                let chromaRows = format.rows(rows, ofPlane: 1)
                let columns = (size.x + 1) / 2
                for row in [chromaRows.lowerBound, (chromaRows.lowerBound + chromaRows.upperBound) / 2]
                    + [chromaRows.upperBound - 1]
                {
                    for column in 0..<columns {
                        for index in 0..<2 {
                            let level = bytes[
                                start + ((row - chromaRows.lowerBound) * columns + column) * 2 + index]
                            let wanted =
                                128 + 224
                                * reference.chroma(
                                    index, column, row, halved: (true, true), (0.2126, 0.0722))
                            worst = max(worst, abs(Double(level) - wanted))
                        }
                    }
                }
            }
            #expect(first == size.y && worst < 0.51, "\(size) \(worst)")
        }
    }

    @Test(
        "Packed and interleaved formats have the samples of the planar ones",
        arguments: [
            ("nv12", "yuv420p"), ("yuyv422", "yuv422p"), ("uyvy422", "yuv422p"), ("p010le", "yuv420p10le"),
        ])
    func packed(name: String, planar: String) throws {
        let engine = try Engine(context: HeadlessContext())
        let size = SIMD2(38, 26)
        let depth: PixelBuffer.Depth = planar.hasSuffix("10le") ? .sixteen : .eight
        let picture = try noise(size, depth)
        let first = try planarFormat(name, size, isInterlaced: false, matrix: 1, isFull: false)
        let second = try planarFormat(planar, size, isInterlaced: false, matrix: 1, isFull: false)
        func rgba(_ format: PlanarFormat) throws -> [UInt8] {
            let bytes = try #require(try samples(of: picture, as: format, on: engine).strips.first)
            let memory = try #require(FrameMemory().borrow(byteCount: bytes.count))
            memory.bytes.copyBytes(from: bytes)
            return try #require(FramePlanes(format, in: memory)).pixels().withUnsafeBytes { Array($0) }
        }
        #expect(try rgba(first) == rgba(second))
    }

    @Test("Strips of a large frame are the rows of its planes")
    func strips() throws {
        let engine = try Engine(context: HeadlessContext())
        let size = SIMD2(2048, 1302)
        let picture = try noise(size, .eight)
        let format = try planarFormat("yuv420p", size, isInterlaced: true, matrix: 1, isFull: false)
        let made = try samples(of: picture, as: format, on: engine)
        #expect(made.strips.count > 1)
        let reference = reference(picture, format, isInterlaced: true)
        var first = 0
        for (bytes, count) in zip(made.strips, made.rows) {
            let rows = first..<first + count
            first += count
            var offset = 0
            for (index, plane) in format.planes.enumerated() {
                let planeRows = format.rows(rows, ofPlane: index)
                // The rows at the edges of the strip, where neighbors could be missing.
                for row in [planeRows.lowerBound, planeRows.lowerBound + 1, planeRows.upperBound - 1] {
                    for column in stride(from: 0, to: plane.width, by: 7) {
                        let level = bytes[offset + (row - planeRows.lowerBound) * plane.width + column]
                        let weights = (0.2126, 0.0722)
                        let wanted =
                            index == 0
                            ? 16 + 219 * reference.luma(reference.color(column, row), weights)
                            : 128 + 224
                                * reference.chroma(index - 1, column, row, halved: (true, true), weights)
                        #expect(abs(Double(level) - wanted) < 0.51)
                    }
                }
                offset += planeRows.count * plane.width
            }
            #expect(offset == bytes.count)
        }
        #expect(first == size.y)
    }

    @Test("Frames are divided into strips alone, however far a filter reaches")
    func wideReach() throws {
        let engine = try Engine(context: HeadlessContext())
        let size = SIMD2(3840, 2160)
        let format = try planarFormat("yuv420p10le", size, isInterlaced: false, matrix: 9, isFull: false)
        let recipe = Recipe([Recipe.Stage("gaussian-blur", ["radius": .number(150)])])
        let frames = try FrameExports(
            of: recipe, over: size, from: .sixteen, to: .sixteen, as: (format, false), on: engine)
        #expect(frames.planes != nil && frames.tiling.tiles.count == 1 && frames.tiling.strips.count > 1)
        let usual = try FrameExports(of: recipe, over: size, from: .sixteen, to: .sixteen, on: engine)
        #expect(usual.planes == nil && usual.tiling.tiles.count > 1)
    }

    @Test("A smaller picture is centered between black bars, and a missing column is repeated")
    func placement() throws {
        let engine = try Engine(context: HeadlessContext())
        let format = try planarFormat("yuyv422", SIMD2(40, 30), isInterlaced: false, matrix: 6, isFull: false)
        for (size, left, top) in [(SIMD2(20, 30), 10, 0), (SIMD2(40, 20), 0, 5), (SIMD2(39, 30), 0, 0)] {
            let white = PixelBuffer(width: size.x, height: size.y, depth: .eight) { bytes in
                _ = bytes.initializeMemory(as: UInt8.self, repeating: 255)
            }
            let source = SourceFrame(.pixels(white), isOpaque: true, of: SourceID(), at: .zero)
            let texture = try engine.render(
                Recipe(), of: source, viewport: Viewport(wholeAt: size), outputFormat: .rgba8ui)
            let textures = try PlanarOutput(centering: size, in: format).textures(
                of: texture, firstRow: 0, rows: 0..<size.y, on: engine.device)
            var bytes: [UInt8] = []
            let readback = Readback(on: engine.device)
            try readback.start(textures) { bytes = Array($0) }
            try readback.finish()
            for row in 0..<30 {
                for column in 0..<40 {
                    let isInside =
                        (left..<left + size.x).contains(column) && (top..<top + size.y).contains(row)
                        || size.x == 39
                    #expect(bytes[80 * row + 2 * column] == (isInside ? 235 : 16), "\(size) \(column) \(row)")
                }
            }
        }
    }
}
