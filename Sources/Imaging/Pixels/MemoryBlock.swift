import Glibc

/// There is no memory left for something of the size that was asked for.
package struct OutOfMemory: Error, CustomStringConvertible {
    package let description = "no memory left; close other programs or use a smaller picture"
}

/// Memory of any size, which the system may refuse; the collections of Swift end the program then.
package final class MemoryBlock: @unchecked Sendable {
    // Whoever shares it sees to it that only one writes at a time.

    package let bytes: UnsafeMutableRawBufferPointer

    package init(byteCount: Int) throws(OutOfMemory) {
        // A block of no bytes may have no address.
        guard let base = malloc(max(1, byteCount)) else { throw OutOfMemory() }
        bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    }

    deinit { free(bytes.baseAddress) }
}
