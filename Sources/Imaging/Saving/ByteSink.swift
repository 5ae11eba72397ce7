import System

/// Receives the bytes of a file sequentially.
protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws(ImagingError)
}

/// Writes the bytes to a file.
final class FileSink: ByteSink {
    private let file: AtomicFile

    init(_ file: AtomicFile) { self.file = file }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) {
        try ImagingError.wrap(file.write(bytes))
    }
}

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
