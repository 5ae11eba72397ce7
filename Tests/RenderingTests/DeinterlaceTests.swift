import Filters
import GPU
import Imaging
import Rendering
import Testing

@Suite("Deinterlace against its formulas in double precision") struct DeinterlaceTests {
    /// The rows of the kept field unchanged, the others from `fill`; at the border, a neighboring row.
    private func expected(
        _ picture: Reference, keeping parity: Int, _ fill: (Reference, Int, Int) -> SIMD4<Double>
    ) -> Reference {
        let source = picture.premultiplied
        return source.made { x, y in
            if y % 2 == parity { return source[x, y] }
            if y == 0 { return source[x, 1] }
            if y == picture.height - 1 { return source[x, y - 1] }
            return fill(source, x, y)
        }.straight
    }

    @Test("rows between are means of the rows above and below", arguments: [0, 1], [false, true])
    func rowsBetween(parity: Int, alpha: Bool) throws {
        let picture = neighborPicture(alpha: alpha)
        let values = try filtered(
            "deinterlace", ["method": .text("bob"), "field": .text(parity == 0 ? "upper" : "lower")],
            of: picture)
        let reference = expected(picture, keeping: parity) { ($0[$1, $2 - 1] + $0[$1, $2 + 1]) / 2 }
        #expect(largestShownDifference(values, reference) < 1.0 / 65535)
    }

    @Test("both fields are mixed 1 2 1", arguments: [false, true])
    func bothFields(alpha: Bool) throws {
        let picture = neighborPicture(alpha: alpha)
        let values = try filtered("deinterlace", ["method": .text("blend")], of: picture)
        let reference = picture.weighed(reach: (0, 1)) { _, v in v == 0 ? 2 : 1 }
        #expect(largestShownDifference(values, reference) < 1.0 / 65535)
    }

    @Test("along edges uses the direction in which pixels differ least")
    func alongEdges() throws {
        let picture = neighborPicture()
        let values = try filtered("deinterlace", [:], of: picture)
        let reference = expected(picture, keeping: 0) { source, x, y in
            let costs = [0, -1, 1, -2, 2].map { shift in
                (-1...1).reduce(0.0) { sum, side in
                    let d = source[x + side + shift, y - 1] - source[x + side - shift, y + 1]
                    return sum + abs(d.x) + abs(d.y) + abs(d.z) + abs(d.w)
                } * (1 + 0.1 * Double(abs(shift)))
            }
            let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
            let shift = [0, -1, 1, -2, 2][best]
            return (source[x + shift, y - 1] + source[x - shift, y + 1]) / 2
        }
        #expect(largestShownDifference(values, reference) < 1.0 / 65535)
    }

    @Test("a slanted edge missing every second row is closer than with interpolated rows")
    func slant() throws {
        let whole = Reference(width: 64, height: 48) { x, y in
            let share = min(max((Double(x) - Double(y) * 1.0 - 8) / 2 + 0.5, 0), 1)
            return SIMD4(share, share, share, 1)
        }
        let torn = whole.made { x, y in y % 2 == 0 ? whole[x, y] : SIMD4(0.5, 0.5, 0.5, 1) }
        func error(_ method: String) throws -> Double {
            let values = try filtered("deinterlace", ["method": .text(method)], of: torn)
            return zip(values, whole.pixels).reduce(0) { $0 + abs(Double($1.0.x) - $1.1.x) }
        }
        #expect(try error("edges") < error("bob") / 2)
    }
}
