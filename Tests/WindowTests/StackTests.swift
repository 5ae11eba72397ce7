import Filters
import Testing

@testable import glint

/// Searching the list of filters.
@Suite struct FilterSearchTests {
    private func find(_ query: String) -> [String] {
        FilterSearch.find(query, in: FilterCatalog.builtIn.filters).map(\.id)
    }

    @Test func anEmptySearchFindsEveryFilterInItsGroup() {
        #expect(find("") == FilterCatalog.builtIn.filters.map(\.id))
        #expect(find("  ") == find(""))
    }

    @Test(arguments: ["satur", "SATURATION", "saturation color"])
    func aFilterIsFoundByItsTitle(query: String) {
        #expect(find(query).first == "saturation")
    }

    @Test func aFilterIsFoundByIdGroupAndSummary() {
        #expect(find("gaussian-blur") == ["gaussian-blur"])
        #expect(find("color").contains("invert"))
        #expect(find("negative").first == "invert")
        #expect(find("softens evenly").contains("gaussian-blur"))
    }

    @Test func matchingNamesComeBeforeMatchingDescriptions() throws {
        // Only the summary of saturation contains the word, while the title of the other filter begins with
        // it.
        let files = [
            "a.glsl": Self.file("a-filter", title: "A Filter", summary: "It keeps a wonder as it is."),
            "b.glsl": Self.file("b-filter", title: "Wonder", summary: "It does something."),
        ]
        let filters = FilterCatalog(files: files).filters
        #expect(FilterSearch.find("wonder", in: filters).map(\.id) == ["b-filter", "a-filter"])
    }

    @Test func anUnknownWordFindsNothing() {
        #expect(find("saturation zzz").isEmpty)
    }

    private static func file(_ id: String, title: String, summary: String) -> String {
        "// filter: \(id)\n// title: \(title)\n// group: Test\n// summary: \(summary)\n"
    }
}

/// Dragging the points of a curve.
@Suite struct CurvePointsTests {
    private let line = CurvePoints([SIMD2(0, 0), SIMD2(1, 1)])

    @Test func aPointIsAddedInOrder() {
        var curve = line
        #expect(curve.add(SIMD2(0.5, 0.7)) == 1)
        #expect(curve.add(SIMD2(0.25, 0.2)) == 1)
        #expect(curve.points == [SIMD2(0, 0), SIMD2(0.25, 0.2), SIMD2(0.5, 0.7), SIMD2(1, 1)])
    }

    @Test func aPointOnTopOfAnotherIsNotAdded() {
        var curve = line
        #expect(curve.add(SIMD2(0.001, 0.5)) == nil)
        #expect(curve == line)
    }

    @Test func aPointStaysBetweenItsNeighborsAndInside() {
        var curve = line
        _ = curve.add(SIMD2(0.5, 0.5))
        curve.move(1, to: SIMD2(4, -3))
        #expect(curve.points[1].x < 1 && curve.points[1].x > 0.99 && curve.points[1].y == 0)
        curve.move(0, to: SIMD2(-1, 2))
        #expect(curve.points[0] == SIMD2(0, 1))
    }

    @Test func theEndsStay() {
        var curve = line
        curve.remove(0)
        curve.remove(1)
        #expect(curve == line)
    }

    @Test func aPointAddedByKeyLiesOnTheCurve() {
        var curve = CurvePoints([SIMD2(0, 0), SIMD2(0.5, 0.8), SIMD2(1, 1)])
        let before = MonotoneCurve(curve.points)
        #expect(curve.addAfter(2) == 2)
        #expect(abs(curve.points[2].y - before(0.75)) < 0.001)
        #expect(curve.addAfter(0) == 1)
    }

    @Test func whateverIsDoneTheCurveIsAllowed() throws {
        let files = [
            "c.glsl": """
            // filter: c-filter
            // title: C
            // group: Test
            // summary: It has a curve.
            // parameter: curve "Curve" curve default=0,0;1,1
            """
        ]
        let parameter = try #require(FilterCatalog(files: files).filter("c-filter")?.parameters.first)
        var random = SystemRandomNumberGenerator()
        var curve = line
        for _ in 0..<2000 {
            let point = SIMD2(Double.random(in: -0.5...1.5), Double.random(in: -0.5...1.5))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: _ = curve.add(point)
            case 1: curve.move(Int.random(in: 0..<curve.points.count), to: point)
            case 2: curve.remove(Int.random(in: 0..<curve.points.count))
            default: _ = curve.addAfter(Int.random(in: 0..<curve.points.count))
            }
            #expect(parameter.problem(with: .curve(curve.points)) == nil)
        }
    }
}

/// Positions of points, as the panel formats and parses them.
@Suite struct PointFormatTests {
    @Test func positionsHaveTwoOrThreeDigits() {
        #expect(PointFormat.text(SIMD2(0.5, 0.125)) == "0.50, 0.125")
        #expect(PointFormat.text(SIMD2(1, 0)) == "1.00, 0.00")
    }

    @Test func twoNumbersInsideAreTaken() {
        #expect(PointFormat.point("0.25, 0.75") == SIMD2(0.25, 0.75))
        #expect(PointFormat.point(" .5 1") == SIMD2(0.5, 1))
    }

    @Test(arguments: ["", "0.5", "1, 2", "-0.1, 0", "a, b", "0, 0, 0", "nan, 0"])
    func anythingElseIsRejected(text: String) {
        #expect(PointFormat.point(text) == nil)
    }
}
