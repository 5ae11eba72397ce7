/// The chromaticities of red, green, blue and white.
public struct Primaries: Sendable, Equatable {
    /// The matrix from linear RGB to CIE XYZ relative to D50, as in ICC profiles.
    public let toXYZ: Matrix3

    /// Nil if the matrix is singular.
    public init?(toXYZ: Matrix3) {
        let numbers = toXYZ.numbers
        guard numbers.allSatisfy({ $0.isFinite && abs($0) < 8 }), abs(toXYZ.determinant) > 1e-6 else {
            return nil
        }
        self.toXYZ = toXYZ
    }

    private init(known: Matrix3) { toXYZ = known }

    /// Nil if the colors are linearly dependent.
    ///
    /// Bruce Lindbloom, "RGB/XYZ Matrices" and "Chromatic Adaptation" (Bradford),
    /// <http://www.brucelindbloom.com>.
    ///
    /// - Parameters:
    ///   - red, green, blue, white: chromaticities x and y of CIE 1931.
    public init?(
        red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>
    ) {
        guard [red.y, green.y, blue.y, white.y].allSatisfy({ $0 > 0 }) else { return nil }
        self.init(toXYZ: Self.matrix(red, green, blue, white))
    }

    private static func matrix(
        _ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>, _ white: SIMD2<Double>
    ) -> Matrix3 {
        let native =
            Matrix3(xyz(red), xyz(green), xyz(blue)).transposed
            * Matrix3.diagonal(luminance(red, green, blue, white))
        return adaptation(from: xyz(white), to: d50) * native
    }

    /// The luminance of red, green and blue, relative to that of white, which is 1.
    static func luminance(
        _ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>, _ white: SIMD2<Double>
    ) -> SIMD3<Double> {
        Matrix3(xyz(red), xyz(green), xyz(blue)).transposed.inverse * xyz(white)
    }

    private static func xyz(_ chromaticity: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(chromaticity.x / chromaticity.y, 1, (1 - chromaticity.x - chromaticity.y) / chromaticity.y)
    }

    /// The chromatic adaptation matrix from one white point to another.
    private static func adaptation(from old: SIMD3<Double>, to new: SIMD3<Double>) -> Matrix3 {
        // Cone responses of the Bradford transform.
        let bradford = Matrix3(
            SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296))
        return bradford.inverse * Matrix3.diagonal((bradford * new) / (bradford * old)) * bradford
    }

    /// The xy chromaticities of red, green and blue, relative to D65.
    var chromaticitiesUnderD65: [SIMD2<Double>] {
        let native = (Self.adaptation(from: Self.d50, to: Self.xyz(Self.d65)) * toXYZ).transposed
        return [native.rows.0, native.rows.1, native.rows.2].map { SIMD2($0.x, $0.y) / $0.sum() }
    }

    /// The white point of ICC's profile connection space.
    private static let d50 = SIMD3(0.9642, 1, 0.8249)
    private static let d65 = SIMD2(0.3127, 0.3290)

    /// IEC 61966-2-1 and ITU-R BT.709.
    public static let sRGB = Primaries(
        known: matrix(SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06), d65))
    /// SMPTE EG 432-1 with a D65 white point.
    public static let displayP3 = Primaries(
        known: matrix(SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060), d65))
    /// Adobe RGB (1998).
    public static let adobeRGB = Primaries(
        known: matrix(SIMD2(0.64, 0.33), SIMD2(0.21, 0.71), SIMD2(0.15, 0.06), d65))
    /// ISO 22028-2 (ROMM RGB).
    public static let proPhoto = Primaries(
        known: matrix(
            SIMD2(0.7347, 0.2653), SIMD2(0.1596, 0.8404), SIMD2(0.0366, 0.0001), SIMD2(0.3457, 0.3585)))
    /// ITU-R BT.2020.
    public static let rec2020 = Primaries(
        known: matrix(SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046), d65))

    /// The matrix from linear RGB with these primaries to linear RGB with others, without clipping.
    package func matrix(to other: Primaries) -> Matrix3 { other.toXYZ.inverse * toXYZ }

    /// True if the primaries are equal within the rounding errors of profiles.
    package func isSame(as other: Primaries) -> Bool {
        zip(matrix(to: other).numbers, Matrix3.identity.numbers).allSatisfy { abs($0 - $1) < 0.002 }
    }
}
