import System
import Filters
@preconcurrency import Glibc
import Imaging

/// Detects whether a picture file's contents have changed, by its size and a hash of its beginning and its
/// end.
package struct PictureIdentity: Sendable, Hashable {
    let size: Int
    let check: String

    /// The number of bytes read from each end: pictures differ there, in their headers and their last rows.
    private static let sample = 1 << 16

    /// Nil if the file cannot be read.
    package init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(status.st_size)
        var hash = FNV()
        guard let memory = try? MemoryBlock(byteCount: Self.sample) else { return nil }
        defer { withExtendedLifetime(memory) {} }
        let bytes = memory.bytes
        for start in Set([0, max(0, size - Self.sample)]).sorted() {
            let count = pread(descriptor, bytes.baseAddress, bytes.count, off_t(start))
            guard count >= 0 else { return nil }
            hash.add(bytes[..<count])
        }
        check = hash.digits
    }

    var json: JSONValue { .object(["size": .number(Double(size)), "check": .string(check)]) }

    init?(json: JSONValue?) {
        guard case .object(let keys)? = json, case .number(let size)? = keys["size"],
            case .string(let check)? = keys["check"], let whole = Int(exactly: size)
        else { return nil }
        self.size = whole
        self.check = check
    }
}

/// A hash that is the same in every run: FNV-1a with 64 bits (RFC 9923).
struct FNV {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    var digits: String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
