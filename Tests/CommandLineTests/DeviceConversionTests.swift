import Foundation
import TestSupport
import Testing

/// Videos whose frames are converted by the device, as on graphics cards, and those that the processor
/// converts.
@Suite("Saves with a device that converts frames") struct DeviceConversionTests {
    @Test(
        "have the processor's samples, in every size, depth and sampling",
        arguments: [
            ("yuv420p", "853x479", ""), ("yuv422p10le", "66x50", ""),
            // Two strips; fields.
            ("yuv420p", "2048x1152", "-flags +ildct+ilme -top 1"),
        ])
    func saves(format: String, size: String, options: String) throws {
        let folder = try temporaryFolder()
        let codec = options.isEmpty ? "ffv1" : "mpeg2video -q:v 2"
        try Media.make(
            "a.mkv", in: folder,
            "-f lavfi -i testsrc2=s=\(size):r=10:d=0.3 -c:v \(codec) -pix_fmt \(format) \(options) OUT")
        let run = try bash(
            """
            $G render a.mkv -o processor.y4m -q -- gaussian-blur radius=2 &&
            GLINT_ASSUME_GPU=1 $G render a.mkv -o device.y4m -q -- gaussian-blur radius=2
            """, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let worst = try python(
            in: folder,
            """
            first, second = (open(name + '.y4m', 'rb').read() for name in ('processor', 'device'))
            end = first.index(b'\\n')
            assert first[:end] == second[:end] and len(first) == len(second)
            kind = '\(format.hasSuffix("le") ? "<u2" : "u1")'
            frames = [data[end + 1:].split(b'FRAME\\n')[1:] for data in (first, second)]
            assert len(frames[0]) == 3
            planes = [[np.frombuffer(frame, kind).astype(int) for frame in data] for data in frames]
            print(max(np.abs(a - b).max() for a, b in zip(*planes)))
            """)
        #expect(
            Int(worst.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 <= 1 } == true, "\(worst)")
    }
}
