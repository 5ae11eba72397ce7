import System
import CImageLibraries
import CImageFormats
import Localization

/// How to interpret a file's samples.
enum FileColors {
    /// RGB or gray, in a color space with a matrix profile.
    case space(ColorSpace)
    /// RGB or gray, with a LUT-based profile.
    case tables(ICCProfile)
    /// CMYK, with the file's profile.
    case inks([UInt8]?)
    /// Linear RGB with sRGB primaries, as floats: the result of converting CIE Lab and XYZ.
    case linear
    /// High-dynamic-range RGB.
    case highDynamicRange(HighDynamicRange, primaries: Primaries)

    /// The HDR encoding, if any.
    var dynamicRange: HighDynamicRange? {
        if case .highDynamicRange(let range, _) = self { range } else { nil }
    }

    /// For a gray or RGB file; a profile that does not match or cannot be read is ignored.
    init(profile: [UInt8]?, isGray: Bool) {
        guard let opened = profile.flatMap(ICCProfile.init), opened.samples == (isGray ? .gray : .rgb) else {
            self = .space(.sRGB)
            return
        }
        self = opened.space.map { .space($0) } ?? .tables(opened)
    }
}

extension FileColors {
    /// The color space of pixels decoded from samples of this depth; nil if it is only known after decoding.
    func space(of depth: PixelBuffer.Depth) -> ColorSpace? {
        switch self {
        case .space(let space): depth == .float ? space.ofFloats : space
        case .highDynamicRange: .sRGB
        case .tables, .inks, .linear: nil
        }
    }

    /// True if the file's profile is ignored because lcms2 cannot use it, or because it is for another color
    /// model.
    func lacks(_ profile: [UInt8]?) -> Bool {
        guard let profile else { return false }
        return switch self {
        case .space(let space): space.profile == nil
        case .tables: SampleConverter(self, depth: .eight, inksHaveAlpha: true, isTrial: true) == nil
        case .inks: ICCProfile(profile)?.samples != .cmyk
        // The profile is ignored on purpose: the file is Lab, or its code points take precedence.
        case .linear, .highDynamicRange: false
        }
    }
}

extension PixelBuffer {
    /// Creates pixels in the working format from the samples that `read` writes.
    ///
    /// - Parameters:
    ///   - depth: bits per channel of the file.
    ///   - inksHaveAlpha: whether the four CMYK samples are followed by alpha.
    ///   - read: writes samples in the layout of ``CVipsSamples`` to a buffer with space for all of them, and
    ///     returns the number of rows.
    static func working(
        width: Int, height: Int, depth: Depth, from colors: FileColors, inksHaveAlpha: Bool,
        options: DecodingOptions, name: String,
        read: (UnsafeMutableRawBufferPointer) throws(ImagingError) -> Int
    ) throws(ImagingError) -> (PixelBuffer, rowCount: Int) {
        func claimed(_ depth: Depth) throws(ImagingError) -> PixelBuffer {
            try PixelBuffer.claimed(
                width: width, height: height, depth: depth, atMost: options.largestPixelCount,
                isOverwritten: !options.acceptsDamage, name: name)
        }
        var colors = colors
        // An unusable profile is ignored.
        if case .tables = colors, SampleConverter(colors, depth: depth, inksHaveAlpha: inksHaveAlpha) == nil {
            colors = .space(.sRGB)
        }
        if case .highDynamicRange(let range, let primaries) = colors {
            let stored = try claimed(depth)
            let rowCount = try stored.withBytesWhileMaking(read)
            return (try stored.toneMapped(from: range, primaries: primaries, name: name), rowCount)
        }
        if case .space(let space) = colors {
            let stored = try claimed(depth)
            let rowCount = try stored.withBytesWhileMaking(read)
            if depth == .float { stored.makeFinite() }
            return (try stored.working(from: space, name: name), rowCount)
        }
        let source = SampleConverter(colors, depth: depth, inksHaveAlpha: inksHaveAlpha)
        guard let source else {
            throw .unsupported(path: name, reason: tr("its color profile cannot be used"))
        }
        let pixels = try claimed(.sixteen)
        let samples: MemoryBlock
        do throws(OutOfMemory) {
            samples = try MemoryBlock(byteCount: width * height * source.bytesPerPixel)
        } catch {
            throw .tooLarge(path: name, width: width, height: height)
        }
        let rowCount = try read(samples.bytes)
        let bytesPerRow = width * source.bytesPerPixel
        pixels.withBytesWhileMaking { target in
            for row in 0..<rowCount {
                source.convert(
                    UnsafeRawBufferPointer(
                        rebasing: samples.bytes[row * bytesPerRow..<(row + 1) * bytesPerRow]),
                    to: UnsafeMutableRawBufferPointer(
                        rebasing: target[row * pixels.bytesPerRow..<(row + 1) * pixels.bytesPerRow]))
            }
        }
        return (pixels.inLeastSpace(isTagged: source.isTagged), rowCount)
    }
}

/// Converts samples to 16-bit Display P3 with the sRGB curve.
private final class SampleConverter {
    let bytesPerPixel: Int
    /// True if the file defines the meaning of its samples.
    let isTagged: Bool
    private let alpha: Alpha
    /// Nil for linear light, which requires no profile conversion.
    private let transform: cmsHTRANSFORM?

    /// The alpha format, with the byte offset of alpha within a pixel.
    private enum Alpha {
        case none
        case eight(Int)
        case sixteen(Int)
        case float(Int)
    }

    /// Nil if lcms2 does not support the profile.
    ///
    /// - Parameter isTrial: true to check only that, without computing tables.
    init?(
        _ colors: FileColors, depth: PixelBuffer.Depth, inksHaveAlpha: Bool, isTrial: Bool = false
    ) {
        let bytes = depth.rawValue / 8
        let profile: ICCProfile?
        let format: UInt32
        switch colors {
        case .space, .highDynamicRange: return nil
        case .linear:
            (bytesPerPixel, isTagged, alpha, transform) = (16, true, .float(12), nil)
            return
        case .tables(let tables):
            // Gray is read as three equal samples.
            let isGray = tables.samples == .gray
            let integers =
                isGray ? Self.format(PT_GRAY, 1, extra: 3, bytes) : Self.format(PT_RGB, 3, extra: 1, bytes)
            format = depth == .float ? integers | Self.floatFormat : integers
            (profile, isTagged, bytesPerPixel) = (tables, true, 4 * bytes)
            alpha =
                switch depth {
                case .eight: .eight(3)
                case .sixteen: .sixteen(6)
                case .float: .float(12)
                }
        case .inks(let file):
            let own = file.flatMap(ICCProfile.init).flatMap { $0.samples == .cmyk ? $0 : nil }
            format = Self.format(PT_CMYK, 4, extra: inksHaveAlpha ? 1 : 0, bytes)
            (profile, isTagged) = (own ?? Self.ordinaryInks(), own != nil)
            bytesPerPixel = (inksHaveAlpha ? 5 : 4) * bytes
            alpha = inksHaveAlpha ? depth == .eight ? .eight(4) : .sixteen(8) : .none
        }
        let target = ICCProfile(name: "Display P3", primaries: .displayP3, curve: .sRGB)
        guard let profile, let target else { return nil }
        let relative = cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC)
        // Some profiles have a lookup table for only one intent.
        let intent =
            cmsIsIntentSupported(profile.handle, relative, cmsUInt32Number(LCMS_USED_AS_INPUT)) != 0
            ? relative : cmsUInt32Number(INTENT_PERCEPTUAL)
        let quality = isTrial ? cmsFLAGS_NOOPTIMIZE : cmsFLAGS_HIGHRESPRECALC
        let made = cmsCreateTransform(
            profile.handle, format, target.handle, Self.format(PT_RGB, 3, extra: 1, 2), intent,
            cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION | quality | cmsFLAGS_NOCACHE))
        guard let made else { return nil }
        transform = made
    }

    deinit { if let transform { cmsDeleteTransform(transform) } }

    /// The flag that marks floating-point formats in lcms2.
    private static let floatFormat: UInt32 = 1 << 22

    /// A pixel format in lcms2's packed representation.
    private static func format(_ kind: Int32, _ channels: Int, extra: Int, _ bytes: Int) -> UInt32 {
        UInt32(kind) << 16 | UInt32(extra) << 7 | UInt32(channels) << 3 | UInt32(bytes)
    }

    private static func ordinaryInks() -> ICCProfile? {
        var length = 0
        guard (try? Vips.start()) != nil, let start = cvips_ordinary_cmyk_profile(&length) else { return nil }
        return ICCProfile(Array(UnsafeBufferPointer(start: start, count: length)))
    }

    /// Converts as many pixels as the target can hold.
    func convert(_ samples: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer) {
        let count = target.count / 8
        let pixels = target.assumingMemoryBound(to: UInt16.self)
        if let transform, let source = samples.baseAddress, let start = target.baseAddress {
            cmsDoTransform(transform, source, start, cmsUInt32Number(count))
        } else {
            for index in 0..<count {
                let light =
                    Self.toP3
                    * SIMD3(
                        Double(float(samples, 16 * index)), Double(float(samples, 16 * index + 4)),
                        Double(float(samples, 16 * index + 8)))
                for channel in 0..<3 {
                    pixels[4 * index + channel] = sample(SRGBCurve.sample(of: light[channel]))
                }
            }
        }
        for index in 0..<count {
            let start = index * bytesPerPixel
            pixels[4 * index + 3] =
                switch alpha {
                case .none: .max
                case .eight(let offset): UInt16(samples[start + offset]) * 257
                case .sixteen(let offset):
                    samples.loadUnaligned(fromByteOffset: start + offset, as: UInt16.self)
                case .float(let offset): sample(Double(float(samples, start + offset)))
                }
        }
    }

    private static let toP3 = Primaries.sRGB.matrix(to: .displayP3)

    private func float(_ samples: UnsafeRawBufferPointer, _ offset: Int) -> Float {
        samples.loadUnaligned(fromByteOffset: offset, as: Float.self)
    }

    /// NaN becomes 0.
    private func sample(_ value: Double) -> UInt16 {
        value.isNaN ? 0 : UInt16(min(max(value, 0), 1) * 65535 + 0.5)
    }
}
