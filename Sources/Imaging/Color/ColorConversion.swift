import CImageLibraries

/// Converts pixels in memory to the color space of a file or display.
package final class ColorConversion: @unchecked Sendable {
    private enum Way {
        /// One lookup table for red, green and blue, or one for each.
        case curves([[UInt16]])
        /// A matrix in linear light to other primaries, followed by lookup tables, if any.
        case matrix([SIMD3<Float>], [[UInt16]])
        /// A LUT-based profile, through lcms2.
        case lcms(cmsHTRANSFORM)
    }

    private let way: Way
    /// The conversion for floats: a matrix if the primaries differ, and the file's curves, empty for the sRGB
    /// curve.
    private let rows: [SIMD3<Float>]
    private let curves: [ToneCurve]

    /// Nil if no conversion is needed.
    ///
    /// - Parameters:
    ///   - from: the color space of the pixels, which are encoded with the sRGB curve.
    ///   - to: the color space of the samples.
    package init?(from: ColorSpace, to: ColorSpace) {
        let tables = to.curves.map(Self.table)
        curves = to.curves
        guard from.primaries != to.primaries else {
            guard !tables.isEmpty else { return nil }
            rows = []
            way = .curves(tables)
            return
        }
        let matrix = from.primaries.matrix(to: to.primaries)
        rows = [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { SIMD3<Float>($0) }
        way = .matrix(rows, tables)
    }

    /// Converts to a LUT-based profile; nil if lcms2 does not support it.
    init?(from: ColorSpace, to profile: ICCProfile, intent: RenderingIntent) {
        let source = ICCProfile(name: "working", primaries: from.primaries, curve: .sRGB)
        guard let source, profile.samples == .rgb else { return nil }
        let sixteenBitRGBA = cmsUInt32Number(PT_RGB) << 16 | 1 << 7 | 3 << 3 | 2
        let transform = cmsCreateTransform(
            source.handle, sixteenBitRGBA, profile.handle, sixteenBitRGBA,
            intent == .perceptual
                ? cmsUInt32Number(INTENT_PERCEPTUAL) : cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
            cmsUInt32Number(
                cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_COPY_ALPHA | cmsFLAGS_NOCACHE
            ))
        guard let transform else { return nil }
        way = .lcms(transform)
        (rows, curves) = ([], [])
    }

    /// True if all output values lie within 0…1.
    var isBounded: Bool { if case .lcms = way { true } else { false } }

    deinit {
        if case .lcms(let transform) = way { cmsDeleteTransform(transform) }
    }

    /// A table from 16-bit values in memory to samples of the file.
    private static func table(_ curve: ToneCurve) -> [UInt16] {
        (0..<65536).map { level in
            UInt16((curve.sample(of: SRGBCurve.light(of: Double(level) / 65535)) * 65535).rounded())
        }
    }

    /// Converts the colors of 16-bit RGBA pixels in place.
    package func convert(_ pixels: UnsafeMutableRawBufferPointer) {
        let samples = pixels.assumingMemoryBound(to: UInt16.self)
        switch way {
        case .curves(let tables): Self.look(up: samples, in: tables)
        case .matrix(let rows, let tables):
            Self.multiply(samples, by: rows)
            if !tables.isEmpty { Self.look(up: samples, in: tables) }
        case .lcms(let transform):
            guard let base = pixels.baseAddress else { return }
            cmsDoTransform(transform, base, base, cmsUInt32Number(samples.count / 4))
        }
    }

    /// Converts the colors of float RGBA pixels in place. Only a LUT-based profile clamps them.
    package func convert(floats pixels: UnsafeMutableRawBufferPointer) {
        let samples = pixels.assumingMemoryBound(to: Float.self)
        if case .lcms = way { return convertInWholeNumbers(samples) }
        let three = curves.count > 1 ? curves : Array(repeating: curves.first, count: 3).compactMap(\.self)
        for start in stride(from: 0, to: samples.count, by: 4) {
            var color = SIMD3(samples[start], samples[start + 1], samples[start + 2])
            for channel in 0..<3 { color[channel] = SRGBCurve.light(of: color[channel]) }
            if rows.count == 3 {
                color = SIMD3((rows[0] * color).sum(), (rows[1] * color).sum(), (rows[2] * color).sum())
            }
            for channel in 0..<3 {
                samples[start + channel] =
                    three.isEmpty
                    ? SRGBCurve.sample(of: color[channel])
                    : Float(three[channel].unboundedSample(of: Double(color[channel])))
            }
        }
    }

    private func convertInWholeNumbers(_ samples: UnsafeMutableBufferPointer<Float>) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4096) { wide in
            for start in stride(from: 0, to: samples.count, by: wide.count) {
                let count = min(wide.count, samples.count - start)
                for index in 0..<count {
                    let value = samples[start + index]
                    wide[index] = UInt16((value > 0 ? min(value, 1) : 0) * 65535 + 0.5)
                }
                convert(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: wide[..<count])))
                for index in 0..<count { samples[start + index] = Float(wide[index]) / 65535 }
            }
        }
    }

    /// Converts the colors of 8-bit RGBA pixels in place, in small chunks.
    package func convert(eightBit pixels: UnsafeMutableRawBufferPointer) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4096) { wide in
            for start in stride(from: 0, to: pixels.count, by: wide.count) {
                let count = min(wide.count, pixels.count - start)
                for index in 0..<count { wide[index] = UInt16(pixels[start + index]) * 257 }
                convert(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: wide[..<count])))
                for index in 0..<count { pixels[start + index] = UInt8((UInt32(wide[index]) + 128) / 257) }
            }
        }
    }

    private static func look(up samples: UnsafeMutableBufferPointer<UInt16>, in tables: [[UInt16]]) {
        guard let red = tables.first, let blue = tables.last else { return }
        let green = tables.count > 2 ? tables[1] : red
        for start in stride(from: 0, to: samples.count, by: 4) {
            samples[start] = red[Int(samples[start])]
            samples[start + 1] = green[Int(samples[start + 1])]
            samples[start + 2] = blue[Int(samples[start + 2])]
        }
    }

    private static let light: [Float] = (0..<65536).map { Float(SRGBCurve.light(of: Double($0) / 65535)) }
    /// The encoded values of equally spaced light values, with one extra entry at the end.
    private static let values: [Float] = (0...steps + 1).map { step in
        Float(SRGBCurve.sample(of: min(Double(step) / Double(steps), 1)) * 65535)
    }
    private static let steps = 65536

    private static func multiply(_ samples: UnsafeMutableBufferPointer<UInt16>, by rows: [SIMD3<Float>]) {
        light.withUnsafeBufferPointer { light in
            values.withUnsafeBufferPointer { values in
                let (first, second, third) = (rows[0], rows[1], rows[2])
                func value(_ light: Float) -> UInt16 {
                    let position = min(max(light, 0), 1) * Float(steps)
                    let step = Int(position)
                    let below = values[step]
                    return UInt16(below + (values[step + 1] - below) * (position - Float(step)) + 0.5)
                }
                for start in stride(from: 0, to: samples.count, by: 4) {
                    let color = SIMD3(
                        light[Int(samples[start])], light[Int(samples[start + 1])],
                        light[Int(samples[start + 2])])
                    samples[start] = value((first * color).sum())
                    samples[start + 1] = value((second * color).sum())
                    samples[start + 2] = value((third * color).sum())
                }
            }
        }
    }
}

/// How to treat colors outside the gamut of the output space, if its profile offers a choice.
public enum RenderingIntent: String, Sendable, CaseIterable {
    /// Keeps colors inside the gamut, and clips colors outside to its boundary.
    case relative
    /// Compresses all colors, as the profile defines.
    case perceptual
}
