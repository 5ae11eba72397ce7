import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Testing

/// The filters in docs/writing-a-filter.md, taken from the page itself.
@Suite("The documented filters") struct DocumentedFilterTests {
    private func filters() throws -> [FilterDeclaration] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        let page = try String(contentsOfFile: root + "/docs/writing-a-filter.md", encoding: .utf8)
        return try page.components(separatedBy: "```glsl\n").dropFirst().map { block in
            let text = block.components(separatedBy: "```")[0]
            return try #require(try DeclarationParser.parse(text, file: "page.glsl"))
        }
    }

    @Test("the neighborhood filter adds the difference from the mean of a square")
    func localContrast() throws {
        let filter = try #require(try filters().first { $0.id == "local-contrast" })
        let picture = testPicture(width: 64, height: 48).rounded(to: .sixteen)
        let (amount, reach) = (0.8, 3)
        let values = try declared(
            filter, ["amount": .number(amount), "radius": .number(Double(reach))], of: picture)
        let side = 2 * reach + 1
        let expected = Reference(width: 64, height: 48) { x, y in
            var sum = SIMD4<Double>.zero
            for j in -reach...reach { for i in -reach...reach { sum += picture[x + i, y + j] } }
            var color = picture[x, y] + amount * (picture[x, y] - sum / Double(side * side))
            color.w = picture[x, y].w
            return color
        }
        #expect(largestDifference(values, expected) < 1e-5)
    }

    @Test("the point filter reduces brightness to steps")
    func posterizeLuma() throws {
        let filter = try #require(try filters().first { $0.id == "posterize-luma" })
        let picture = testPicture(width: 64, height: 48).rounded(to: .sixteen)
        let values = try declared(filter, ["steps": 5, "strength": 0.5], of: picture)
        let expected = Reference(width: 64, height: 48) { x, y in
            let color = picture[x, y]
            let change = 0.5 * ((color.luma * 4).rounded() / 4 - color.luma)
            return color + SIMD4(change, change, change, 0)
        }
        // A brightness between two steps may round to either.
        let differences = zip(values, expected.pixels).map { value, wanted in
            (SIMD4<Double>(value) - wanted).max()
        }
        #expect(differences.count { abs($0) > 1e-5 } < 10)
    }
}
