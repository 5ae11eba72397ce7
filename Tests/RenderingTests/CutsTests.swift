import Rendering
import Testing

@Suite("Cuts") struct CutsTests {
    @Test("parts cover everything once, in order, and all read alike much", arguments: 1...70, [0, 1, 4, 9])
    func coversEvenly(length: Int, halo: Int) {
        for step in [1, 3, 10, 33, 100] {
            let parts = Cuts(length, step: step, halo: halo).parts
            #expect(parts.flatMap { Array($0.new) } == Array(0..<length))
            var read: Set<Int> = []
            for part in parts {
                #expect(part.made.upperBound == part.new.upperBound)
                #expect(part.made.lowerBound <= part.new.lowerBound)
                #expect(parts.count == 1 || part.made.count <= step + halo)
                read.insert(
                    min(length, part.made.upperBound + halo) - max(0, part.made.lowerBound - halo))
            }
            #expect(read.count == 1, "\(length) by \(step) with \(halo): \(read)")
        }
    }
}
