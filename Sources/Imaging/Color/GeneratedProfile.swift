import CImageLibraries
import Glibc

/// The curve of a profile created by Glint.
enum GeneratedCurve {
    case sRGB
    /// Light is the sample raised to this power.
    case power(Double)
    case samples(ToneCurve)

    /// The curve in sampled form; nil for the sRGB curve.
    var toneCurve: ToneCurve? {
        switch self {
        case .sRGB: nil
        case .power(let exponent): ToneCurve { pow($0, exponent) }
        case .samples(let curve): curve
        }
    }

    /// The curve as an lcms2 object, which the caller must free.
    fileprivate func made() -> OpaquePointer? {
        switch self {
        case .sRGB: cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        case .power(let exponent): cmsBuildGamma(nil, exponent)
        case .samples(let curve):
            cmsBuildTabulatedToneCurveFloat(nil, cmsUInt32Number(curve.light.count), curve.light)
        }
    }
}

extension ICCProfile {
    /// A version 4 profile with these primaries and this curve; nil only if allocation fails.
    ///
    /// - Parameter isOfGray: true for a gray profile, which uses only the white point.
    convenience init?(name: String, primaries: Primaries, curve: GeneratedCurve, isOfGray: Bool = false) {
        guard let handle = cmsCreateProfilePlaceholder(nil), let curve = curve.made() else { return nil }
        defer { cmsFreeToneCurve(curve) }
        cmsSetProfileVersion(handle, 4.3)
        cmsSetDeviceClass(handle, cmsSigDisplayClass)
        cmsSetColorSpace(handle, isOfGray ? cmsSigGrayData : cmsSigRgbData)
        cmsSetPCS(handle, cmsSigXYZData)
        func write(_ tag: cmsTagSignature, _ color: SIMD3<Double>) -> Bool {
            var color = cmsCIEXYZ(X: color.x, Y: color.y, Z: color.z)
            return cmsWriteTag(handle, tag, &color) != 0
        }
        func write(_ tag: cmsTagSignature, _ text: String) -> Bool {
            guard let texts = cmsMLUalloc(nil, 1) else { return false }
            defer { cmsMLUfree(texts) }
            return cmsMLUsetASCII(texts, "en", "US", text) != 0
                && cmsWriteTag(handle, tag, UnsafeRawPointer(texts)) != 0
        }
        let columns = primaries.toXYZ.transposed.rows
        var isMade =
            write(cmsSigProfileDescriptionTag, name) && write(cmsSigCopyrightTag, "No copyright, use freely")
            && write(cmsSigMediaWhitePointTag, SIMD3(0.9642, 1, 0.8249))
        if isOfGray {
            isMade = isMade && cmsWriteTag(handle, cmsSigGrayTRCTag, UnsafeRawPointer(curve)) != 0
        } else {
            for (tag, color) in [
                (cmsSigRedColorantTag, columns.0), (cmsSigGreenColorantTag, columns.1),
                (cmsSigBlueColorantTag, columns.2),
            ] { isMade = isMade && write(tag, color) }
            for tag in [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
                isMade = isMade && cmsWriteTag(handle, tag, UnsafeRawPointer(curve)) != 0
            }
        }
        guard isMade else {
            cmsCloseProfile(handle)
            return nil
        }
        self.init(made: handle)
    }
}

extension ColorSpace {
    /// A color space with a profile created by Glint.
    init(name: String, primaries: Primaries, curve: GeneratedCurve = .sRGB, isOfGray: Bool = false) {
        let made = ICCProfile(name: name, primaries: primaries, curve: curve, isOfGray: isOfGray)
        let toneCurve = curve.toneCurve
        self.init(
            primaries: primaries, curves: toneCurve.map { [$0] } ?? [], profile: made?.bytes,
            profileName: name, isOfGray: isOfGray)
    }

    /// sRGB with an explicit profile.
    static let taggedSRGB = ColorSpace(name: "sRGB", primaries: .sRGB)
    /// The sRGB curve for gray pictures.
    static let taggedGray = ColorSpace(name: "Gray with the curve of sRGB", primaries: .sRGB, isOfGray: true)
    /// Display P3 with its profile.
    static let taggedDisplayP3 = ColorSpace(name: "Display P3", primaries: .displayP3)
    /// Adobe RGB (1998), section 4.3.4.2: the exponent is 2 + 51/256.
    static let adobeRGB = ColorSpace(
        name: "Compatible with Adobe RGB (1998)", primaries: .adobeRGB, curve: .power(563.0 / 256))
}
