import Localization

extension CubeFile {
    /// Parses the text of a .3dl file (Autodesk Lustre and Flame): the positions of the entries along an
    /// axis, then integers, with blue varying fastest. Throws ``Mistake``.
    ///
    /// The format does not state the largest integer. Like OpenColorIO, this takes the smallest of 8, 10, 12,
    /// 14 and 16 bits whose range is at least half the largest entry, as some tables exceed their range.
    package init(threeDL text: String) throws(Mistake) {
        var positions: [Float] = []
        var entries: [SIMD3<Float>] = []
        var largest: Float = 0
        var number = 0
        var lines = Lines(text)
        while let line = lines.next() {
            number += 1
            // Keywords such as 3DMESH, Mesh and gamma say nothing that the numbers do not.
            guard let first = line.first(where: { !$0.isWhitespace }), first.isNumber || first == "-"
            else { continue }
            let numbers = line.split(maxSplits: Self.largestSide, whereSeparator: \.isWhitespace).map {
                Float($0)
            }
            let values = numbers.compactMap { $0 }
            guard values.count == numbers.count, values.allSatisfy(\.isFinite) else {
                throw Mistake(line: number, message: tr("\(line.quoted) is not a row of numbers"))
            }
            if positions.isEmpty, entries.isEmpty, values.count != 3 {
                positions = values
                continue
            }
            guard values.count == 3 else {
                throw Mistake(line: number, message: tr("\(line.quoted) is not a color"))
            }
            guard entries.count < Self.largestSide * Self.largestSide * Self.largestSide else {
                throw Mistake(line: number, message: tr("there are too many colors"))
            }
            entries.append(SIMD3(values[0], values[1], values[2]))
            largest = max(largest, values[0], values[1], values[2])
        }
        let size = (2...Self.largestSide).first { $0 * $0 * $0 >= entries.count } ?? 2
        guard size * size * size == entries.count, positions.isEmpty || positions.count == size else {
            throw Mistake(
                line: number, message: tr("the number of colors does not fit the positions along an axis"))
        }
        // The last step is often one shorter, as in 0 64 … 960 1023.
        let step = (positions.last ?? 0) / Float(size - 1)
        guard positions.enumerated().allSatisfy({ abs($1 - Float($0) * step) <= 1.5 }) else {
            throw Mistake(line: number, message: tr("the positions along an axis are not evenly spaced"))
        }
        let bits = [8, 10, 12, 14].first { largest < Float(2 << $0) } ?? 16
        let scale = 1 / Float((1 << bits) - 1)
        var ordered: [SIMD3<Float>] = []
        ordered.reserveCapacity(entries.count)
        for blue in 0..<size {
            for green in 0..<size {
                for red in 0..<size { ordered.append(entries[(red * size + green) * size + blue] * scale) }
            }
        }
        self.init(size: size, domain: (.zero, .one), entries: ordered)
    }
}
