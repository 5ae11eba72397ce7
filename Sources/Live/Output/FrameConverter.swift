import CLive
import Imaging
import Localization

/// Scales frames to a fixed size and pixel format, letterboxing as needed; if only one column is missing,
/// repeats the last column instead. Not thread-safe.
final class FrameConverter {
    /// The layout of pixels in memory.
    enum Packing: Sendable {
        /// 8-bit RGBA.
        case rgba
        /// YUYV (YUY2 in GStreamer), with the limited range of BT.601, as cameras deliver it.
        case yuyv

        var bytesPerPixel: Int { self == .rgba ? 4 : 2 }

        /// The width of frames in a format.
        func width(_ frameFormat: LiveFormat) -> Int {
            self == .rgba ? frameFormat.width : frameFormat.evenWidth
        }

        /// The GStreamer caps of frames in a format.
        func caps(_ frameFormat: LiveFormat) -> String {
            let format = self == .rgba ? "RGBA" : "YUY2,colorimetry=bt601"
            return
                "video/x-raw,format=\(format),width=\(width(frameFormat)),height=\(frameFormat.height),pixel-aspect-ratio=1/1,"
                + "framerate=\(frameFormat.framesPerSecond)/1"
        }
    }

    /// The size of a converted frame.
    let byteCount: Int
    private let pipeline: FramePipeline
    private let size: SIMD2<Int>
    private let memory = FrameMemory()

    init(to packing: Packing, _ frameFormat: LiveFormat) throws(LiveError) {
        size = SIMD2(packing.width(frameFormat), frameFormat.height)
        byteCount = packing.bytesPerPixel * size.x * size.y
        pipeline = try FramePipeline(
            "videoconvert ! videoscale add-borders=true ! \(packing.caps(frameFormat)) "
                + "! appsink name=sink sync=false max-buffers=1 drop=true",
            rate: frameFormat.framesPerSecond, name: tr("the conversion of frames"))
    }

    /// Writes the ``byteCount`` bytes of the frame; false if the conversion takes longer than a second.
    func convert(_ frame: LiveFrame, into bytes: UnsafeMutableRawPointer) throws(LiveError) -> Bool {
        try pipeline.push(completed(frame))
        return pipeline.pull(byteCount: byteCount, into: bytes)
    }

    /// The frame with its last column repeated, if one is missing.
    private func completed(_ frame: LiveFrame) -> LiveFrame {
        let pixels = frame.pixels
        guard pixels.width + 1 == size.x, pixels.height == size.y,
            let buffer = memory.borrow(byteCount: 4 * size.x * size.y),
            let wider = PixelBuffer(
                width: size.x, height: size.y, depth: .eight, memory: buffer.bytes, owner: buffer)
        else { return frame }
        pixels.withUnsafeBytes { rows in
            let count = pixels.bytesPerRow
            for row in 0..<size.y {
                let from = UnsafeRawBufferPointer(rebasing: rows[row * count..<(row + 1) * count])
                let to = UnsafeMutableRawBufferPointer(
                    rebasing: buffer.bytes[row * (count + 4)..<(row + 1) * (count + 4)])
                to.copyMemory(from: from)
                UnsafeMutableRawBufferPointer(rebasing: to[count...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[(count - 4)...]))
            }
        }
        return LiveFrame(wider, time: frame.time)
    }
}
