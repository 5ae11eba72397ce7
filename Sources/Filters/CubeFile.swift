import FoundationEssentials

/// A table of colors as a .cube file holds it (Adobe, “Cube LUT Specification”, version 1.0).
package struct CubeFile: Sendable, Hashable {
    /// Entries along each side; along the only one of a table of one dimension.
    package let size: Int
    /// Whether it has three dimensions, red running fastest, and not one.
    package let isSolid: Bool
    /// The input of the first and of the last entry.
    package let domain: (low: SIMD3<Float>, high: SIMD3<Float>)
    package let entries: [SIMD3<Float>]

    package static func == (left: CubeFile, right: CubeFile) -> Bool {
        left.size == right.size && left.isSolid == right.isSolid && left.domain == right.domain
            && left.entries == right.entries
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(entries) }

    /// What is wrong with a text, and where.
    package struct Mistake: Error, Hashable {
        package let line: Int
        package let message: String
    }

    /// Reads the text of a file; throws ``Mistake``.
    package init(text: String) throws(Mistake) {
        var sizes: (one: Int?, three: Int?) = (nil, nil)
        var domain = (low: SIMD3<Float>(0, 0, 0), high: SIMD3<Float>(1, 1, 1))
        var entries: [SIMD3<Float>] = []
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let numbers = words.dropFirst().map { Float($0) ?? .nan }
            switch first {
            case "TITLE": continue
            case "LUT_1D_SIZE", "LUT_3D_SIZE":
                let most = first == "LUT_1D_SIZE" ? 65_536 : 256
                guard words.count == 2, let size = Int(words[1]), (2...most).contains(size) else {
                    throw Mistake(line: number, message: "the size has to be from 2 to \(most)")
                }
                if first == "LUT_1D_SIZE" { sizes.one = size } else { sizes.three = size }
            case "DOMAIN_MIN", "DOMAIN_MAX":
                guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else {
                    throw Mistake(line: number, message: "\(first) needs three numbers")
                }
                let color = SIMD3(numbers[0], numbers[1], numbers[2])
                if first == "DOMAIN_MIN" { domain.low = color } else { domain.high = color }
            case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
                guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else {
                    throw Mistake(line: number, message: "\(first) needs two numbers")
                }
                domain = (SIMD3(repeating: numbers[0]), SIMD3(repeating: numbers[1]))
            default:
                let color = words.compactMap { Float($0) }
                guard words.count == 3, color.count == 3, color.allSatisfy(\.isFinite) else {
                    throw Mistake(line: number, message: "“\(line)” is neither a color nor a known keyword")
                }
                entries.append(SIMD3(color[0], color[1], color[2]))
            }
        }
        guard all(domain.high .> domain.low) else {
            throw Mistake(line: number, message: "the input range is empty")
        }
        let size: Int
        switch (sizes.one, sizes.three) {
        case (let one?, nil): (size, isSolid) = (one, false)
        case (nil, let three?): (size, isSolid) = (three, true)
        default:
            throw Mistake(line: number, message: "there has to be one LUT_1D_SIZE or one LUT_3D_SIZE")
        }
        let count = isSolid ? size * size * size : size
        guard entries.count == count else {
            throw Mistake(line: number, message: "there are \(entries.count) colors where \(count) belong")
        }
        self.size = size
        self.domain = domain
        self.entries = entries
    }
}

private func all(_ mask: SIMDMask<SIMD3<Int32>>) -> Bool { mask[0] && mask[1] && mask[2] }
