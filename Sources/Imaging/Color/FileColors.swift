import CLibLCMS
import CVips
import Wording

/// What the samples of a file's pixels are.
enum FileColors {
    /// Red, green and blue, or gray, of a space made of curves and a matrix.
    case space(ColorSpace)
    /// Red, green and blue, or gray, whose meaning is in tables.
    case tables(ICCProfile)
    /// Cyan, magenta, yellow and black, with the profile that the file has.
    case inks([UInt8]?)
    /// Linear light of sRGB's red, green and blue as floats: what is left of CIE Lab and XYZ.
    case linear
    /// Red, green and blue of high dynamic range.
    case highDynamicRange(HighDynamicRange, primaries: Primaries)

    /// How high dynamic range was encoded, where there was any.
    var dynamicRange: HighDynamicRange? {
        if case .highDynamicRange(let range, _) = self { range } else { nil }
    }

    /// Of a file of gray, or of red, green and blue; a profile that does not fit them or cannot be read counts as none.
    init(profile: [UInt8]?, isGray: Bool) {
        guard let opened = profile.flatMap(ICCProfile.init), opened.samples == (isGray ? .gray : .rgb) else {
            self = .space(.sRGB)
            return
        }
        self = opened.space.map { .space($0) } ?? .tables(opened)
    }
}

extension FileColors {
    /// The space of the pixels made of samples of that depth; nil where it is found out with them.
    func space(of depth: PixelBuffer.Depth) -> ColorSpace? {
        switch self {
        case .space(let space): depth == .float ? space.ofFloats : space
        case .highDynamicRange: .sRGB
        case .tables, .inks, .linear: nil
        }
    }

    /// Whether a profile that the file has counts for nothing, as lcms2 cannot use it or it is one of other colors.
    func lacks(_ profile: [UInt8]?) -> Bool {
        guard let profile else { return false }
        return switch self {
        case .space(let space): space.profile == nil
        case .tables: SampleConverter(self, depth: .eight, inksHaveAlpha: true, isTrial: true) == nil
        case .inks: ICCProfile(profile)?.samples != .cmyk
        // Of Lab, and where code points count first.
        case .linear, .highDynamicRange: false
        }
    }
}

extension PixelBuffer {
    /// Pixels in their working form, from the samples that `read` writes.
    ///
    /// - Parameters:
    ///   - depth: bits per channel of the file.
    ///   - inksHaveAlpha: whether an alpha follows the four samples of inks.
    ///   - read: gets room for all samples as ``CVipsSamples`` has them; returns the number of rows.
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
        // A profile that cannot be used counts as none.
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

/// Converts samples to Display P3 of 16 bits with the curve of sRGB.
private final class SampleConverter {
    let bytesPerPixel: Int
    /// Whether the file says what its samples mean.
    let isTagged: Bool
    private let alpha: Alpha
    /// Nil for linear light, which needs no profile.
    private let transform: cmsHTRANSFORM?

    /// Where the alpha is among a pixel's bytes.
    private enum Alpha {
        case none
        case eight(Int)
        case sixteen(Int)
        case float(Int)
    }

    /// Nil where lcms2 does not understand the profile.
    ///
    /// - Parameter isTrial: whether that alone is asked, so that no tables are worked out.
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
            // Gray has three equal samples.
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
        // Some profiles have a table for one intent alone.
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

    /// What lcms2 adds to a format of floats.
    private static let floatFormat: UInt32 = 1 << 22

    /// A format as lcms2 packs it.
    private static func format(_ kind: Int32, _ channels: Int, extra: Int, _ bytes: Int) -> UInt32 {
        UInt32(kind) << 16 | UInt32(extra) << 7 | UInt32(channels) << 3 | UInt32(bytes)
    }

    private static func ordinaryInks() -> ICCProfile? {
        var length = 0
        guard (try? Vips.start()) != nil, let start = cvips_ordinary_cmyk_profile(&length) else { return nil }
        return ICCProfile(Array(UnsafeBufferPointer(start: start, count: length)))
    }

    /// Converts as many pixels as the target has.
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
                case .eight(let place): UInt16(samples[start + place]) * 257
                case .sixteen(let place):
                    samples.loadUnaligned(fromByteOffset: start + place, as: UInt16.self)
                case .float(let place): sample(Double(float(samples, start + place)))
                }
        }
    }

    private static let toP3 = Primaries.sRGB.matrix(to: .displayP3)

    private func float(_ samples: UnsafeRawBufferPointer, _ place: Int) -> Float {
        samples.loadUnaligned(fromByteOffset: place, as: Float.self)
    }

    /// Nothing is shown for what is not a number.
    private func sample(_ value: Double) -> UInt16 {
        value.isNaN ? 0 : UInt16(min(max(value, 0), 1) * 65535 + 0.5)
    }
}
