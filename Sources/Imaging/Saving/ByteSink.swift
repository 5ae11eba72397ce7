/// Receives the bytes of a file in order.
protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws(ImagingError)
}

extension AtomicFile: ByteSink {}

/// Counts bytes without writing them.
final class ByteCounter: ByteSink {
    private(set) var count = 0

    func write(_ bytes: UnsafeRawBufferPointer) { count += bytes.count }
}

/// Collects the bytes of a file in memory.
final class ByteCollector: ByteSink {
    private(set) var bytes: [UInt8] = []

    func write(_ more: UnsafeRawBufferPointer) { bytes += more }
}
