/// A 3×3 matrix, stored in row-major order.
public struct Matrix3: Sendable, Equatable {
    /// The rows, from top to bottom.
    public var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// Creates a matrix from its rows.
    public init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        rows = (first, second, third)
    }

    static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

    static func diagonal(_ values: SIMD3<Double>) -> Matrix3 {
        Matrix3(SIMD3(values.x, 0, 0), SIMD3(0, values.y, 0), SIMD3(0, 0, values.z))
    }

    /// The nine elements, row by row.
    package var numbers: [Double] {
        [rows.0, rows.1, rows.2].flatMap { [$0.x, $0.y, $0.z] }
    }

    /// Nil unless there are nine numbers.
    package init?(numbers: [Double]) {
        guard numbers.count == 9 else { return nil }
        self.init(
            SIMD3(numbers[0], numbers[1], numbers[2]), SIMD3(numbers[3], numbers[4], numbers[5]),
            SIMD3(numbers[6], numbers[7], numbers[8]))
    }

    /// True if all nine elements are equal.
    public static func == (left: Matrix3, right: Matrix3) -> Bool { left.rows == right.rows }

    package static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            (matrix.rows.0 * vector).sum(), (matrix.rows.1 * vector).sum(), (matrix.rows.2 * vector).sum())
    }

    package static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        let columns = right.transposed
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> { columns * row }
        return Matrix3(row(left.rows.0), row(left.rows.1), row(left.rows.2))
    }

    var transposed: Matrix3 {
        Matrix3(
            SIMD3(rows.0.x, rows.1.x, rows.2.x), SIMD3(rows.0.y, rows.1.y, rows.2.y),
            SIMD3(rows.0.z, rows.1.z, rows.2.z))
    }

    var determinant: Double { (rows.0 * Self.cross(rows.1, rows.2)).sum() }

    /// The inverse matrix, whose elements are infinite if the determinant is 0.
    package var inverse: Matrix3 {
        let scale = 1 / determinant
        return Matrix3(
            Self.cross(rows.1, rows.2) * scale, Self.cross(rows.2, rows.0) * scale,
            Self.cross(rows.0, rows.1) * scale
        ).transposed
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
