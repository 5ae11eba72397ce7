import CImageLibraries

/// A display profile as a 3D lookup table for a shader.
package struct DisplayTable: Sendable {
    /// The number of samples along each side.
    package static let side = 33
    /// The primaries of the table's input, which is encoded with the sRGB curve, 0…1; wide enough for
    /// displays.
    package static let primaries = Primaries.rec2020
    /// Red, green, blue and 65,535 for each sample; red varies fastest.
    package let samples: [UInt16]

    /// Nil if it is not a display profile, or is the sRGB profile, which needs no table.
    package init?(profile: [UInt8]) {
        guard let display = ICCProfile(profile), display.samples == .rgb,
            display.space.map({ $0.curves.isEmpty && $0.primaries.isSame(as: .sRGB) }) != true,
            let source = ICCProfile(name: "asked for", primaries: Self.primaries, curve: .sRGB)
        else { return nil }
        let sixteenBitRGBA = cmsUInt32Number(PT_RGB) << 16 | 1 << 7 | 3 << 3 | 2
        let transform = cmsCreateTransform(
            source.handle, sixteenBitRGBA, display.handle, sixteenBitRGBA,
            cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
            cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE))
        guard let transform else { return nil }
        defer { cmsDeleteTransform(transform) }
        let levels = (0..<Self.side).map { UInt16($0 * 65535 / (Self.side - 1)) }
        var colors: [UInt16] = []
        colors.reserveCapacity(4 * Self.side * Self.side * Self.side)
        for blue in levels {
            for green in levels {
                for red in levels { colors += [red, green, blue, .max] }
            }
        }
        var samples = colors
        cmsDoTransform(transform, &colors, &samples, cmsUInt32Number(colors.count / 4))
        self.samples = samples
    }
}
