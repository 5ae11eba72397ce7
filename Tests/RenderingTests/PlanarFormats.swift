import CVideo
import Imaging
import Testing

/// The format of a frame, by FFmpeg's name of its pixel format.
///
/// - Parameters:
///   - matrix: a code point of ITU-T H.273; 0 if unspecified.
///   - location: that of chroma, by FFmpeg's number; 0 if unspecified.
func planarFormat(
    _ name: String, _ size: SIMD2<Int>, isInterlaced: Bool = false, matrix: Int32 = 0, isFull: Bool? = nil,
    location: Int32 = 0
) throws -> PlanarFormat {
    var stored = CVideoPlanes()
    stored.pixelFormat = cvideo_pixel_format(name)
    (stored.width, stored.height) = (Int32(size.x), Int32(size.y))
    stored.isInterlaced = isInterlaced
    stored.chromaLocation = location
    (stored.matrix, stored.range) = (matrix, isFull.map { $0 ? 2 : 1 } ?? 0)
    return try #require(PlanarFormat(stored))
}
