import Glibc
import Localization

/// Memory of the requested size could not be allocated.
package struct OutOfMemory: Error, CustomStringConvertible {
    package var description: String { tr("out of memory; close other programs or use a smaller picture") }
}

/// Memory of any size, whose allocation may fail. Swift's collections would terminate the program instead.
package final class MemoryBlock: @unchecked Sendable {
    // Users that share a block must ensure that only one writes at a time.

    package let bytes: UnsafeMutableRawBufferPointer

    package init(byteCount: Int) throws(OutOfMemory) {
        // malloc(0) may return null.
        guard let base = malloc(max(1, byteCount)) else { throw OutOfMemory() }
        bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    }

    deinit { free(bytes.baseAddress) }
}
