import CVideo

/// The layout of a frame of YCbCr as commonly exchanged between programs: 8 bits, with a sample of chroma for
/// 2 × 2 pixels, without padding. Chroma of odd sizes is rounded up.
package struct PlanarLayout: Sendable, Equatable {
    /// How the samples of chroma are stored after those of luma.
    package enum Order: String, Sendable, CaseIterable {
        /// A plane of Cb, then one of Cr.
        case i420
        /// Pairs of Cb and Cr.
        case nv12

        /// FFmpeg's name of the pixel format.
        fileprivate var pixelFormat: String {
            switch self {
            case .i420: "yuv420p"
            case .nv12: "nv12"
            }
        }
    }

    /// The matrix from R'G'B' to YCbCr.
    package enum Matrix: String, Sendable, CaseIterable {
        case bt601, bt709, bt2020, fcc, smpte240m

        /// The code point of ITU-T H.273.
        fileprivate var codePoint: Int32 {
            switch self {
            case .bt601: 6
            case .bt709: 1
            case .bt2020: 9
            case .fcc: 4
            case .smpte240m: 7
            }
        }

        /// The usual matrix of frames that do not state theirs: that of standard definition up to 576 rows.
        package static func usual(ofHeight height: Int) -> Matrix { height <= 576 ? .bt601 : .bt709 }
    }

    /// The range of the samples.
    package enum Range: String, Sendable, CaseIterable {
        /// Luma in 16…235, chroma in 16…240.
        case limited
        case full
    }

    /// The location of a sample of chroma among the pixels that it stands for.
    package enum Siting: String, Sendable, CaseIterable {
        /// At the left, in the middle of two rows, as in MPEG-2 and H.264.
        case left
        /// In the middle of all four, as in JPEG and MPEG-1.
        case center
        case topLeft = "topleft"
        case top

        /// FFmpeg's number.
        fileprivate var number: Int32 {
            switch self {
            case .left: 1
            case .center: 2
            case .topLeft: 3
            case .top: 4
            }
        }
    }

    /// The size in pixels.
    package var width: Int
    package var height: Int
    package let order: Order
    package let matrix: Matrix
    package let range: Range
    package let siting: Siting
    /// True if every second row belongs to another field, which has chroma of its own.
    package let isInterlaced: Bool

    package init(
        width: Int, height: Int, order: Order, matrix: Matrix, range: Range = .limited,
        siting: Siting = .left, isInterlaced: Bool = false
    ) {
        self.width = width
        self.height = height
        self.order = order
        self.matrix = matrix
        self.range = range
        self.siting = siting
        self.isInterlaced = isInterlaced
    }

    /// The size of a frame in bytes.
    package var byteCount: Int { width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2) }

    /// The format for a device that converts the samples; nil if FFmpeg's libraries are missing, or if
    /// textures cannot hold the planes.
    package var format: PlanarFormat? {
        var stored = CVideoPlanes()
        stored.pixelFormat = cvideo_pixel_format(order.pixelFormat)
        (stored.width, stored.height) = (Int32(clamping: width), Int32(clamping: height))
        stored.range = range == .full ? 2 : 1
        stored.isInterlaced = isInterlaced
        stored.chromaLocation = siting.number
        stored.matrix = matrix.codePoint
        return stored.pixelFormat < 0 ? nil : PlanarFormat(stored)
    }
}
