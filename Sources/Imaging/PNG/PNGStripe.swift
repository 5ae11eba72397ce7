import System

/// A stripe of rows of a PNG, which is filtered and compressed independently of other stripes.
///
/// It also contains as many preceding rows as filtering and compression refer to. Filtering those again takes
/// a thirtieth of the time, but stripes need not wait for one another.
final class PNGStripe: @unchecked Sendable {
    // One thread fills it; afterwards it is only read.

    /// The layout shared by all stripes of a picture.
    struct Layout: Sendable {
        /// The bytes of a row, and those of a pixel.
        let rowBytes: Int
        let pixelBytes: Int
        /// The number of rows in a stripe: about a megabyte, enough to justify a thread.
        let rows: Int
        /// The number of preceding rows in a stripe: a zlib window, and the row above that.
        let rowsBefore: Int
        let compression: PNGCompression

        init(rowBytes: Int, pixelBytes: Int, compression: PNGCompression) {
            self.rowBytes = rowBytes
            self.pixelBytes = pixelBytes
            self.compression = compression
            rows = max(1, (1 << 20) / (rowBytes + 1))
            rowsBefore = (Deflate.window + rowBytes) / (rowBytes + 1) + 1
        }

        /// Zeros before each row, as the left neighbors of its first pixel.
        static let margin = 8
        var stride: Int { Self.margin + rowBytes }
    }

    /// A compressed stripe.
    struct Compressed: Sendable {
        private let memory: MemoryBlock
        private let byteCount: Int
        /// The checksum of the filtered bytes, and their number.
        let checksum: UInt
        let count: Int

        init(memory: MemoryBlock, byteCount: Int, checksum: UInt, count: Int) {
            self.memory = memory
            self.byteCount = byteCount
            self.checksum = checksum
            self.count = count
        }

        func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            defer { withExtendedLifetime(memory) {} }
            return body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<byteCount]))
        }
    }

    private let layout: Layout
    private let memory: MemoryBlock
    private var bytes: UnsafeMutableRawBufferPointer { memory.bytes }
    /// The number of preceding rows, and of the stripe's own rows so far. The picture's first row is preceded
    /// by a row of zeros.
    private let rowsBefore: Int
    private var rows = 0

    /// Begins the stripe after `previous`, or the first stripe.
    init(_ layout: Layout, after previous: PNGStripe?) throws(OutOfMemory) {
        self.layout = layout
        let held = previous.map { $0.rowsBefore + $0.rows } ?? 1
        rowsBefore = min(held, layout.rowsBefore)
        memory = try MemoryBlock(byteCount: (rowsBefore + layout.rows) * layout.stride)
        if let previous {
            let first = (held - rowsBefore) * layout.stride
            bytes.copyMemory(
                from: UnsafeRawBufferPointer(
                    rebasing: previous.bytes[first..<first + rowsBefore * layout.stride]))
        } else {
            _ = bytes[..<layout.stride].initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    var isEmpty: Bool { rows == 0 }
    var isFull: Bool { rows == layout.rows }

    /// Adds a row that `fill` writes, with the file's samples, in big-endian byte order.
    func addRow(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let row = bytes[((rowsBefore + rows) * layout.stride)...].prefix(layout.stride)
        _ = row.prefix(Layout.margin).initializeMemory(as: UInt8.self, repeating: 0)
        fill(UnsafeMutableRawBufferPointer(rebasing: row.dropFirst(Layout.margin)))
        rows += 1
    }

    /// Filters and compresses the stripe; nil if allocation fails.
    func compressed(isLast: Bool) -> Compressed? {
        let filteredRow = layout.rowBytes + 1
        let known = (rowsBefore - 1) * filteredRow
        guard let filtered = try? MemoryBlock(byteCount: known + rows * filteredRow) else { return nil }
        defer { withExtendedLifetime(filtered) {} }
        filter(into: filtered.bytes)
        let before = UnsafeRawBufferPointer(rebasing: filtered.bytes[..<known])
        let stripe = UnsafeRawBufferPointer(rebasing: filtered.bytes[known...])
        let method = layout.compression.method(for: stripe, after: before)
        guard let piece = Deflate.piece(of: stripe, after: before, method, isLast: isLast) else { return nil }
        return Compressed(
            memory: piece.memory, byteCount: piece.count, checksum: Deflate.checksum(stripe),
            count: stripe.count)
    }

    private func filter(into target: UnsafeMutableRawBufferPointer) {
        guard let output = target.assumingMemoryBound(to: UInt8.self).baseAddress,
            let bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        else { return }
        let filtering = PNGRowFiltering(
            count: layout.rowBytes, pixelBytes: layout.pixelBytes, candidates: layout.compression.filters,
            triesHalf: layout.compression.triesHalf)
        defer { filtering.deallocate() }
        for row in 1..<rowsBefore + rows {
            let above = bytes + (row - 1) * layout.stride + Layout.margin
            filtering.filter(
                above + layout.stride, above: above, into: output + (row - 1) * (layout.rowBytes + 1))
        }
    }
}
