import Glibc

extension PixelBuffer {
    /// The pixels as they are worked on, from the samples of a file of this space: in 16 bits where its curve is not that of
    /// sRGB, else the same.
    ///
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` where memory is short.
    func working(from space: ColorSpace, name: String) throws(ImagingError) -> PixelBuffer {
        guard !space.hasWorkingCurve else { return with(space) }
        let tables = space.curves.map { curve in
            Self.levels(depth).map { sample in
                UInt16((SRGBCurve.sample(of: curve.light(of: sample)) * 65535).rounded())
            }
        }
        let result = try PixelBuffer.claimed(
            width: width, height: height, depth: .sixteen, isOverwritten: true, name: name)
        withUnsafeBytes { source in
            result.withBytesWhileMaking { target in
                let target = target.bindMemory(to: UInt16.self)
                switch depth {
                case .eight:
                    Self.look(up: source.bindMemory(to: UInt8.self), in: tables, target) { UInt16($0) * 257 }
                case .sixteen: Self.look(up: source.bindMemory(to: UInt16.self), in: tables, target) { $0 }
                }
            }
        }
        return result.with(space)
    }

    /// The pixels in sRGB, for places that know no other colors, such as videos; those outside go to its edge.
    ///
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` where memory is short.
    package func inSRGB(name: String) throws(ImagingError) -> PixelBuffer {
        guard let conversion = ColorConversion(from: colorSpace.working, to: .sRGB) else {
            return with(.sRGB)
        }
        let result = try PixelBuffer.claimed(
            width: width, height: height, depth: depth, isOverwritten: true, name: name)
        result.withBytesWhileMaking { target in
            withUnsafeBytes { target.copyMemory(from: $0) }
            switch depth {
            case .eight: conversion.convert(eightBit: target)
            case .sixteen: conversion.convert(target)
            }
        }
        return result
    }

    /// What every sample of this depth stands for, 0…1.
    private static func levels(_ depth: Depth) -> [Double] {
        let last = (1 << depth.rawValue) - 1
        return (0...last).map { Double($0) / Double(last) }
    }

    /// Looks the colors of RGBA pixels up, and leaves their alpha.
    private static func look<Sample: FixedWidthInteger>(
        up source: UnsafeBufferPointer<Sample>, in tables: [[UInt16]],
        _ target: UnsafeMutableBufferPointer<UInt16>, alpha: (Sample) -> UInt16
    ) {
        guard let red = tables.first, let blue = tables.last else { return }
        let green = tables.count > 2 ? tables[1] : red
        red.withUnsafeBufferPointer { red in
            green.withUnsafeBufferPointer { green in
                blue.withUnsafeBufferPointer { blue in
                    for start in stride(from: 0, to: source.count, by: 4) {
                        target[start] = red[Int(source[start])]
                        target[start + 1] = green[Int(source[start + 1])]
                        target[start + 2] = blue[Int(source[start + 2])]
                        target[start + 3] = alpha(source[start + 3])
                    }
                }
            }
        }
    }

    /// Pixels of Display P3 in sRGB, where that holds them all; else as they are, with the profile of Display P3.
    ///
    /// Pictures of printing inks, of Lab and with profiles of tables come so.
    ///
    /// - Parameter isTagged: whether the file says what its samples mean, and another shall as well.
    func inLeastSpace(isTagged: Bool) -> PixelBuffer {
        let matrix = Primaries.displayP3.matrix(to: .sRGB)
        let light = Self.levels(.sixteen).map { Float(SRGBCurve.light(of: $0)) }
        let rows = [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { SIMD3<Float>($0) }
        // A step of 8 bits in light, at the dark end of the curve.
        let tolerance: Float = 1 / 255 / 12.92
        let fits = withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: UInt16.self)
            return stride(from: 0, to: samples.count, by: 4).allSatisfy { start in
                let color = SIMD3(
                    light[Int(samples[start])], light[Int(samples[start + 1])], light[Int(samples[start + 2])]
                )
                return rows.allSatisfy { row in
                    let value = (row * color).sum()
                    return value >= -tolerance && value <= 1 + tolerance
                }
            }
        }
        guard fits else { return with(.taggedDisplayP3) }
        let conversion = ColorConversion(from: ColorSpace(primaries: .displayP3), to: .sRGB)
        withBytesWhileMaking { bytes in conversion?.convert(bytes) }
        return with(isTagged ? .taggedSRGB : .sRGB)
    }
}
