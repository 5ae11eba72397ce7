import CSystem
@preconcurrency import Glibc
import Imaging

/// Memory for a decoder's rows: shared memory, or, if that is unavailable, private memory for rows that are
/// sent.
final class RowMemory: @unchecked Sendable {
    let room: Room
    let bytes: UnsafeMutableRawBufferPointer
    private let shared: SharedMemory?

    /// Nil if there is not enough memory.
    init?(header: PictureHeader, stripHeight: Int, stripCount: Int, isForWhole: Bool) {
        let byteCount = header.bytesPerRow * stripHeight * stripCount
        shared = SharedMemory(byteCount: byteCount)
        room = Room(
            stripHeight: stripHeight, stripCount: stripCount, isForWhole: isForWhole, isShared: shared != nil)
        if let shared {
            bytes = shared.bytes
        } else {
            let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let start, start != MAP_FAILED else { return nil }
            bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
        }
    }

    deinit { if shared == nil { munmap(bytes.baseAddress, bytes.count) } }

    /// The descriptor to send to the decoder; nil if rows are sent.
    var descriptor: Int32? { shared?.descriptor }
}

/// The approximate number of bytes per strip.
private let stripBytes = 1 << 20

/// Collects a whole picture; the memory that the decoder fills is used for the pixels without a copy.
final class WholeReceiver: RowReceiver {
    let takesWhole = true
    private(set) var header: PictureHeader?
    private var rows: RowMemory?
    /// All rows, if they were delivered at once.
    private var whole: PooledMemory?

    func take(_ header: PictureHeader, in memory: PooledMemory) {
        self.header = header
        whole = memory
    }

    func makeRoom(for header: PictureHeader, path: String) throws -> RowMemory {
        self.header = header
        let stripHeight = max(1, min(header.height, stripBytes / header.bytesPerRow))
        let rows = RowMemory(
            header: header, stripHeight: stripHeight,
            stripCount: (header.height + stripHeight - 1) / stripHeight, isForWhole: true)
        guard let rows else {
            throw ImagingError.tooLarge(path: path, width: header.width, height: header.height)
        }
        self.rows = rows
        return rows
    }

    func rowMemory(of rows: Range<Int>) -> UnsafeMutableRawBufferPointer { slice(rows) }

    /// Faults in the pages while the decoder produces the next ones.
    func take(_ rows: Range<Int>) {
        let bytes = slice(rows)
        guard self.rows?.room.isShared == true, let start = bytes.baseAddress else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let offset = Int(bitPattern: start) % page
        cprocess_populate(start - offset, bytes.count + offset, false)
    }

    private func slice(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        guard let header, let rows else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        return UnsafeMutableRawBufferPointer(
            rebasing: rows.bytes[
                range.lowerBound * header.bytesPerRow..<range.upperBound * header.bytesPerRow])
    }

    /// The stored pixels, after all rows have arrived.
    func pixels() -> PixelBuffer? {
        guard let header else { return nil }
        func pixels(
            _ memory: UnsafeMutableRawBufferPointer, _ owner: any AnyObject & Sendable
        ) -> PixelBuffer? {
            PixelBuffer(
                width: header.width, height: header.height, depth: header.depth, memory: memory, owner: owner)
        }
        if let whole { return pixels(whole.memory.bytes, whole) }
        return rows.flatMap { pixels($0.bytes, $0) }
    }
}

/// Delivers rows as they arrive, through a ring of strips.
final class StripReceiver: RowReceiver {
    let takesWhole = false
    func take(_ header: PictureHeader, in memory: PooledMemory) {}

    private let stripHeight: Int
    private let stripCount: (PictureHeader) -> Int
    private let begin: (PictureHeader) throws -> Void
    private let take: (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    private var header: PictureHeader?
    private var ring: RowMemory?

    init(
        stripHeight: Int, stripCount: @escaping (PictureHeader) -> Int,
        begin: @escaping (PictureHeader) throws -> Void,
        take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    ) {
        self.stripHeight = stripHeight
        self.stripCount = stripCount
        self.begin = begin
        self.take = take
    }

    func makeRoom(for header: PictureHeader, path: String) throws -> RowMemory {
        self.header = header
        try begin(header)
        let ring = RowMemory(
            header: header, stripHeight: stripHeight, stripCount: stripCount(header), isForWhole: false)
        guard let ring else {
            throw ImagingError.tooLarge(path: path, width: header.width, height: header.height)
        }
        self.ring = ring
        return ring
    }

    func rowMemory(of rows: Range<Int>) -> UnsafeMutableRawBufferPointer {
        guard let header, let ring else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        let start = ring.room.place(of: rows.lowerBound) * header.bytesPerRow
        return UnsafeMutableRawBufferPointer(
            rebasing: ring.bytes[start..<start + rows.count * header.bytesPerRow])
    }

    /// The decoder only reports contiguous rows, and the next ones once these are taken, so rows never wrap
    /// around.
    func take(_ rows: Range<Int>) throws {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let end = min((row / stripHeight + 1) * stripHeight, rows.upperBound)
            try take(row..<end, UnsafeRawBufferPointer(rowMemory(of: row..<end)))
            row = end
        }
    }
}
