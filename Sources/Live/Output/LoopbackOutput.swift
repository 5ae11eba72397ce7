import CLive
import Glibc
import Imaging
import Localization

/// A v4l2loopback device, for programs that do not support PipeWire.
package final class LoopbackOutput: FrameDestination {
    package let format: PlanarFormat
    private let thread: DestinationThread

    /// Opens the device.
    ///
    /// - Parameters:
    ///   - path: such as /dev/video10.
    ///   - frameFormat: the wanted size and rate; a device that is fixed to another size keeps it.
    package init(_ path: String, _ frameFormat: LiveFormat) throws(LiveError) {
        var failure = CLiveFailure()
        var taken = CLiveLoopbackForm()
        taken.width = Int32(frameFormat.evenWidth)
        taken.height = Int32(frameFormat.height)
        let descriptor = clive_loopback_open(path, &taken, frameFormat.rate, &failure)
        guard descriptor >= 0 else { throw LiveError(loopback: failure, path: path) }
        do throws(LiveError) {
            let size = SIMD2(Int(taken.width), Int(taken.height))
            let code = withUnsafeBytes(of: taken.format) { String(decoding: $0.prefix(4), as: UTF8.self) }
            guard code == "YUYV", size.x.isMultiple(of: 2) else {
                throw .notTaken(
                    name: path,
                    reason: tr(
                        """
                        it is locked to \(size.x) × \(size.y) \(code), but must accept YUYV, such as \
                        \(frameFormat.evenWidth) × \(frameFormat.height); close the program that uses it, or \
                        change the format with v4l2-ctl
                        """
                    ))
            }
            format = try LiveFormat(size: size, rate: frameFormat.rate).yuyv()
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        thread = DestinationThread("v4l2loopback output") { take throws(LiveError) in
            defer { Glibc.close(descriptor) }
            var failure = CLiveFailure()
            while let frame = try take({}) {
                let isWritten = frame.planes.withUnsafeBytes { bytes in
                    clive_loopback_write(descriptor, bytes.baseAddress, bytes.count, &failure)
                }
                guard isWritten else { throw LiveError(loopback: failure, path: path) }
            }
        }
    }

    package func show(_ frame: LiveFrame) { thread.show(frame) }
    package func close() { thread.close() }
    package var problem: LiveError? { thread.problem }
    package var leftOutCount: Int { thread.leftOutCount }
}

extension LiveError {
    fileprivate init(loopback failure: CLiveFailure, path: String) {
        switch failure.kind {
        case CLIVE_NOT_FOUND:
            self = .notTaken(
                name: path,
                reason: tr(
                    "there is no such device; load the kernel module v4l2loopback (package v4l2loopback-dkms)"
                ))
        case CLIVE_BUSY: self = .busy(name: path)
        case CLIVE_DENIED:
            self = .notTaken(
                name: path,
                reason: tr("you do not have permission to write to it; add yourself to the video group"))
        default: self = .notTaken(name: path, reason: failure.reason(ofDevice: true))
        }
    }
}
