/// What a picture's numbers mean, in its file and in memory.
///
/// In memory a picture has its file's own primaries with the curve of sRGB, so that filters find the curve that they are
/// made for, and no color of the file is lost. ``curves`` lead from there back to the samples of a file.
public struct ColorSpace: Sendable, Equatable {
    /// Its red, green, blue and white.
    public let primaries: Primaries
    /// From a file's samples to light: one for each of red, green and blue, or one for all; none where it is the curve of
    /// sRGB.
    public let curves: [ToneCurve]
    /// The ICC profile of a file with these samples; nil where it has none.
    public let profile: [UInt8]?
    /// What the profile calls itself; nil where it has no name.
    public let profileName: String?
    /// Whether the profile is one of gray pictures, which no colored one can have.
    public let isOfGray: Bool

    /// - Parameter curves: none for the curve of sRGB, one, or three.
    public init(
        primaries: Primaries, curves: [ToneCurve] = [], profile: [UInt8]? = nil, profileName: String? = nil,
        isOfGray: Bool = false
    ) {
        self.primaries = primaries
        self.curves = curves
        self.profile = profile
        // It is shown, also in terminals.
        self.profileName = profileName?.filter {
            !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        self.isOfGray = isOfGray
    }

    /// sRGB without a profile, as most files mean it.
    public static let sRGB = ColorSpace(primaries: .sRGB)

    /// Linear light of sRGB's primaries, as floats without a profile mean it.
    static let linearSRGB = ColorSpace(primaries: .sRGB, curves: [ToneCurve.linear].compactMap(\.self))

    /// What its primaries are called; nil where they have no name that people know.
    public var name: String? {
        let known: [(Primaries, String)] = [
            (.sRGB, "sRGB"), (.displayP3, "Display P3"), (.adobeRGB, "Adobe RGB"),
            (.proPhoto, "ProPhoto RGB"),
            (.rec2020, "Rec. 2020"),
        ]
        return known.first { $0.0.isSame(as: primaries) }?.1
    }

    /// Whether its files hold values of sRGB.
    var isSRGB: Bool { primaries == .sRGB && curves.isEmpty }

    /// Whether its files hold the very numbers that a picture has in memory.
    var hasWorkingCurve: Bool { curves.isEmpty }

    /// The same of floats in memory: that they are light without a profile is of their file; other files of the picture are not.
    var ofFloats: ColorSpace { hasWorkingCurve || profile != nil ? self : working }

    /// The space in memory of a picture that has the samples of this one in its file.
    var working: ColorSpace { ColorSpace(primaries: primaries) }
}
