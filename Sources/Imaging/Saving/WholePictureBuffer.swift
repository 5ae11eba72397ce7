import System

/// Collects all rows in the file's channels and depth, for encoders that need the whole picture at once.
final class WholePictureBuffer: RowEncoder {
    /// Encodes the rows and writes the file.
    typealias Encode = (_ rows: MemoryBlock, _ file: any ByteSink) throws(ImagingError) -> Void

    private let shape: RowEncoderShape
    private let encode: Encode
    /// The rows so far; nil once they are encoded.
    private var rows: MemoryBlock?
    private var byteCount = 0

    init(_ shape: RowEncoderShape, encode: @escaping Encode) throws(ImagingError) {
        self.shape = shape
        self.encode = encode
        do throws(OutOfMemory) {
            rows = try MemoryBlock(byteCount: shape.bytesPerRow * shape.height)
        } catch {
            throw .encodingFailed(path: shape.path, reason: error.description)
        }
    }

    func add(_ rows: UnsafeRawBufferPointer, count: Int, to file: any ByteSink) throws(ImagingError) {
        guard let whole = self.rows else { return }
        for row in 0..<count {
            let packed = UnsafeMutableRawBufferPointer(
                rebasing: whole.bytes[byteCount..<byteCount + shape.bytesPerRow])
            shape.packing.pack(shape.row(row, of: rows), pixelCount: shape.width, into: packed)
            byteCount += shape.bytesPerRow
        }
    }

    func finish(_ file: any ByteSink) throws(ImagingError) {
        guard let rows else { return }
        self.rows = nil
        try encode(rows, file)
    }
}
