import CProcess
@preconcurrency import Glibc
import Imaging

/// Memory that a decoder fills, and that its rows are read from.
final class SharedRows {
    let room: Room
    let bytes: UnsafeMutableRawBufferPointer
    /// The memory to hand over; nil where it is this process's alone.
    private(set) var memory: Int32?

    /// Nil where there is not so much memory.
    init?(header: PictureHeader, stripHeight: Int, stripCount: Int, isForWhole: Bool) {
        let length = header.bytesPerRow * stripHeight * stripCount
        // There is none where files may not become so large, or the kernel keeps it from the program.
        let shared = cprocess_shared_memory(length)
        let start = shared >= 0 ? cprocess_map(shared, length, false) : SharedRows.ownMemory(length)
        guard let start else {
            if shared >= 0 { close(shared) }
            return nil
        }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: length)
        memory = shared >= 0 ? shared : nil
        room = Room(
            stripHeight: stripHeight, stripCount: stripCount, isForWhole: isForWhole, isShared: shared >= 0)
    }

    private static func ownMemory(_ length: Int) -> UnsafeMutableRawPointer? {
        let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return start == MAP_FAILED ? nil : start
    }

    deinit {
        if let memory { close(memory) }
        if ownsMapping { munmap(bytes.baseAddress, bytes.count) }
    }

    private var ownsMapping = true

    /// Gives the mapping to somebody who ends it.
    func release() -> UnsafeMutableRawBufferPointer {
        ownsMapping = false
        return bytes
    }

    /// Hands over the descriptor of the memory, once.
    func takeMemory() -> Int32? {
        defer { memory = nil }
        return memory
    }
}

/// About so many bytes are told of at a time.
private let stripBytes = 1 << 20

/// Gathers a whole picture: the memory that the decoder fills becomes that of the pixels.
final class WholeReceiver: RowReceiver {
    private(set) var header: PictureHeader?
    private var rows: SharedRows?
    private var memories: [SharedRows] = []

    func makeMemory(for header: PictureHeader) -> Int32? {
        let rows = SharedRows(header: header, stripHeight: header.height, stripCount: 1, isForWhole: true)
        guard let rows, let memory = rows.takeMemory() else { return nil }
        memories.append(rows)
        return memory
    }

    func adopt(_ header: PictureHeader, memory: Int) -> Bool {
        guard memories.indices.contains(memory),
            memories[memory].bytes.count == header.bytesPerRow * header.height
        else { return false }
        self.header = header
        rows = memories[memory]
        memories = []
        return true
    }

    func makeRoom(for header: PictureHeader, path: String) throws -> (Room, memory: Int32?) {
        self.header = header
        let stripHeight = max(1, min(header.height, stripBytes / header.bytesPerRow))
        let rows = SharedRows(
            header: header, stripHeight: stripHeight,
            stripCount: (header.height + stripHeight - 1) / stripHeight, isForWhole: true)
        guard let rows else {
            throw ImagingError.tooLarge(path: path, width: header.width, height: header.height)
        }
        self.rows = rows
        return (rows.room, rows.takeMemory())
    }

    func place(of rows: Range<Int>) -> UnsafeMutableRawBufferPointer { slice(rows) }

    /// The pages get mapped while the decoder makes the next ones.
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

    /// The pixels as they are stored, once all rows are there.
    func pixels() -> PixelBuffer? {
        guard let header, let rows else { return nil }
        return PixelBuffer(
            width: header.width, height: header.height, depth: header.depth, mapping: rows.release())
    }
}

/// Hands on rows as they come, through a ring of strips.
final class StripReceiver: RowReceiver {
    func makeMemory(for header: PictureHeader) -> Int32? { nil }
    func adopt(_ header: PictureHeader, memory: Int) -> Bool { false }

    private let stripHeight: Int
    private let stripCount: Int
    private let begin: (PictureHeader) throws -> Void
    private let take: (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    private var header: PictureHeader?
    private var ring: SharedRows?

    init(
        stripHeight: Int, stripCount: Int, begin: @escaping (PictureHeader) throws -> Void,
        take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
    ) {
        self.stripHeight = stripHeight
        self.stripCount = stripCount
        self.begin = begin
        self.take = take
    }

    func makeRoom(for header: PictureHeader, path: String) throws -> (Room, memory: Int32?) {
        self.header = header
        try begin(header)
        let ring = SharedRows(
            header: header, stripHeight: stripHeight, stripCount: stripCount, isForWhole: false)
        guard let ring else {
            throw ImagingError.tooLarge(path: path, width: header.width, height: header.height)
        }
        self.ring = ring
        return (ring.room, ring.takeMemory())
    }

    func place(of rows: Range<Int>) -> UnsafeMutableRawBufferPointer {
        guard let header, let ring else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        let start = ring.room.place(of: rows.lowerBound) * header.bytesPerRow
        return UnsafeMutableRawBufferPointer(
            rebasing: ring.bytes[start..<start + rows.count * header.bytesPerRow])
    }

    /// The decoder tells of what lies together, and of the rest when that has been taken; so no row here lies apart.
    func take(_ rows: Range<Int>) throws {
        var row = rows.lowerBound
        while row < rows.upperBound {
            let end = min((row / stripHeight + 1) * stripHeight, rows.upperBound)
            try take(row..<end, UnsafeRawBufferPointer(place(of: row..<end)))
            row = end
        }
    }
}
