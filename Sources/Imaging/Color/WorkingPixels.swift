import Glibc

extension PixelBuffer {
    /// Converts a file's samples in this space to the working format: 16 bits if its curve is not the sRGB
    /// curve, else unchanged.
    ///
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` if memory cannot be allocated.
    func working(from space: ColorSpace, name: String) throws(ImagingError) -> PixelBuffer {
        guard !space.hasWorkingCurve else { return with(space) }
        guard depth != .float else { return workingFloats(from: space) }
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
                // Floats are handled above, without tables.
                case .float: break
                }
            }
        }
        return result.with(space)
    }

    /// The same conversion for floats, in a buffer that is not shared yet.
    private func workingFloats(from space: ColorSpace) -> PixelBuffer {
        let curves = space.curves
        guard let red = curves.first, let blue = curves.last else { return with(space) }
        let green = curves.count > 2 ? curves[1] : red
        func value(_ sample: Float, _ curve: ToneCurve) -> Float {
            Float(SRGBCurve.sample(of: curve.unboundedLight(of: Double(sample))))
        }
        withBytesWhileMaking { bytes in
            let samples = bytes.bindMemory(to: Float.self)
            for start in stride(from: 0, to: samples.count, by: 4) {
                samples[start] = value(samples[start], red)
                samples[start + 1] = value(samples[start + 1], green)
                samples[start + 2] = value(samples[start + 2], blue)
            }
        }
        return with(space.ofFloats)
    }

    /// Makes a file's floats valid for processing, in a buffer that is not shared yet: NaN becomes 0,
    /// infinity a very large number, and alpha is clamped to 0…1.
    func makeFinite() {
        let largest: Float = 65504
        withBytesWhileMaking { bytes in
            let samples = bytes.bindMemory(to: Float.self)
            for index in samples.indices where !(abs(samples[index]) <= .greatestFiniteMagnitude) {
                samples[index] = samples[index].isNaN ? 0 : samples[index] < 0 ? -largest : largest
            }
            for index in stride(from: 3, to: samples.count, by: 4) {
                samples[index] = min(max(samples[index], 0), 1)
            }
        }
    }

    /// Floats converted to 16-bit integers; integers are returned unchanged.
    ///
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` if memory cannot be allocated.
    package func inWholeNumbers(name: String) throws(ImagingError) -> PixelBuffer {
        guard depth == .float else { return self }
        let result = try PixelBuffer.claimed(
            width: width, height: height, depth: .sixteen, isOverwritten: true, name: name)
        let packing = RowPacking(channels: .rgba, from: .float, to: .sixteen, background: nil)
        withUnsafeBytes { source in
            result.withBytesWhileMaking { packing.pack(source, pixelCount: width * height, into: $0) }
        }
        return result.with(colorSpace)
    }

    /// Converts the pixels to sRGB integers, for consumers that support nothing else, such as video encoders;
    /// colors outside the gamut are clipped.
    ///
    /// Throws ``ImagingError/tooLarge(path:width:height:)`` if memory cannot be allocated.
    ///
    /// - Parameter keepsFloats: whether floats stay floats, so that no color is lost.
    package func inSRGB(name: String, keepsFloats: Bool = false) throws(ImagingError) -> PixelBuffer {
        guard depth != .float || keepsFloats else {
            return try inWholeNumbers(name: name).inSRGB(name: name)
        }
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
            case .float: conversion.convert(floats: target)
            }
        }
        return result
    }

    /// All sample values of this depth, scaled to 0…1.
    private static func levels(_ depth: Depth) -> [Double] {
        let last = (1 << depth.rawValue) - 1
        return (0...last).map { Double($0) / Double(last) }
    }

    /// Applies lookup tables to the colors of RGBA pixels, and copies their alpha.
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

    /// Converts Display P3 pixels to sRGB if sRGB can represent all of them; otherwise keeps them, with a
    /// Display P3 profile.
    ///
    /// CMYK, Lab and LUT-based pictures are decoded to Display P3.
    ///
    /// - Parameter isTagged: whether the file specifies its color space, so that output files should, too.
    func inLeastSpace(isTagged: Bool) -> PixelBuffer {
        let matrix = Primaries.displayP3.matrix(to: .sRGB)
        let light = Self.levels(.sixteen).map { Float(SRGBCurve.light(of: $0)) }
        let rows = [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { SIMD3<Float>($0) }
        // The light of one 8-bit step at the dark end of the sRGB curve.
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
