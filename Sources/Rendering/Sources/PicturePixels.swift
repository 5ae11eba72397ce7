import GPU
import Imaging

/// The pixels of a picture in memory.
struct PicturePixels: FramePixels {
    private let copies: ReducedCopies

    /// - Parameter isOpaque: whether every pixel's alpha is known to be 1; such pictures are scaled down
    ///   faster.
    init(_ pixels: PixelBuffer, isOpaque: Bool) {
        copies = ReducedCopies(of: pixels, isOpaque: isOpaque)
    }

    func makeTexture(
        of viewport: Viewport, precision: PixelFormat, on device: Device
    ) throws -> Texture {
        guard let timer = device.timer else {
            return try texture(of: viewport, precision: precision, on: device)
        }
        let start = ContinuousClock.now
        defer {
            timer.add(.init(label: FrameTimings.sourceName, milliseconds: (.now - start) / .milliseconds(1)))
        }
        return try texture(of: viewport, precision: precision, on: device)
    }

    private func texture(
        of viewport: Viewport, precision: PixelFormat, on device: Device
    ) throws -> Texture {
        let pixels = copies.original
        if viewport.gridSize == SIMD2(pixels.width, pixels.height) {
            return try upload(viewport.region, on: device)
        }
        let source = try copies.source(for: viewport.gridSize)
        return try reduce(source, to: viewport, precision: precision, on: device)
    }

    /// Uploads the region unchanged, in the format that matches the buffer's bytes.
    private func upload(_ region: PixelRegion, on device: Device) throws -> Texture {
        let pixels = copies.original
        let texture = try device.textures.texture(
            width: region.size.x, height: region.size.y, format: PixelFormat(holding: pixels.depth),
            mayBeHigher: true)
        let offset =
            region.origin.y * pixels.bytesPerRow + region.origin.x * pixels.depth.bytesPerPixel
        try pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try device.upload(base + offset, pixelsPerRow: pixels.width, to: texture)
        }
        return texture
    }

    private func reduce(
        _ source: Reducer.Source, to viewport: Viewport, precision: PixelFormat, on device: Device
    ) throws -> Texture {
        let region = viewport.region
        let isHalf = precision == .rgba16f
        let texture = try device.textures.texture(
            width: region.size.x, height: region.size.y, format: isHalf ? .rgba16f : .rgba32f)
        let bytesPerRow = region.size.x * texture.format.bytesPerPixel
        nonisolated(unsafe) let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, bytesPerRow * region.size.y), alignment: 16)
        defer { bytes.deallocate() }
        Reducer(source: source).run(viewport) { row, pixels in
            let start = (row - region.origin.y) * bytesPerRow
            let target = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + bytesPerRow])
            if isHalf {
                HalfFloats.pack(pixels, into: target.bindMemory(to: SIMD4<UInt16>.self))
            } else {
                target.copyMemory(from: UnsafeRawBufferPointer(pixels))
            }
        }
        if let base = bytes.baseAddress { try device.upload(base, pixelsPerRow: region.size.x, to: texture) }
        return texture
    }
}

extension PixelFormat {
    /// The format that has the same pixels as a buffer of the given depth.
    init(holding depth: PixelBuffer.Depth) {
        switch depth {
        case .eight: self = .rgba8
        case .sixteen: self = .rgba16
        case .float: self = .rgba32f
        }
    }

    /// The format in which pixels are read back to memory.
    init(readBackAs depth: PixelBuffer.Depth) {
        switch depth {
        case .eight: self = .rgba8ui
        case .sixteen: self = .rgba16ui
        case .float: self = .rgba32f
        }
    }
}
