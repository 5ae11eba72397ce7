import System
import Localization

/// The color space of an output file, and the conversion from pixels in memory.
package struct OutputColors {
    /// The file's color space.
    let space: ColorSpace
    /// True if red, green and blue are stored as one sample.
    package let isGray: Bool
    /// Nil if the file's samples equal the values in memory.
    let conversion: ColorConversion?
    /// True if the profile is LUT-based, which ``space`` cannot represent.
    private var isOfTables = false

    /// The depth that rows need so that nothing is lost when saving a file of the given depth.
    ///
    /// - Parameter picture: the depth of the picture's own file. Floats stay floats, because their maximum is
    ///   only known at the end.
    package func rowDepth(
        for file: PixelBuffer.Depth, of picture: PixelBuffer.Depth
    ) -> PixelBuffer.Depth {
        if picture == .float || file == .float { return .float }
        return conversion == nil ? file : .sixteen
    }

    /// Throws ``ImagingError/unusableProfile(name:reason:)``.
    ///
    /// - Parameters:
    ///   - working: the color space of the picture to save.
    ///   - isGray: whether the picture is gray.
    ///   - depth: bits per channel of the file.
    package init(
        of working: ColorSpace, isGray: Bool, depth: PixelBuffer.Depth, as format: PictureFormat,
        options: EncodingOptions
    ) throws(ImagingError) {
        var isGray = isGray
        if format == .exr { try Self.checkEXR(options.profile) }
        if format == .exr || depth == .float && options.profile == .keep && working.profile == nil {
            // Floats without a profile are linear light with sRGB primaries; negative values represent colors
            // outside that gamut.
            space = .linearSRGB
            self.isGray = isGray
            conversion = ColorConversion(from: working, to: space)
            return
        }
        switch options.profile {
        case .keep:
            space = Self.kept(working, isGray: isGray)
        case .sRGB: space = isGray ? .taggedGray : .taggedSRGB
        case .displayP3: space = isGray ? .taggedGray : .taggedDisplayP3
        case .profile(let bytes, let name):
            guard let profile = ICCProfile(bytes) else {
                throw .unusableProfile(name: name, reason: tr("it is not an ICC profile"))
            }
            guard let samples = profile.samples, samples != .cmyk, samples == .rgb || isGray else {
                throw .unusableProfile(
                    name: name,
                    reason: profile.samples == .gray
                        ? tr("it is a gray profile, but the picture has colors")
                        : tr("it is neither an RGB nor a gray profile, and Glint writes no others"))
            }
            isGray = samples == .gray
            if let known = profile.space {
                space = known
            } else {
                guard let conversion = ColorConversion(from: working, to: profile, intent: options.intent)
                else {
                    throw .unusableProfile(
                        name: name, reason: tr("it does not define a conversion to its color space"))
                }
                space = ColorSpace(primaries: working.primaries, profile: bytes, profileName: profile.name)
                self.isGray = isGray
                self.conversion = conversion
                isOfTables = true
                return
            }
        }
        self.isGray = isGray
        conversion = ColorConversion(from: working, to: space)
    }

    /// True if the file's color space is sRGB.
    var isSRGB: Bool { !isOfTables && space.isSRGB }

    /// The profile to store in a file of this format: the color space's own, or an equivalent simple profile
    /// if the format rejects that.
    ///
    /// Throws ``ImagingError/unusableProfile(name:reason:)``.
    func profile(for format: PictureFormat) throws(ImagingError) -> [UInt8]? {
        guard let profile = space.profile else { return nil }
        // Formats that store gray as three equal samples need an RGB profile with the same curve.
        let storesGray = isGray && format.storesGray
        if isGray, !storesGray, space.curves.isEmpty { return ColorSpace.taggedSRGB.profile }
        let fits =
            switch format {
            case .png: PNGEncoder.accepts(profile, isGray: isGray)
            case .jpeg: profile.count <= JPEGMetadata.largestProfile
            default: storesGray == isGray
            }
        if fits { return profile }
        let name = space.profileName ?? tr("the color profile")
        if !isOfTables, space.curves.count <= 1 {
            let curve = space.curves.first.map(GeneratedCurve.samples) ?? .sRGB
            let plain = ColorSpace(name: name, primaries: space.primaries, curve: curve, isOfGray: storesGray)
            if let plain = plain.profile { return plain }
        }
        throw .unusableProfile(name: name, reason: tr("\(format.name) cannot contain it"))
    }

    /// The color space of an integer file that preserves the picture's colors.
    static func kept(_ working: ColorSpace, isGray: Bool) -> ColorSpace {
        if working.profile == nil, working.primaries != .sRGB {
            // Raw files and generated pictures use a space that is not suitable for exchange.
            return isGray ? .taggedGray : .taggedDisplayP3
        }
        // A gray file cannot have an RGB profile, and vice versa.
        let fits = working.profile == nil || working.isOfGray == isGray
        return fits ? working : isGray ? .taggedGray : .taggedSRGB
    }

    private static func checkEXR(_ profile: ProfileChoice) throws(ImagingError) {
        switch profile {
        case .keep, .sRGB: return
        case .displayP3: throw .unusableProfile(name: "p3", reason: tr("an OpenEXR file cannot contain it"))
        case .profile(_, let name):
            throw .unusableProfile(name: name, reason: tr("an OpenEXR file cannot contain it"))
        }
    }
}

extension ProfileChoice {
    /// A limit far above the size of real profiles.
    private static let largestProfile = 64 << 20

    /// Reads a profile from a file; throws ``ImagingError`` if it cannot be read or is not a profile.
    package static func profile(ofFile path: String) throws(ImagingError) -> ProfileChoice {
        let file = try ImagingError.wrap(OpenFile(path: path))
        guard file.byteCount <= largestProfile else {
            throw .unusableProfile(name: path, reason: tr("it is not an ICC profile"))
        }
        let contents = try ImagingError.wrap(file.beginning(file.byteCount))
        let bytes = withExtendedLifetime(contents) { Array(contents.bytes) }
        guard ICCProfile(bytes) != nil else {
            throw .unusableProfile(name: path, reason: tr("it is not an ICC profile"))
        }
        return .profile(bytes, name: path)
    }
}
