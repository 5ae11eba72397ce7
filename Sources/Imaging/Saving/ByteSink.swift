/// Receives the bytes of a file in their order.
protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws(ImagingError)
}

extension AtomicFile: ByteSink {}

/// Counts the bytes of a file that is not written.
final class ByteCounter: ByteSink {
    private(set) var count = 0

    func write(_ bytes: UnsafeRawBufferPointer) { count += bytes.count }
}

/// Keeps the bytes of a file in memory.
final class ByteCollector: ByteSink {
    private(set) var bytes: [UInt8] = []

    func write(_ more: UnsafeRawBufferPointer) { bytes += more }
}
