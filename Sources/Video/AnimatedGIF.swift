import Glibc
import Imaging

/// Tells GIF files with several pictures, which are videos, from those with one, without a decoder.
package enum AnimatedGIF {
    /// Whether a file is a GIF with two pictures or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return isAnimated { offset, bytes in pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
    }

    /// - Parameter read: reads bytes from an offset on; returns how many there were.
    package static func isAnimated(read: @escaping (Int, UnsafeMutableRawBufferPointer) -> Int) -> Bool {
        var blocks = Blocks(read: read)
        guard blocks.skipHeader() else { return false }
        return blocks.skipToPicture() && blocks.skipPicture() && blocks.skipToPicture()
    }

    /// How often a GIF is shown, 0 for ever; 1 where it does not say so before its first picture.
    static func loopCount(in file: OpenFile) -> Int {
        var blocks = Blocks { offset, bytes in
            let found = file.bytes(from: offset, count: bytes.count)
            bytes.copyBytes(from: found)
            return found.count
        }
        return blocks.skipHeader() ? blocks.loopCount() ?? 1 : 1
    }

    /// The blocks of a GIF (GIF89a specification, sections 15 to 25), one after another.
    private struct Blocks {
        private let read: (Int, UnsafeMutableRawBufferPointer) -> Int
        private var offset = 0
        /// What was read ahead, and where it begins.
        private var window: [UInt8] = []
        private var windowStart = 0

        private static let extensionMark: UInt8 = 0x21
        private static let applicationLabel: UInt8 = 0xFF
        private static let pictureMark: UInt8 = 0x2C

        init(read: @escaping (Int, UnsafeMutableRawBufferPointer) -> Int) { self.read = read }

        /// The signature, the screen, and the colors that all pictures share.
        mutating func skipHeader() -> Bool {
            for byte in "GIF8".utf8 { guard next() == byte else { return false } }
            offset = 10
            return skipColors(after: 2)
        }

        /// The number in the application extension that Netscape introduced, before the first picture; nil if there is none.
        mutating func loopCount() -> Int? {
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

        /// Comes to the next picture; false if there is none.
        mutating func skipToPicture() -> Bool {
            while let mark = next() {
                if mark == Self.pictureMark { return true }
                guard mark == Self.extensionMark, next() != nil, skipData() else { return false }
            }
            return false
        }

        /// The place, size, colors and data of a picture.
        mutating func skipPicture() -> Bool {
            offset += 8
            guard skipColors(after: 0) else { return false }
            offset += 1
            return skipData()
        }

        /// A byte that tells whether there is a table of colors, some bytes more, and the table.
        private mutating func skipColors(after count: Int) -> Bool {
            guard let flags = next() else { return false }
            offset += count
            if flags & 0x80 != 0 { offset += 3 << (Int(flags & 7) + 1) }
            return true
        }

        /// Blocks of data, each after its length, until one of length 0.
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
}
