import Imaging

/// Delivers the rows of a picture that is decoded within the program.
final class InsideRows: RowTarget {
    let stripHeight: Int
    let isForWhole = false

    private let beginTaking: (PictureHeader) throws -> Void
    private let take: (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    private var header: PictureHeader?
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var taken = 0
    /// The error thrown by the receiver of the rows, which then gets no more rows; the decoder still runs to
    /// its end.
    private var failure: (any Error)?

    init(
        stripHeight: Int, begin: @escaping (PictureHeader) throws -> Void,
        take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    ) {
        self.stripHeight = stripHeight
        beginTaking = begin
        self.take = take
    }

    func begin(_ header: PictureHeader) throws(ImagingError) {
        self.header = header
        do { try beginTaking(header) } catch { failure = error }
        memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: stripHeight * header.bytesPerRow, alignment: 16)
    }

    func adopt(_ pixels: PixelBuffer, _ header: PictureHeader) -> Bool { false }

    deinit { memory.deallocate() }

    func rowMemory(from row: Int) -> UnsafeMutableRawBufferPointer {
        guard let header else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        let count = min(stripHeight - row % stripHeight, header.height - row)
        let start = row % stripHeight * header.bytesPerRow
        return UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + count * header.bytesPerRow])
    }

    func finish(upTo row: Int) {
        guard let header, row == header.height || row % stripHeight == 0, row > taken else { return }
        let start = taken % stripHeight * header.bytesPerRow
        let bytes = memory[start..<start + (row - taken) * header.bytesPerRow]
        do {
            if failure == nil { try take(taken..<row, UnsafeRawBufferPointer(rebasing: bytes)) }
        } catch {
            failure = error
        }
        taken = row
    }

    /// Rethrows the error of the receiver of the rows.
    func checkEnd() throws {
        if let failure { throw failure }
    }
}
