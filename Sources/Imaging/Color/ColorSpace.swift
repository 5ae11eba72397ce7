/// The color space of a picture, in its file and in memory.
///
/// In memory a picture keeps the primaries of its file but uses the sRGB curve, so that filters get the curve
/// that they are designed for, and no color of the file is lost. ``curves`` describe the samples of the file.
public struct ColorSpace: Sendable, Equatable {
    /// The chromaticities of red, green, blue and white.
    public let primaries: Primaries
    /// Curves from a file's samples to linear light: one for each of red, green and blue, or one for all;
    /// empty for the sRGB curve.
    public let curves: [ToneCurve]
    /// The ICC profile of a file with such samples; nil if it has none.
    public let profile: [UInt8]?
    /// The profile's description; nil if it has none.
    public let profileName: String?
    /// True if the profile is a gray profile, which cannot be used for color.
    public let isOfGray: Bool

    /// - Parameter curves: one or three; empty for the sRGB curve.
    public init(
        primaries: Primaries, curves: [ToneCurve] = [], profile: [UInt8]? = nil, profileName: String? = nil,
        isOfGray: Bool = false
    ) {
        self.primaries = primaries
        self.curves = curves
        self.profile = profile
        // The name is displayed, also in terminals.
        self.profileName = profileName?.filter {
            !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        self.isOfGray = isOfGray
    }

    /// sRGB without a profile, the common case.
    public static let sRGB = ColorSpace(primaries: .sRGB)

    /// Linear light with sRGB primaries, the convention for floats without a profile.
    static let linearSRGB = ColorSpace(primaries: .sRGB, curves: [ToneCurve.linear].compactMap(\.self))

    /// The common name of the primaries; nil if they have none.
    public var name: String? {
        let known: [(Primaries, String)] = [
            (.sRGB, "sRGB"), (.displayP3, "Display P3"), (.adobeRGB, "Adobe RGB"),
            (.proPhoto, "ProPhoto RGB"),
            (.rec2020, "Rec. 2020"),
        ]
        return known.first { $0.0.isSame(as: primaries) }?.1
    }

    /// True if its files contain sRGB values.
    var isSRGB: Bool { primaries == .sRGB && curves.isEmpty }

    /// True if its files contain the same values as the picture in memory.
    var hasWorkingCurve: Bool { curves.isEmpty }

    /// The color space to keep for floats in memory. Floats without a profile are linear only in their own
    /// file, not in other files saved from the picture.
    var ofFloats: ColorSpace { hasWorkingCurve || profile != nil ? self : working }

    /// The in-memory space for pictures whose files use this space.
    var working: ColorSpace { ColorSpace(primaries: primaries) }
}
