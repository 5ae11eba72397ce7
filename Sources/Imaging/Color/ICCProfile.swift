import CImageLibraries

/// An ICC profile that lcms2 can read.
final class ICCProfile {
    /// Nil if the bytes are not a profile.
    init?(_ file: [UInt8]) {
        // Some programs append trailing bytes; libpng rejects such a profile.
        let stated = file.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let bytes = stated >= Self.headerLength ? Array(file.prefix(stated)) : file
        guard let count = cmsUInt32Number(exactly: bytes.count),
            let handle = cmsOpenProfileFromMem(bytes, count)
        else { return nil }
        self.handle = handle
        self.bytes = bytes
    }

    init?(made handle: cmsHPROFILE?) {
        guard let handle else { return nil }
        self.handle = handle
        var count: cmsUInt32Number = 0
        guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        guard cmsSaveProfileToMem(handle, &bytes, &count) != 0 else { return nil }
        // A fixed creation time makes output reproducible: the same picture always gives the same file.
        if bytes.count >= Self.headerLength {
            bytes.replaceSubrange(Self.time, with: repeatElement(0, count: 12))
        }
        self.bytes = bytes
    }

    deinit { cmsCloseProfile(handle) }

    let handle: cmsHPROFILE
    let bytes: [UInt8]

    private static let headerLength = 128
    private static let time = 24..<36

    /// The color model of the samples.
    var samples: Samples? {
        switch cmsGetColorSpace(handle) {
        case cmsSigGrayData: .gray
        case cmsSigRgbData: .rgb
        case cmsSigCmykData: .cmyk
        default: nil
        }
    }

    enum Samples { case gray, rgb, cmyk }

    /// The profile's description; nil if it has none.
    var name: String? {
        let count = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", nil, 0)
        guard count > 1 else { return nil }
        var characters = [CChar](repeating: 0, count: Int(count))
        cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &characters, count)
        return String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The color space of a matrix profile, as used by cameras and displays, or of a gray profile with a
    /// curve; nil for a LUT-based profile.
    ///
    /// lcms2 converts such profiles exactly only in 8 bits. In 16 bits it samples the conversion on a coarse
    /// grid, with errors of ten and more 8-bit levels in dark and vivid colors.
    var space: ColorSpace? {
        guard cmsGetPCS(handle) == cmsSigXYZData, cmsIsMatrixShaper(handle) != 0,
            cmsIsTag(handle, cmsSigAToB0Tag) == 0
        else { return nil }
        switch samples {
        case .gray:
            guard let curve = curve(cmsSigGrayTRCTag) else { return nil }
            return ColorSpace(
                primaries: .sRGB, curves: curve.isSRGB ? [] : [curve], profile: bytes, profileName: name,
                isOfGray: true)
        case .rgb:
            guard let red = curve(cmsSigRedTRCTag), let green = curve(cmsSigGreenTRCTag),
                let blue = curve(cmsSigBlueTRCTag), let primaries
            else { return nil }
            let all = [red, green, blue]
            let curves = all.allSatisfy(\.isSRGB) ? [] : red == green && green == blue ? [red] : all
            return ColorSpace(
                primaries: primaries.isSame(as: .sRGB) ? .sRGB : primaries, curves: curves, profile: bytes,
                profileName: name)
        case .cmyk, nil: return nil
        }
    }

    private func curve(_ tag: cmsTagSignature) -> ToneCurve? {
        guard let curve = cmsReadTag(handle, tag) else { return nil }
        let values = (0..<ToneCurve.count).map { step in
            let light = cmsEvalToneCurveFloat(
                OpaquePointer(curve), Float(step) / Float(ToneCurve.count - 1))
            return min(max(light, 0), 1)
        }
        return ToneCurve(light: values)
    }

    private var primaries: Primaries? {
        let tags = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
        let columns = tags.compactMap { tag in
            cmsReadTag(handle, tag).map { color in
                let color = color.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
                return SIMD3(color.X, color.Y, color.Z)
            }
        }
        guard columns.count == 3 else { return nil }
        return Primaries(toXYZ: Matrix3(columns[0], columns[1], columns[2]).transposed)
    }
}
