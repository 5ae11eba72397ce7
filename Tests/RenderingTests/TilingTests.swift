import Rendering
import Testing

@Suite("Tiling") struct TilingTests {
    @Test(
        "parts cover everything once, in order, and all read equal amounts",
        arguments: [1, 2, 15, 16, 17, 70, 199, 640], [0, 1, 3, 10])
    func coversEvenly(length: Int, halo: Int) {
        for (step, halo, grid) in [1, 3, 10, 33].map({ ($0, halo, 1) }) + [(16, 16 * halo, 16), (48, 16, 16)]
        {
            let parts = Tiling(length, step: step, halo: halo, grid: grid).parts
            #expect(parts.flatMap { Array($0.new) } == Array(0..<length))
            var read: Set<Int> = []
            for part in parts {
                #expect(part.made.upperBound == part.new.upperBound)
                #expect(part.made.lowerBound <= part.new.lowerBound)
                #expect(part.made.lowerBound % grid == 0 || part == parts.last)
                let end = min(length, part.made.upperBound + halo)
                read.insert(end - max(0, part.made.lowerBound - halo))
            }
            #expect(read.count == 1, "\(length) by \(step) with \(halo): \(read)")
            #expect(read.max() ?? 0 <= step + 2 * halo)
        }
    }
}
