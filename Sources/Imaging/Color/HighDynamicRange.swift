import CVideo
import Localization

/// The transfer functions for high dynamic range (ITU-R BT.2100).
public enum HighDynamicRange: String, Sendable, CaseIterable {
    /// The perceptual quantizer (SMPTE ST 2084).
    case pq = "PQ"
    /// Hybrid log-gamma (ARIB STD-B67).
    case hlg = "HLG"
}

extension PixelBuffer {
    /// Tone-maps a file's samples, in a buffer that is not shared yet, to 16-bit sRGB range, in the same way
    /// as for video.
    func toneMapped(
        from range: HighDynamicRange, primaries: Primaries, name: String
    ) throws(ImagingError) -> PixelBuffer {
        let result: PixelBuffer
        if depth == .sixteen {
            result = self
        } else {
            result = try PixelBuffer.claimed(
                width: width, height: height, depth: .sixteen, isOverwritten: true, name: name)
            let packing = RowPacking(channels: .rgba, from: depth, to: .sixteen, background: nil)
            withUnsafeBytes { source in
                result.withBytesWhileMaking { packing.pack(source, pixelCount: width * height, into: $0) }
            }
        }
        let toSRGB = primaries.matrix(to: .sRGB).numbers.map(Float.init)
        let isDone = result.withBytesWhileMaking { bytes in
            cvideo_tone_map(
                range == .hlg, toSRGB, bytes.assumingMemoryBound(to: UInt16.self).baseAddress,
                width * height)
        }
        guard isDone else { throw .file(.readFailed(path: name, reason: tr("out of memory"))) }
        return result.with(.sRGB)
    }
}
