import Wording

/// What the colors of a file that is written are, and how those in memory become them.
package struct OutputColors {
    /// The file's space.
    let space: ColorSpace
    /// Whether red, green and blue are stored as one sample.
    package let isGray: Bool
    /// Nil where the values in memory are the file's samples.
    let conversion: ColorConversion?
    /// Whether the profile is made of tables, of which the space knows nothing.
    private var isOfTables = false

    /// The depth of rows that lose nothing on their way to a file of this one.
    ///
    /// - Parameter picture: the depth of the picture's own file; how bright its floats are is found out at the end.
    package func rowDepth(
        for file: PixelBuffer.Depth, of picture: PixelBuffer.Depth
    ) -> PixelBuffer.Depth {
        if picture == .float || file == .float { return .float }
        return conversion == nil ? file : .sixteen
    }

    /// Throws ``ImagingError/unusableProfile(name:reason:)``.
    ///
    /// - Parameters:
    ///   - working: the space of what is saved.
    ///   - isGray: whether it has no colors.
    ///   - depth: bits per channel of the file.
    package init(
        of working: ColorSpace, isGray: Bool, depth: PixelBuffer.Depth, as format: PictureFormat,
        options: EncodingOptions
    ) throws(ImagingError) {
        var isGray = isGray
        if format == .exr { try Self.checkEXR(options.profile) }
        if format == .exr || depth == .float && options.profile == .keep && working.profile == nil {
            // Floats without a profile are linear light of sRGB's primaries, which their negative values lie outside of.
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
                throw .unusableProfile(name: name, reason: tr("it is no ICC profile"))
            }
            guard let samples = profile.samples, samples != .cmyk, samples == .rgb || isGray else {
                throw .unusableProfile(
                    name: name,
                    reason: profile.samples == .gray
                        ? tr("it is one of gray, and the picture has colors")
                        : tr("Glint writes RGB and gray, and it is one of other colors"))
            }
            isGray = samples == .gray
            if let known = profile.space {
                space = known
            } else {
                guard let conversion = ColorConversion(from: working, to: profile, intent: options.intent)
                else {
                    throw .unusableProfile(
                        name: name, reason: tr("it does not say how colors become its samples"))
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

    /// Whether the file's samples are those of sRGB.
    var isSRGB: Bool { !isOfTables && space.isSRGB }

    /// The profile as a file of this format has it: its own, or a plain one of the same colors where the format refuses that.
    ///
    /// Throws ``ImagingError/unusableProfile(name:reason:)``.
    func profile(for format: PictureFormat) throws(ImagingError) -> [UInt8]? {
        guard let profile = space.profile else { return nil }
        // Where gray is stored as three equal samples, the profile is one of colors with the same curve.
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
            let curve = space.curves.first.map(MadeCurve.samples) ?? .sRGB
            let plain = ColorSpace(name: name, primaries: space.primaries, curve: curve, isOfGray: storesGray)
            if let plain = plain.profile { return plain }
        }
        throw .unusableProfile(name: name, reason: tr("no \(format.name) can hold it"))
    }

    /// The space of a file of whole numbers that keeps the colors.
    static func kept(_ working: ColorSpace, isGray: Bool) -> ColorSpace {
        if working.profile == nil, working.primaries != .sRGB {
            // What a camera's sensor saw, or a renderer made, comes in no space that pictures are passed on in.
            return isGray ? .taggedGray : .taggedDisplayP3
        }
        // No file of gray has a profile of colors, nor the other way.
        let fits = working.profile == nil || working.isOfGray == isGray
        return fits ? working : isGray ? .taggedGray : .taggedSRGB
    }

    private static func checkEXR(_ profile: ProfileChoice) throws(ImagingError) {
        switch profile {
        case .keep, .sRGB: return
        case .displayP3: throw .unusableProfile(name: "p3", reason: tr("an OpenEXR file has no place for it"))
        case .profile(_, let name):
            throw .unusableProfile(name: name, reason: tr("an OpenEXR file has no place for it"))
        }
    }
}

extension ProfileChoice {
    /// More than any profile has.
    private static let largestProfile = 64 << 20

    /// The profile in a file; throws ``ImagingError`` where it cannot be read or is none.
    package static func profile(ofFile path: String) throws(ImagingError) -> ProfileChoice {
        let file = try OpenFile(path: path)
        guard file.byteCount <= largestProfile else {
            throw .unusableProfile(name: path, reason: tr("it is no ICC profile"))
        }
        let contents = try file.beginning(file.byteCount)
        let bytes = withExtendedLifetime(contents) { Array(contents.bytes) }
        guard ICCProfile(bytes) != nil else {
            throw .unusableProfile(name: path, reason: tr("it is no ICC profile"))
        }
        return .profile(bytes, name: path)
    }
}
