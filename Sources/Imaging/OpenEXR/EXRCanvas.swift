import COpenEXR

/// The visible pixels of an OpenEXR file.
final class EXRCanvas {
    private let file: EXRFile
    private var header: EXRHeader { file.header }
    /// The pixels of the display window, row by row.
    private let pixels: UnsafeMutableBufferPointer<SIMD4<Float>>
    /// A buffer for some rows, with one channel after another.
    private var room: [Float] = []
    /// The subsampled channels in full, by RGBA index.
    private let planes: [Int: Plane]

    /// Areas without data are transparent, or black if there is no alpha.
    init(_ file: EXRFile, _ pixels: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        (self.file, self.pixels) = (file, pixels)
        let header = file.header
        pixels.update(repeating: SIMD4(0, 0, 0, header.channels.hasAlpha ? 0 : 1))
        planes = Dictionary(
            uniqueKeysWithValues: header.used.filter { $0.sampling != SIMD2(1, 1) }.map {
                ($0.component, Plane(header.data, sampling: $0.sampling))
            })
    }

    /// Reads rows of the data window, and copies the part within the display window.
    func read(_ rows: Range<Int>) throws(ImagingError) {
        let header = header
        let columns = header.data.columns
        let shownRows = rows.clamped(to: header.display.rows)
        let shownColumns = columns.clamped(to: header.display.columns)
        let isShown = !shownRows.isEmpty && !shownColumns.isEmpty
        guard isShown || !planes.isEmpty else { return }
        let count = columns.count * rows.count
        if room.count < header.used.count * count {
            room = [Float](repeating: 0, count: header.used.count * count)
        }
        let result = room.withUnsafeMutableBufferPointer { room in
            Result { () throws(ImagingError) in
                guard let start = room.baseAddress else { return }
                let rooms = header.used.enumerated().map { index, used in
                    planes[used.component]?.room(for: used.channel)
                        ?? COpenEXRRoom(
                            channel: used.channel, first: start + index * count, row: Int32(rows.lowerBound),
                            samplesPerRow: columns.count)
                }
                try file.read(rows, into: rooms)
                guard isShown else { return }
                for (index, used) in header.used.enumerated() where planes[used.component] == nil {
                    for row in shownRows {
                        let source =
                            index * count + (row - rows.lowerBound) * columns.count - columns.lowerBound
                        let target = self.index(row: row)
                        for column in shownColumns {
                            pixels[target + column][used.component] = room[source + column]
                        }
                    }
                }
            }
        }
        try result.get()
    }

    /// Converts the channels to RGB with straight alpha.
    func finish() {
        let columns = header.data.columns.clamped(to: header.display.columns)
        for (component, plane) in planes {
            for row in header.data.rows.clamped(to: header.display.rows) {
                let target = index(row: row)
                for column in columns { pixels[target + column][component] = plane.sample(column, row) }
            }
        }
        switch header.channels.kind {
        case .rgb: break
        case .gray:
            for index in pixels.indices {
                let gray = pixels[index].y
                (pixels[index].x, pixels[index].z) = (gray, gray)
            }
        case .luminance:
            let colors = header.chromaticities
            let shares = SIMD3<Float>(Primaries.luminance(colors[0], colors[1], colors[2], colors[3]))
            for index in pixels.indices {
                let luminance = pixels[index].y
                let red = (pixels[index].x + 1) * luminance
                let blue = (pixels[index].z + 1) * luminance
                pixels[index].x = red
                pixels[index].y = (luminance - red * shares.x - blue * shares.z) / shares.y
                pixels[index].z = blue
            }
        }
        if header.channels.hasAlpha { divideByAlpha() }
    }

    /// Unpremultiplies colors. Pixels with an alpha of 0 are additive light and stay unchanged.
    private func divideByAlpha() {
        for index in pixels.indices {
            let alpha = pixels[index].w
            guard alpha > 0, alpha != 1 else { continue }
            pixels[index] /= alpha
            pixels[index].w = alpha
        }
    }

    /// The index of the pixel at column 0 in a row, which may lie outside the display window.
    private func index(row: Int) -> Int {
        (row - header.display.rows.lowerBound) * header.display.columns.count
            - header.display.columns.lowerBound
    }
}

/// A subsampled channel: it has samples only at columns and rows that are multiples of a step.
private final class Plane {
    private let sampling: SIMD2<Int>
    /// The indices of the first sample, counted from column 0 and row 0.
    private let first: SIMD2<Int>
    private let size: SIMD2<Int>
    private let samples: UnsafeMutableBufferPointer<Float>

    init(_ window: EXRHeader.Window, sampling: SIMD2<Int>) {
        // The index of the sample at or after a column or row.
        func sampleIndex(atOrAfter line: Int, _ step: Int) -> Int {
            Int((Double(line) / Double(step)).rounded(.up))
        }
        func sampleIndices(_ range: Range<Int>, _ step: Int) -> Range<Int> {
            sampleIndex(atOrAfter: range.lowerBound, step)..<sampleIndex(atOrAfter: range.upperBound, step)
        }
        self.sampling = sampling
        let (columns, rows) = (
            sampleIndices(window.columns, sampling.x), sampleIndices(window.rows, sampling.y)
        )
        first = SIMD2(columns.lowerBound, rows.lowerBound)
        size = SIMD2(columns.count, rows.count)
        samples = .allocate(capacity: size.x * size.y)
        samples.initialize(repeating: 0)
    }

    deinit { samples.deallocate() }

    func room(for channel: COpenEXRChannel) -> COpenEXRRoom {
        COpenEXRRoom(
            channel: channel, first: samples.baseAddress, row: Int32(first.y * sampling.y),
            samplesPerRow: size.x)
    }

    /// Interpolates bilinearly between the samples around a pixel.
    func sample(_ column: Int, _ row: Int) -> Float {
        guard size.min() > 0 else { return 0 }
        let position = SIMD2<Float>(SIMD2(column, row) &- first &* sampling) / SIMD2<Float>(sampling)
        let low = position.clamped(lowerBound: .zero, upperBound: SIMD2<Float>(size &- 1))
        let (x, y) = (Int(low.x), Int(low.y))
        let (right, below) = (min(x + 1, size.x - 1), min(y + 1, size.y - 1))
        func value(_ x: Int, _ y: Int) -> Float { samples[y * size.x + x] }
        let part = low - SIMD2(Float(x), Float(y))
        let above = value(x, y) + (value(right, y) - value(x, y)) * part.x
        let under = value(x, below) + (value(right, below) - value(x, below)) * part.x
        return above + (under - above) * part.y
    }
}
