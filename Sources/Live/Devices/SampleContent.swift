import CLive
import CVideo
import Imaging
import Video

/// The pixel formats in which a feed delivers frames.
enum SampleFormat {
    /// 8-bit RGBA, converted by GStreamer.
    case rgba
    /// As the camera or its JPEG decoder stores them, if Glint can convert them itself.
    case stored

    /// GStreamer's names, separated by commas. Without FFmpeg's libraries, which describe the formats, frames
    /// are converted.
    var names: String {
        switch self {
        case .stored where cvideo_pixel_format("nv12") >= 0: "YUY2,UYVY,NV12,NV21,I420,Y42B,Y444,RGBA"
        case .rgba, .stored: "RGBA"
        }
    }
}

extension FrameContent {
    /// Copies a frame. Nil if it has no pixels, or if allocation fails.
    init?(_ sample: CLiveSample, in memory: FrameMemory) {
        let (width, height) = (Int(sample.width), Int(sample.height))
        let format = text(sample.format)
        guard width > 0, height > 0 else { return nil }
        guard format != "RGBA",
            let layout = SampleLayout(format, width: width, height: height, isInterlaced: sample.isInterlaced)
        else {
            let byteCount = 4 * width * height
            guard let buffer = memory.copy(of: sample, byteCount: byteCount),
                let pixels = PixelBuffer(
                    width: width, height: height, depth: .eight, memory: buffer.bytes, owner: buffer)
            else { return nil }
            self = .pixels(pixels)
            return
        }
        guard let buffer = memory.copy(of: sample, byteCount: layout.byteCount) else { return nil }
        layout.pack(buffer.bytes)
        guard let format = PlanarFormat(CVideoPlanes(sample, layout)),
            let planes = FramePlanes(format, in: buffer)
        else { return nil }
        self = .planes(planes)
    }
}

/// The layout of a frame in GStreamer's memory, whose rows are padded to a multiple of 4 bytes.
private struct SampleLayout {
    /// A plane in that memory. Of its rows, and of the bytes of a row, those beyond the used ones are
    /// padding.
    private struct Plane {
        let offset: Int
        let bytesPerRow: Int
        let usedBytes: Int
        let usedRows: Int
    }

    /// FFmpeg's name of the pixel format.
    let pixelFormat: String
    let width: Int
    let height: Int
    /// The size of a frame in GStreamer's memory.
    private(set) var byteCount = 0
    private var planes: [Plane] = []

    /// Nil for a format that is delivered in RGBA.
    ///
    /// - Parameter isInterlaced: whether GStreamer allots an even number of rows of chroma, as many for each
    ///   field.
    init?(_ format: String, width: Int, height: Int, isInterlaced: Bool) {
        self.width = width
        self.height = height
        let half = (width + 1) / 2
        let halfRows = (height + 1) / 2
        let storedHalfRows = isInterlaced ? (halfRows + 1) / 2 * 2 : halfRows
        switch format {
        case "YUY2", "UYVY":
            pixelFormat = format == "YUY2" ? "yuyv422" : "uyvy422"
            add(used: 4 * half, rows: height)
        case "NV12", "NV21":
            pixelFormat = format.lowercased()
            add(used: width, rows: height, storedRows: 2 * storedHalfRows)
            add(used: 2 * half, rows: halfRows, storedRows: storedHalfRows)
        case "I420":
            pixelFormat = "yuv420p"
            add(used: width, rows: height, storedRows: 2 * storedHalfRows)
            for _ in 0..<2 { add(used: half, rows: halfRows, storedRows: storedHalfRows) }
        case "Y42B":
            pixelFormat = "yuv422p"
            add(used: width, rows: height)
            for _ in 0..<2 { add(used: half, bytesPerRow: (width + 7) / 8 * 8 / 2, rows: height) }
        case "Y444":
            pixelFormat = "yuv444p"
            for _ in 0..<3 { add(used: width, rows: height) }
        default: return nil
        }
    }

    private mutating func add(used: Int, bytesPerRow: Int? = nil, rows: Int, storedRows: Int? = nil) {
        let bytesPerRow = bytesPerRow ?? (used + 3) / 4 * 4
        planes.append(Plane(offset: byteCount, bytesPerRow: bytesPerRow, usedBytes: used, usedRows: rows))
        byteCount += bytesPerRow * (storedRows ?? rows)
    }

    /// Removes the padding, in place.
    func pack(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        var end = 0
        for plane in planes {
            if end == plane.offset, plane.usedBytes == plane.bytesPerRow {
                end += plane.usedBytes * plane.usedRows
                continue
            }
            for row in 0..<plane.usedRows {
                (base + end).copyMemory(
                    from: base + plane.offset + row * plane.bytesPerRow, byteCount: plane.usedBytes)
                end += plane.usedBytes
            }
        }
    }
}

extension FrameMemory {
    /// A buffer with the bytes of a sample; nil if it has fewer, or if allocation fails.
    fileprivate func copy(of sample: CLiveSample, byteCount: Int) -> (any BorrowedFrame)? {
        guard sample.byteCount >= byteCount, let buffer = borrow(byteCount: byteCount),
            withUnsafePointer(to: sample, { clive_sample_copy($0, buffer.bytes.baseAddress, byteCount) })
        else { return nil }
        return buffer
    }
}

extension CVideoPlanes {
    fileprivate init(_ sample: CLiveSample, _ layout: SampleLayout) {
        self.init()
        pixelFormat = cvideo_pixel_format(layout.pixelFormat)
        width = Int32(layout.width)
        height = Int32(layout.height)
        isInterlaced = sample.isInterlaced
        let colors = Colorimetry(text(sample.colorimetry))
        range = colors.range
        matrix = colors.matrix
        chromaLocation =
            switch text(sample.chromaSite) {
            case "jpeg", "none": 2
            case "cosited", "v-cosited+h-cosited": 3
            case "mpeg2", "h-cosited": 1
            // JPEG has its chroma in the middle of four pixels.
            default: colors.range == 2 ? 2 : 0
            }
    }
}

/// GStreamer's colorimetry: a name, or the numbers of the range, the matrix, the transfer function and the
/// primaries. The latter two are ignored, and count as unspecified.
private struct Colorimetry {
    /// 0 unspecified, 1 limited, 2 full.
    var range: Int32 = 0
    /// The code point of ITU-T H.273; 2 if unspecified.
    var matrix: Int32 = 2

    init(_ text: String) {
        switch text {
        case "bt601": (range, matrix) = (1, 6)
        case "bt709": (range, matrix) = (1, 1)
        case "smpte240m": (range, matrix) = (1, 7)
        case "bt2020", "bt2020-10": (range, matrix) = (1, 9)
        default:
            let numbers = text.split(separator: ":").compactMap { Int32($0) }
            guard numbers.count == 4 else { return }
            // GstVideoColorRange is 1 for full and 2 for limited; the matrices have the numbers of
            // GstVideoColorMatrix.
            range = numbers[0] == 1 ? 2 : (numbers[0] == 2 ? 1 : 0)
            let matrices: [Int32: Int32] = [2: 4, 3: 1, 4: 6, 5: 7, 6: 9]
            matrix = matrices[numbers[1]] ?? 2
        }
    }
}
