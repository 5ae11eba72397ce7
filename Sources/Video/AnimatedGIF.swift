import System
import Glibc
import Imaging

/// Distinguishes GIF files with several pictures, which are videos, from those with one, without a decoder.
package enum AnimatedGIF {
    /// True if a file is a GIF with two pictures or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return isAnimated { offset, bytes in pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
    }

    /// - Parameter read: reads bytes from an offset on; returns the number read.
    package static func isAnimated(read: @escaping (Int, UnsafeMutableRawBufferPointer) -> Int) -> Bool {
        var blocks = GIFBlocks(read: read)
        guard blocks.skipHeader() else { return false }
        return blocks.skipToPicture() && blocks.skipPicture() && blocks.skipToPicture()
    }

    /// The loop count of a GIF, 0 for infinite; 1 if it states none before its first picture.
    static func loopCount(in file: OpenFile) -> Int {
        var blocks = GIFBlocks { offset, bytes in
            let found = file.bytes(from: offset, count: bytes.count)
            bytes.copyBytes(from: found)
            return found.count
        }
        return blocks.skipHeader() ? blocks.loopCount() ?? 1 : 1
    }
}
