import Imaging
@preconcurrency import Glibc

/// Björn Ottosson's Oklab (“A perceptual color space for image processing”, 2020), in double precision.
enum Oklab {
    /// The length that is a difference of 1 between colors: CSS Color 4's 100 % of a, b and chroma.
    static let full = 0.4

    /// L, a and b of a color, whose encoded values are taken for those of sRGB.
    static func color(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
        let light = SIMD3(
            SRGBCurve.light(of: encoded.x), SRGBCurve.light(of: encoded.y), SRGBCurve.light(of: encoded.z))
        let cones = SIMD3(
            (SIMD3(0.4122214708, 0.5363325363, 0.0514459929) * light).sum(),
            (SIMD3(0.2119034982, 0.6806995451, 0.1073969566) * light).sum(),
            (SIMD3(0.0883024619, 0.2817188376, 0.6299787005) * light).sum())
        let roots = SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
        return SIMD3(
            (SIMD3(0.2104542553, 0.7936177850, -0.0040720468) * roots).sum(),
            (SIMD3(1.9779984951, -2.4285922050, 0.4505937099) * roots).sum(),
            (SIMD3(0.0259040371, 0.7827717662, -0.8086757660) * roots).sum())
    }
}
