/// Maps a point p to (`x` p.x + `y` p.y + `offset`) / (`depth`.x p.x + `depth`.y p.y + `depth`.z), which is
/// affine by default. Coordinates are in pixels; the first pixel covers 0…1.
package struct ProjectiveMap: Sendable, Hashable {
    package var x: SIMD2<Double>
    package var y: SIMD2<Double>
    package var offset: SIMD2<Double>
    package var depth = SIMD3(0.0, 0, 1)

    package init(
        x: SIMD2<Double> = SIMD2(1, 0), y: SIMD2<Double> = SIMD2(0, 1), offset: SIMD2<Double> = .zero
    ) {
        self.x = x
        self.y = y
        self.offset = offset
    }

    /// Scales the picture by `factor` about `center`.
    package init(scaling factor: Double, around center: SIMD2<Double>) {
        self.init(x: SIMD2(factor, 0), y: SIMD2(0, factor), offset: center * (1 - factor))
    }

    /// A map with these rows of its matrix.
    package init(rows: [SIMD3<Double>]) {
        self.init(
            x: SIMD2(rows[0].x, rows[1].x), y: SIMD2(rows[0].y, rows[1].y),
            offset: SIMD2(rows[0].z, rows[1].z))
        depth = rows[2]
    }

    /// The rows of the matrix.
    package var rows: [SIMD3<Double>] {
        [SIMD3(x.x, y.x, offset.x), SIMD3(x.y, y.y, offset.y), depth]
    }

    package func callAsFunction(_ position: SIMD2<Double>) -> SIMD2<Double> {
        (x * position.x + y * position.y + offset) / self.depth(at: position)
    }

    /// The denominator at a position; points where it is 0 or less have no image.
    package func depth(at position: SIMD2<Double>) -> Double {
        depth.x * position.x + depth.y * position.y + depth.z
    }

    /// Applies this map first, then `next`.
    package func followed(by next: ProjectiveMap) -> ProjectiveMap {
        let rows = rows
        return ProjectiveMap(
            rows: next.rows.map { $0.x * rows[0] + $0.y * rows[1] + $0.z * rows[2] })
    }

    /// The map from positions of the result to those before it.
    package var inverse: ProjectiveMap {
        let rows = rows
        // The columns of the adjugate matrix.
        let columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
        let determinant = (rows[0] * columns[0]).sum()
        return ProjectiveMap(
            rows: (0..<3).map { row in
                SIMD3(columns[0][row], columns[1][row], columns[2][row]) / determinant
            })
    }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
