import Filters
import Imaging
@testable import Rendering
import Testing

/// A picture reduced to a television's rows is scaled back to its original size.
@Suite("The size of analog video") struct NTSCRestoreTests {
    private static let picture = testPicture(width: 90, height: 1100)
    private static let frame = FloatFrame(picture)
    /// The size of a picture reduced to a television's rows.
    private static let reduced = SIMD2(39, 480)

    private func stage(_ restoring: String, resizes: Bool = true) -> Recipe.Stage {
        var stage = NTSCSettings().stage(frame: 3)
        stage.set("resize480", to: .toggle(resizes))
        stage.set("restoreSize", to: .text(restoring))
        stage.set("overlayLeft", to: "PLAY")
        return stage
    }

    private func made(_ stage: Recipe.Stage) throws -> [SIMD4<Float>] {
        try withSharedEngine { try $0.floats(stage, of: Self.frame) }
    }

    @Test("stays that of a television unless restored")
    func size() throws {
        func size(_ stage: Recipe.Stage) throws -> SIMD2<Int> {
            try FilterCatalog.builtIn.size(of: [stage], entering: Self.frame.size)
        }
        #expect(try size(Recipe.Stage("ntsc")) == Self.reduced)
        #expect(try size(stage("none")) == Self.reduced)
        for restoring in ["nearest", "bilinear", "bicubic"] {
            #expect(try size(stage(restoring)) == Self.frame.size)
            #expect(try size(stage(restoring, resizes: false)) == Self.frame.size)
        }
        let (plain, restored) = (
            try made(stage("none", resizes: false)), try made(stage("bicubic", resizes: false))
        )
        #expect(plain == restored)
    }

    @Test("is restored with the chosen kernel", arguments: ["nearest", "bilinear", "bicubic"])
    func kernels(name: String) throws {
        let before = try made(stage("none"))
        let after = try made(stage(name))
        let size = Self.frame.size
        try #require(before.count == Self.reduced.x * Self.reduced.y && after.count == size.x * size.y)
        func weight(_ distance: Double) -> Double {
            let x = abs(distance)
            if name == "bilinear" { return max(0, 1 - x) }
            return x < 1
                ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
        }
        func weights(_ index: Int, axis: Int) -> [(Int, Double)] {
            let middle = (Double(index) + 0.5) * Double(Self.reduced[axis]) / Double(size[axis])
            if name == "nearest" { return [(Int(middle), 1)] }
            let near = (Int(middle) - 3...Int(middle) + 3).filter { (0..<Self.reduced[axis]).contains($0) }
            let weights = near.map { ($0, weight(Double($0) + 0.5 - middle)) }
            let sum = weights.reduce(0) { $0 + $1.1 }
            return weights.map { ($0.0, $0.1 / sum) }
        }
        var largest = 0.0
        for y in stride(from: 0, to: size.y, by: 7) {
            for x in 0..<size.x {
                var wanted = SIMD4<Double>.zero
                for (row, share) in weights(y, axis: 1) {
                    for (column, part) in weights(x, axis: 0) {
                        wanted += share * part * SIMD4<Double>(before[row * Self.reduced.x + column])
                    }
                }
                let difference = SIMD4<Double>(after[y * size.x + x]) - wanted
                largest = max(largest, abs(difference.min()), abs(difference.max()))
            }
        }
        #expect(largest < 2e-4, "\(largest)")
    }

    @Test("is restored in strips and in parts as in the whole")
    func strips() throws {
        for standard in ["ntsc", "pal"] {
            var stage = stage("bicubic")
            stage.set("standard", to: .text(standard))
            stage.set("useField", to: standard == "pal" ? "upper" : "both")
            let picture = Self.picture.buffer(.sixteen)
            let (whole, strips) = try withSharedEngine { engine in
                (
                    try engine.export(picture, [stage], depth: .sixteen),
                    try engine.export(picture, [stage], depth: .sixteen, sizeLimit: 100)
                )
            }
            let isSame = whole == strips
            #expect(isSame, "\(standard)")
        }
    }
}
