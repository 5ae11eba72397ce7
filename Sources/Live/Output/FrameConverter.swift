import CLive
import Imaging
import Wording

/// Makes frames of any size frames of one, in another form of pixels; where their proportions differ they get black borders.
/// One thread uses it.
final class FrameConverter {
    /// How pixels lie in memory.
    enum Packing: Sendable {
        /// RGBA of 8 bits.
        case rgba
        /// Pairs of pixels that share their color, in the limited range of BT.601, as cameras give them: YUYV, or YUY2.
        case pairs

        var bytesPerPixel: Int { self == .rgba ? 4 : 2 }

        /// GStreamer's words for frames of a form.
        func words(_ form: LiveForm) -> String {
            let format = self == .rgba ? "RGBA" : "YUY2,colorimetry=bt601"
            return
                "video/x-raw,format=\(format),width=\(form.width),height=\(form.height),pixel-aspect-ratio=1/1,"
                + "framerate=\(form.framesPerSecond)/1"
        }
    }

    /// The bytes of a converted frame.
    let byteCount: Int
    private let pipeline: FramePipeline

    init(to packing: Packing, _ form: LiveForm) throws(LiveError) {
        byteCount = packing.bytesPerPixel * form.width * form.height
        pipeline = try FramePipeline(
            "videoconvert ! videoscale add-borders=true ! \(packing.words(form)) "
                + "! appsink name=sink sync=false max-buffers=1 drop=true",
            rate: form.framesPerSecond, name: tr("the conversion of frames"))
    }

    /// Writes the frame's ``byteCount`` bytes; false if they did not come within a second.
    func convert(_ frame: LiveFrame, into bytes: UnsafeMutableRawPointer) throws(LiveError) -> Bool {
        try pipeline.push(frame)
        return pipeline.pull(byteCount: byteCount, into: bytes)
    }
}
