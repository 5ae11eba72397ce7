/// Reads the blocks of a GIF sequentially (GIF89a specification, sections 15 to 25).
package struct GIFBlocks {
    private let read: (Int, UnsafeMutableRawBufferPointer) -> Int
    private var offset = 0
    /// The read-ahead buffer, and its offset in the file.
    private var window: [UInt8] = []
    private var windowStart = 0

    private static let extensionMark: UInt8 = 0x21
    private static let applicationLabel: UInt8 = 0xFF
    private static let pictureMark: UInt8 = 0x2C

    /// - Parameter read: reads bytes at an offset into a buffer; returns the number of bytes read.
    package init(read: @escaping (Int, UnsafeMutableRawBufferPointer) -> Int) { self.read = read }

    /// Skips the signature, the logical screen descriptor and the global color table; false if it is not a
    /// GIF.
    package mutating func skipHeader() -> Bool {
        for byte in "GIF8".utf8 { guard next() == byte else { return false } }
        offset = 10
        return skipColors(after: 2)
    }

    /// The loop count from the Netscape application extension before the first picture; nil if there is none.
    package mutating func loopCount() -> Int? {
        while next() == Self.extensionMark, let label = next() {
            guard label == Self.applicationLabel, let length = next() else {
                guard skipData() else { return nil }
                continue
            }
            let name = (0..<length).compactMap { _ in next() }
            let isOfLoops = ["NETSCAPE2.0", "ANIMEXTS1.0"].contains { $0.utf8.elementsEqual(name) }
            while let count = next(), count > 0 {
                let bytes = (0..<count).compactMap { _ in next() }
                if isOfLoops, bytes.count == 3, bytes[0] & 7 == 1 {
                    return Int(bytes[1]) | Int(bytes[2]) << 8
                }
            }
        }
        return nil
    }

    /// Moves to the next picture; false if there is none.
    package mutating func skipToPicture() -> Bool {
        while let mark = next() {
            if mark == Self.pictureMark { return true }
            guard mark == Self.extensionMark, next() != nil, skipData() else { return false }
        }
        return false
    }

    /// Reads the rectangle of a picture on the screen, in pixels; nil if the file ends too early.
    mutating func pictureBounds() -> (origin: SIMD2<Int>, size: SIMD2<Int>)? {
        var numbers: [Int] = []
        for _ in 0..<4 {
            guard let low = next(), let high = next() else { return nil }
            numbers.append(Int(low) | Int(high) << 8)
        }
        return (SIMD2(numbers[0], numbers[1]), SIMD2(numbers[2], numbers[3]))
    }

    /// Skips a picture: its bounds, color table and data.
    package mutating func skipPicture() -> Bool {
        pictureBounds() != nil && skipPictureData()
    }

    /// Skips a picture's color table and data, which follow its bounds.
    mutating func skipPictureData() -> Bool {
        guard skipColors(after: 0) else { return false }
        offset += 1
        return skipData()
    }

    /// Skips the flags byte that announces a color table, `count` more bytes, and the table itself.
    private mutating func skipColors(after count: Int) -> Bool {
        guard let flags = next() else { return false }
        offset += count
        if flags & 0x80 != 0 { offset += 3 << (Int(flags & 7) + 1) }
        return true
    }

    /// Skips sub-blocks, each preceded by its length, until one of length 0.
    private mutating func skipData() -> Bool {
        while let count = next() {
            if count == 0 { return true }
            offset += Int(count)
        }
        return false
    }

    private mutating func next() -> UInt8? {
        if !(windowStart..<windowStart + window.count).contains(offset) {
            windowStart = offset
            window = [UInt8](unsafeUninitializedCapacity: 4096) { bytes, count in
                count = max(0, read(offset, UnsafeMutableRawBufferPointer(bytes)))
            }
        }
        guard !window.isEmpty else { return nil }
        defer { offset += 1 }
        return window[offset - windowStart]
    }
}
