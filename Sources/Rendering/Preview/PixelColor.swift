import Imaging

/// The color of a pixel as displayed, with 8 bits per channel. The opacity does not affect the colors.
package struct PixelColor: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
    package let opacity: UInt8

    /// - Parameter channels: red, green, blue and opacity.
    package init(_ channels: SIMD4<UInt8>) {
        (red, green, blue, opacity) = (channels.x, channels.y, channels.z, channels.w)
    }

    /// The color in sRGB, which other programs expect; a color outside sRGB is clamped.
    package init(_ channels: SIMD4<UInt8>, primaries: Primaries) {
        guard primaries != .sRGB else {
            self.init(channels)
            return
        }
        let values = SIMD3(Double(channels.x), Double(channels.y), Double(channels.z)) / 255
        let color = primaries.converted(values, to: .sRGB)
        func level(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
        self.init(SIMD4(level(color.x), level(color.y), level(color.z), channels.w))
    }

    /// The color in machine-readable form, such as `#ff8000`.
    package var hex: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
