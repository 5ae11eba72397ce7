import CLive
import Glibc
import Imaging
import Wording

/// A device of v4l2loopback, for programs that know no PipeWire.
package final class LoopbackOutput: FrameDestination {
    private let thread: DestinationThread

    /// Opens the device on its own thread.
    ///
    /// - Parameter path: such as /dev/video10.
    package init(_ path: String, _ form: LiveForm) {
        thread = DestinationThread("v4l2loopback output") { take throws(LiveError) in
            try Self.run(path, form, take)
        }
    }

    private static func run(_ path: String, _ form: LiveForm, _ take: DestinationThread.Take)
        throws(LiveError)
    {
        var failure = CLiveFailure()
        let descriptor = clive_loopback_open(path, Int32(form.evenWidth), Int32(form.height), &failure)
        guard descriptor >= 0 else { throw LiveError(loopback: failure, path: path) }
        defer { Glibc.close(descriptor) }
        let converter = try FrameConverter(to: .pairs, form)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: converter.byteCount, alignment: 16)
        defer { bytes.deallocate() }
        guard let base = bytes.baseAddress else { return }
        while let frame = try take({}) {
            guard try converter.convert(frame, into: base) else { continue }
            guard clive_loopback_write(descriptor, base, bytes.count, &failure) else {
                throw LiveError(loopback: failure, path: path)
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
                name: path, reason: tr("you may not write to it; add yourself to the group video"))
        default: self = .notTaken(name: path, reason: failure.reason)
        }
    }
}
