/// The rotation or reflection that turns stored rows upright: EXIF orientation 1…8.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case flipped = 4
    case transposed = 5
    case turnedLeft = 6
    case transversed = 7
    case turnedRight = 8

    /// True if it swaps width and height.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The upright size of a picture stored at this size.
    func uprightSize(of stored: SIMD2<Int>) -> SIMD2<Int> {
        swapsSides ? SIMD2(stored.y, stored.x) : stored
    }

    /// The inverse, which turns an upright picture into the stored one.
    var inverse: Orientation {
        switch self {
        case .turnedLeft: .turnedRight
        case .turnedRight: .turnedLeft
        default: self
        }
    }

    /// Maps the upright pixel (x, y) to its position in the stored picture, whose size is `width` × `height`.
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
    /// The picture rotated upright; unchanged if it already is.
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
        // The side of tiles small enough to keep the rows of both pictures in the processor's cache.
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
