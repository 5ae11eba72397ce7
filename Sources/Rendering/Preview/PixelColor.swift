/// The color of a pixel as it is shown, with 8 bits a channel; colors do not depend on the opacity.
package struct PixelColor: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8
    package let opacity: UInt8

    /// - Parameter channels: red, green, blue and opacity.
    package init(_ channels: SIMD4<UInt8>) {
        (red, green, blue, opacity) = (channels.x, channels.y, channels.z, channels.w)
    }

    /// The form that programs read, such as `#ff8000`.
    package var hex: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
