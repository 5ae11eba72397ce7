import System
import CVideo
import Localization

/// Encodes OpenEXR files of linear floats, with lossless compression, through libavcodec.
enum EXREncoder {
    private static let maxPixels = 1 << 28

    /// - Parameter rows: floats with the same channels as the file.
    static func encode(
        _ rows: MemoryBlock, _ shape: RowEncoderShape, to file: any ByteSink
    ) throws(ImagingError) {
        let channels = shape.channels
        guard shape.width * shape.height <= maxPixels else {
            throw .encodingFailed(
                path: shape.path, reason: tr("FFmpeg's OpenEXR encoder supports at most 268 megapixels"))
        }
        let pixels: MemoryBlock
        do throws(OutOfMemory) {
            pixels = try MemoryBlock(byteCount: 16 * shape.width * shape.height)
        } catch {
            throw .encodingFailed(path: shape.path, reason: error.description)
        }
        let source = rows.bytes.assumingMemoryBound(to: Float.self)
        let target = pixels.bytes.assumingMemoryBound(to: Float.self)
        for pixel in 0..<shape.width * shape.height {
            let first = pixel * channels.count
            // OpenEXR colors are premultiplied; those with an alpha of 0 are additive light and stay
            // unchanged.
            let alpha = channels.hasAlpha ? source[first + channels.count - 1] : 1
            let factor = alpha > 0 ? alpha : 1
            for channel in 0..<3 {
                target[4 * pixel + channel] = source[first + (channels.isGray ? 0 : channel)] * factor
            }
            target[4 * pixel + 3] = alpha
        }
        var length = 0
        var failure = CVideoFailure()
        let encoded = cvideo_encode_exr(
            target.baseAddress, Int32(shape.width), Int32(shape.height), channels.hasAlpha, &length, &failure)
        guard let encoded else {
            throw .encodingFailed(path: shape.path, reason: reason(of: failure))
        }
        defer { cvideo_still_free(encoded) }
        try file.write(UnsafeRawBufferPointer(start: encoded, count: length))
    }

    private static func reason(of failure: CVideoFailure) -> String {
        let message = withUnsafeBytes(of: failure.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return switch failure.kind {
        case CVIDEO_NO_LIBRARY: tr("FFmpeg's libraries, which write such files, cannot be loaded: \(message)")
        case CVIDEO_NO_CODEC: tr("FFmpeg's libraries were built without the encoder \(message)")
        case CVIDEO_NO_MEMORY: tr("out of memory")
        default: translatedFromC(message)
        }
    }
}
