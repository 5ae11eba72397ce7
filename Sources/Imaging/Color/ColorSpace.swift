/// The meaning of a picture's numbers, in its file and in memory.
///
/// In memory a picture has its file's own primaries with the curve of sRGB, so that filters get the curve
/// that they are designed for, and no color of the file is lost. ``curves`` convert back to the samples of a
/// file.
public struct ColorSpace: Sendable, Equatable {
    /// Its red, green, blue and white.
    public let primaries: Primaries
    /// Curves from a file's samples to light: one for each of red, green and blue, or one for all; none for
    /// the curve of sRGB.
    public let curves: [ToneCurve]
    /// The ICC profile of a file with these samples; nil if it has none.
    public let profile: [UInt8]?
    /// The profile's description; nil if it has none.
    public let profileName: String?
    /// True if the profile is one for gray pictures, which cannot be used for color.
    public let isOfGray: Bool

    /// - Parameter curves: none for the curve of sRGB, one, or three.
    public init(
        primaries: Primaries, curves: [ToneCurve] = [], profile: [UInt8]? = nil, profileName: String? = nil,
        isOfGray: Bool = false
    ) {
        self.primaries = primaries
        self.curves = curves
        self.profile = profile
        // It is displayed, also in terminals.
        self.profileName = profileName?.filter {
            !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        self.isOfGray = isOfGray
    }

    /// sRGB without a profile, the common case.
    public static let sRGB = ColorSpace(primaries: .sRGB)

    /// Linear light of sRGB's primaries, the convention for floats without a profile.
    static let linearSRGB = ColorSpace(primaries: .sRGB, curves: [ToneCurve.linear].compactMap(\.self))

    /// The common name of its primaries; nil if they have none.
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

    /// True if its files contain the same numbers as the picture in memory.
    var hasWorkingCurve: Bool { curves.isEmpty }

    /// The space for floats in memory: that floats without a profile are linear applies to their file only,
    /// not to other files saved from the picture.
    var ofFloats: ColorSpace { hasWorkingCurve || profile != nil ? self : working }

    /// The space in memory of a picture whose file has samples of this space.
    var working: ColorSpace { ColorSpace(primaries: primaries) }
}
