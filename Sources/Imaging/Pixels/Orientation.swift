/// The rotation that makes stored rows upright: EXIF's orientation 1…8.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case flipped = 4
    case transposed = 5
    case turnedLeft = 6
    case transversed = 7
    case turnedRight = 8

    /// True if width and height are swapped.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The upright size of a picture with this stored size.
    func uprightSize(of stored: SIMD2<Int>) -> SIMD2<Int> {
        swapsSides ? SIMD2(stored.y, stored.x) : stored
    }

    /// The inverse: turns an upright picture into the stored one.
    var inverse: Orientation {
        switch self {
        case .turnedLeft: .turnedRight
        case .turnedRight: .turnedLeft
        default: self
        }
    }

    /// The position in the stored picture, of size `width` × `height`, of the upright pixel (x, y).
    @inline(__always)
    func source(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .flipped: (x, height - 1 - y)
        case .transposed: (y, x)
        case .turnedLeft: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .turnedRight: (width - 1 - y, x)
        }
    }
}

extension PixelBuffer {
    /// The picture rotated to upright; unchanged if it already is.
    func oriented(_ orientation: Orientation, name: String) throws(ImagingError) -> PixelBuffer {
        guard orientation != .upright else { return self }
        let upright = try PixelBuffer.claimed(
            width: orientation.swapsSides ? height : width, height: orientation.swapsSides ? width : height,
            depth: depth, isOverwritten: true, name: name)
        withUnsafeBytes { stored in
            upright.withBytesWhileMaking { target in
                switch depth {
                case .eight: turn(stored, target, orientation, pixel: UInt32.self)
                case .sixteen: turn(stored, target, orientation, pixel: UInt64.self)
                case .float: turn(stored, target, orientation, pixel: SIMD4<Float>.self)
                }
            }
        }
        return upright.with(colorSpace)
    }

    private func turn<Pixel: BitwiseCopyable>(
        _ stored: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer, _ orientation: Orientation,
        pixel: Pixel.Type
    ) {
        guard let source = stored.assumingMemoryBound(to: Pixel.self).baseAddress,
            let upright = target.assumingMemoryBound(to: Pixel.self).baseAddress
        else { return }
        let uprightWidth = orientation.swapsSides ? height : width
        let uprightHeight = orientation.swapsSides ? width : height
        // Squares with this side keep both pictures' rows in the processor's cache.
        let side = 32
        for top in stride(from: 0, to: uprightHeight, by: side) {
            for left in stride(from: 0, to: uprightWidth, by: side) {
                for y in top..<min(top + side, uprightHeight) {
                    for x in left..<min(left + side, uprightWidth) {
                        let from = orientation.source(x, y, width: width, height: height)
                        upright[y * uprightWidth + x] = source[from.y * width + from.x]
                    }
                }
            }
        }
    }
}
