import CVideo
import Foundation
import Imaging
import TestSupport
import Testing
import Video

/// The conversion of RGBA to YCbCr, compared in double precision with the formulas of ITU-R BT.601 and
/// BT.709; FFV1 is lossless.
@Suite struct ColorWritingTests {
    @Test(
        "Written YCbCr is within 0.6 levels of the formulas",
        arguments: ["yuv420p", "yuva420p", "yuv422p10le", "yuv444p12le", "yuva444p10le", "yuv420p16le"],
        [PixelBuffer.Depth.eight, .sixteen])
    func formulas(format: String, depth: PixelBuffer.Depth) throws {
        try compare(
            VideoOutputFormat(
                width: 45, height: 38, depth: depth, channels: format.contains("a4") ? .rgba : .rgb),
            format)
    }

    @Test("Lines beyond 576 have the matrix of BT.709")
    func highDefinition() throws {
        try compare(VideoOutputFormat(width: 34, height: 578), "yuv420p")
    }

    @Test("Interlaced 4:2:0 keeps the chroma of its fields apart", arguments: [36, 40])
    func fields(height: Int) throws {
        try compare(
            VideoOutputFormat(width: 33, height: height, fieldOrder: .topFirst), "yuv420p")
    }

    private func compare(_ output: VideoOutputFormat, _ format: String) throws {
        let folder = try temporaryFolder()
        let frame = testFrame(output)
        let file = folder.file("a.mkv"), raw = folder.file("raw")
        try encode(frame, output, format, to: file)
        try ffmpeg("-i", file, "-f", "rawvideo", "-pix_fmt", format, raw)
        let bytes = try fileBytes(raw)
        let bits = format.hasSuffix("le") ? (Int(format.dropLast(2).suffix(2)) ?? 0) : 8
        let samples: [Int] =
            bits == 8
            ? bytes.map(Int.init)
            : stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
        var exact = planes(of: frame, output, format)
        let scale = Double(1 << (bits - 8))
        for index in exact.indices {
            for sample in exact[index].indices {
                exact[index][sample] *= index == 3 ? Double((1 << bits) - 1) : scale
            }
        }
        let all = exact.flatMap { $0 }
        #expect(samples.count == all.count)
        let worst = zip(samples, all).map { abs(Double($0) - $1) }.max() ?? .infinity
        #expect(worst <= 0.6, "\(format)")
    }

    /// The planes by the formulas, in 8-bit levels; alpha is 0…1.
    private func planes(of frame: PixelBuffer, _ output: VideoOutputFormat, _ format: String) -> [[Double]] {
        let (width, height) = (output.width, output.height)
        let (kr, kb) = height <= 576 ? (0.299, 0.114) : (0.2126, 0.0722)
        let levels: [Double] = frame.withUnsafeBytes { bytes in
            output.depth == .eight
                ? bytes.map { Double($0) / 255 }
                : bytes.bindMemory(to: UInt16.self).map { Double($0) / 65535 }
        }
        var luma: [Double] = []
        var blue: [Double] = []
        var red: [Double] = []
        var alpha: [Double] = []
        for pixel in 0..<width * height {
            let (r, g, b) = (levels[4 * pixel], levels[4 * pixel + 1], levels[4 * pixel + 2])
            let y = kr * r + (1 - kr - kb) * g + kb * b
            luma.append(16 + 219 * y)
            blue.append(128 + 224 * (b - y) / (2 * (1 - kb)))
            red.append(128 + 224 * (r - y) / (2 * (1 - kr)))
            alpha.append(levels[4 * pixel + 3])
        }
        let across = format.contains("444") ? 1 : 2
        let down = format.contains("420") ? 2 : 1
        func chroma(_ plane: [Double]) -> [Double] {
            let rows = (height + down - 1) / down
            var result: [Double] = []
            for row in 0..<rows {
                let parts: [(Int, Double)] =
                    switch (down, output.fieldOrder != nil) {
                    case (1, _): [(row, 1)]
                    case (_, false): [(2 * row, 0.5), (min(2 * row + 1, height - 1), 0.5)]
                    case (_, true) where row % 2 == 0: [(row * 2, 0.75), (row * 2 + 2, 0.25)]
                    case (_, true): [(row * 2 - 1, 0.25), (row * 2 + 1, 0.75)]
                    }
                for column in stride(from: 0, to: width, by: across) {
                    let neighbors: [(Int, Double)] =
                        across == 1
                        ? [(column, 1)]
                        : [(max(column - 1, 0), 0.25), (column, 0.5), (min(column + 1, width - 1), 0.25)]
                    var sum = 0.0
                    for (y, share) in parts {
                        for (x, weight) in neighbors { sum += share * weight * plane[y * width + x] }
                    }
                    result.append(sum)
                }
            }
            return result
        }
        return [luma, chroma(blue), chroma(red)] + (format.hasPrefix("yuva") ? [alpha] : [])
    }

    /// Encodes a frame losslessly in a pixel format that none of Glint's codecs passes to FFV1.
    private func encode(_ frame: PixelBuffer, _ output: VideoOutputFormat, _ format: String, to path: String)
        throws
    {
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        var failure = CVideoFailure()
        let isEncoded = "matroska".withCString { container in
            "ffv1".withCString { encoder in
                format.withCString { format in
                    "".withCString { empty in
                        var writing = CVideoWriting()
                        writing.container = container
                        writing.encoder = encoder
                        writing.pixelFormat = format
                        writing.encoderOptions = empty
                        writing.containerOptions = empty
                        writing.tag = empty
                        writing.width = Int32(output.width)
                        writing.height = Int32(output.height)
                        writing.frameWidth = writing.width
                        writing.frameHeight = writing.height
                        writing.bits = Int32(output.depth.rawValue)
                        writing.hasAlpha = output.channels.hasAlpha
                        (writing.aspectNumerator, writing.aspectDenominator) = (1, 1)
                        (writing.tickNumerator, writing.tickDenominator) = (1, 25)
                        (writing.rateNumerator, writing.rateDenominator) = (25, 1)
                        writing.isInterlaced = output.fieldOrder != nil
                        writing.isTopFieldFirst = output.fieldOrder == .topFirst
                        writing.matrix = output.height <= 576 ? 6 : 1
                        (writing.primaries, writing.transfer) = (writing.matrix, writing.matrix)
                        guard let writer = cvideo_writer_create(descriptor, &writing, nil, &failure) else {
                            return false
                        }
                        defer { cvideo_writer_destroy(writer) }
                        let isAdded = frame.withUnsafeBytes {
                            cvideo_writer_add(writer, $0.baseAddress, $0.count, 0, 1, &failure)
                        }
                        return isAdded && cvideo_writer_finish(writer, &failure)
                    }
                }
            }
        }
        guard isEncoded else { throw ProgramFailure(description: "\(failure)") }
    }
}
