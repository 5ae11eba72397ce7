/// Some rows of a PNG on their way into the file: filtered and compressed by themselves.
///
/// A stripe also holds the rows before it, as many as filtering and compressing look back to. They are
/// filtered again for it, which costs a thirtieth and lets no stripe wait for another.
final class PNGStripe: @unchecked Sendable {
    // Filled by one thread, then only read.

    /// What all stripes of a picture share.
    struct Layout: Sendable {
        /// Bytes of a row, and of a pixel.
        let rowBytes: Int
        let pixelBytes: Int
        /// The rows of a stripe: about a megabyte, enough to be worth a thread.
        let rows: Int
        /// The rows before a stripe that it holds too: a window of zlib, and the row above that.
        let rowsBefore: Int
        let squeeze: PNGSqueeze

        init(rowBytes: Int, pixelBytes: Int, squeeze: PNGSqueeze) {
            self.rowBytes = rowBytes
            self.pixelBytes = pixelBytes
            self.squeeze = squeeze
            rows = max(1, (1 << 20) / (rowBytes + 1))
            rowsBefore = (Deflate.window + rowBytes) / (rowBytes + 1) + 1
        }

        /// Zeros stand left of each row, for the neighbors of its first pixel.
        static let margin = 8
        var stride: Int { Self.margin + rowBytes }
    }

    /// A compressed stripe.
    struct Compressed: Sendable {
        private let memory: MemoryBlock
        private let byteCount: Int
        /// Of the filtered bytes, and how many they are.
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
    /// Rows from before the stripe, and rows of the stripe so far. The first row of a picture has one of zeros before.
    private let rowsBefore: Int
    private var rows = 0

    /// Begins the stripe after `previous`, or the first.
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

    /// Adds a row, which `fill` writes: samples as in the file, of sixteen bits the high byte first.
    func addRow(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let row = bytes[((rowsBefore + rows) * layout.stride)...].prefix(layout.stride)
        _ = row.prefix(Layout.margin).initializeMemory(as: UInt8.self, repeating: 0)
        fill(UnsafeMutableRawBufferPointer(rebasing: row.dropFirst(Layout.margin)))
        rows += 1
    }

    /// Filters and compresses the stripe; nil where memory is short.
    func compressed(isLast: Bool) -> Compressed? {
        let filteredRow = layout.rowBytes + 1
        let known = (rowsBefore - 1) * filteredRow
        guard let filtered = try? MemoryBlock(byteCount: known + rows * filteredRow) else { return nil }
        defer { withExtendedLifetime(filtered) {} }
        filter(into: filtered.bytes)
        let before = UnsafeRawBufferPointer(rebasing: filtered.bytes[..<known])
        let stripe = UnsafeRawBufferPointer(rebasing: filtered.bytes[known...])
        let method = layout.squeeze.method(for: stripe, after: before)
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
            count: layout.rowBytes, pixelBytes: layout.pixelBytes, candidates: layout.squeeze.filters,
            triesHalf: layout.squeeze.triesHalf)
        defer { filtering.deallocate() }
        for row in 1..<rowsBefore + rows {
            let above = bytes + (row - 1) * layout.stride + Layout.margin
            filtering.filter(
                above + layout.stride, above: above, into: output + (row - 1) * (layout.rowBytes + 1))
        }
    }
}
