import Imaging
import System

/// A small picture of a frame of a video.
package struct VideoThumbnail: Sendable {
    /// In square pixels.
    package let size: SIMD2<Int>
    /// Red, green, blue and straight alpha of each pixel, row by row from the top.
    package let bytes: [UInt8]
}

/// Creates small pictures of frames of a video on its own thread. The newest request counts.
///
/// They show the last key frame before the time, which can be decoded immediately.
package final class ThumbnailStream: Sendable {
    private let wanted = Mailbox<Int?>(nil)

    /// - Parameters:
    ///   - side: the longer side of the pictures, in pixels.
    ///   - deliver: called with each picture and the number of the requested frame, on the stream's thread.
    package init(
        path: String, table: FrameTable, side: Int,
        deliver: @escaping @Sendable (VideoThumbnail, Int) -> Void
    ) {
        WorkerThread("thumbnails", qos: .utility) { [wanted] in
            // Errors are ignored: there is just no thumbnail.
            guard let reader = try? VideoReader(path: path, table: table, threads: 1) else { return }
            let size = VideoThumbnail.size(of: reader.info, side: side)
            var last: (key: Int, thumbnail: VideoThumbnail)?
            while let frame = wanted.next({ $0.take() }) {
                let key = table.keyFrame(atOrBefore: frame)
                if last?.key != key {
                    last = (try? reader.frame(key)).map { (key, VideoThumbnail($0.pixels, size: size)) }
                }
                if let last { deliver(last.thumbnail, frame) }
            }
        }
    }

    deinit {
        wanted.update { $0 = nil }
        wanted.end()
    }

    /// Requests the picture of a frame.
    package func want(_ frame: Int) { wanted.update { $0 = frame } }
}

extension VideoThumbnail {
    /// The size of a thumbnail with this longer side, in square pixels.
    package static func size(of info: VideoInfo, side: Int) -> SIMD2<Int> {
        let shown = SIMD2(Double(info.width) * info.pixelAspect.value, Double(info.height))
        let size = (shown * (Double(side) / shown.max())).rounded(.toNearestOrAwayFromZero)
        return SIMD2(max(1, Int(size.x)), max(1, Int(size.y)))
    }

    init(_ pixels: PixelBuffer, size: SIMD2<Int>) {
        self.size = size
        let (width, height) = (size.x, size.y)
        bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
            let target = UnsafeMutableRawBufferPointer(bytes).bindMemory(to: SIMD4<UInt8>.self)
            pixels.withUnsafeBytes { source in
                switch pixels.depth {
                case .eight:
                    Self.reduce(source.bindMemory(to: SIMD4<UInt8>.self), of: pixels, to: size, in: target) {
                        SIMD4(truncatingIfNeeded: $0)
                    }
                case .sixteen:
                    Self.reduce(source.bindMemory(to: SIMD4<UInt16>.self), of: pixels, to: size, in: target) {
                        SIMD4(truncatingIfNeeded: $0) &>> 8
                    }
                case .float:
                    Self.reduce(source.bindMemory(to: SIMD4<Float>.self), of: pixels, to: size, in: target) {
                        SIMD4($0.clamped(lowerBound: .zero, upperBound: .one) * 255)
                    }
                }
            }
            count = width * height * 4
        }
    }

    /// Averages the pixels covered by each thumbnail pixel, in 8 bits.
    private static func reduce<Channel: SIMDScalar>(
        _ source: UnsafeBufferPointer<SIMD4<Channel>>, of pixels: PixelBuffer, to size: SIMD2<Int>,
        in target: UnsafeMutableBufferPointer<SIMD4<UInt8>>, _ eightBit: (SIMD4<Channel>) -> SIMD4<UInt32>
    ) {
        func covered(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
            let first = index * length / count
            return first..<max(first + 1, (index + 1) * length / count)
        }
        for y in 0..<size.y {
            let rows = covered(y, of: size.y, in: pixels.height)
            for x in 0..<size.x {
                let columns = covered(x, of: size.x, in: pixels.width)
                var sum = SIMD4<UInt32>.zero
                for row in rows {
                    for column in columns {
                        sum &+= eightBit(source[row * pixels.width + column])
                    }
                }
                target[y * size.x + x] = SIMD4(truncatingIfNeeded: sum / UInt32(rows.count * columns.count))
            }
        }
    }
}
