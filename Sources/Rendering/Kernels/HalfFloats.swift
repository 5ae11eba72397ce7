/// Converts floats to half floats.
enum HalfFloats {
    /// Rounds to half floats and returns their bits; the values must be within -1000…1000.
    ///
    /// Without a processor instruction for it, Swift calls a function for each number, which is several times
    /// slower. The method is F. Giesen's `float_to_half_fast3_rtne`.
    static func pack(
        _ pixels: UnsafeBufferPointer<SIMD4<Float>>,
        into target: UnsafeMutableBufferPointer<SIMD4<UInt16>>
    ) {
        for index in pixels.indices { target[index] = bits(of: pixels[index]) }
    }

    static func bits(of pixel: SIMD4<Float>) -> SIMD4<UInt16> {
        let bits = unsafeBitCast(pixel, to: SIMD4<UInt32>.self)
        let sign = (bits & 0x8000_0000) &>> 16
        let magnitude = bits & 0x7fff_ffff
        // The exponent bias drops from 127 to 15. To round to nearest even, half the value of the dropped
        // bits is added, minus one if the last kept bit is even.
        let odd = (magnitude &>> 13) & 1
        let normal = (magnitude &+ 0xfff &+ odd &- (112 << 23)) &>> 13
        // Below 2^-14 all steps have the same size: adding one half leaves the number of steps in the lowest
        // bits.
        let shifted = unsafeBitCast(magnitude, to: SIMD4<Float>.self) + 0.5
        let small = unsafeBitCast(shifted, to: SIMD4<UInt32>.self) &- (126 << 23)
        let half = normal.replacing(with: small, where: magnitude .< (113 << 23))
        return SIMD4<UInt16>(truncatingIfNeeded: half | sign)
    }
}
