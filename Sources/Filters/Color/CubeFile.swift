import FoundationEssentials
import Localization

/// A color lookup table in the .cube format (Adobe, “Cube LUT Specification”, version 1.0).
package struct CubeFile: Sendable, Hashable {
    /// The number of entries per axis, or in total for a one-dimensional table.
    package let size: Int
    /// True for a three-dimensional table, with red varying fastest; false for a one-dimensional one.
    package let isSolid: Bool
    /// The inputs that map to the first and the last entry.
    package let domain: (low: SIMD3<Float>, high: SIMD3<Float>)
    package let entries: [SIMD3<Float>]

    package static func == (left: CubeFile, right: CubeFile) -> Bool {
        left.size == right.size && left.isSolid == right.isSolid && left.domain == right.domain
            && left.entries == right.entries
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(entries) }

    /// A mistake in a file's text, and its line.
    package struct Mistake: Error, Hashable {
        package let line: Int
        package let message: String
    }

    private static let longestRow = 65_536
    /// The largest number of entries per axis of a three-dimensional table, also in Adobe's specification.
    package static let largestSide = 256
    /// The specification allows 250 characters per line.
    private static let longestLine = 1000

    /// A three-dimensional table.
    ///
    /// - Parameter entries: `size`³ colors, red varying fastest.
    package init(size: Int, domain: (low: SIMD3<Float>, high: SIMD3<Float>), entries: [SIMD3<Float>]) {
        precondition(entries.count == size * size * size, "a table has an entry for each of its colors")
        (self.size, isSolid, self.domain, self.entries) = (size, true, domain, entries)
    }

    /// The text of the file, with numbers that are read back as the same floats.
    package func text(title: String) -> String {
        func words(_ color: SIMD3<Float>) -> String { "\(color.x) \(color.y) \(color.z)" }
        var lines = [
            // The format has no escapes.
            "TITLE \"\(title.filter { $0 != "\"" && !$0.isNewline })\"",
            "\(isSolid ? "LUT_3D_SIZE" : "LUT_1D_SIZE") \(size)",
        ]
        if domain.low != .zero || domain.high != .one {
            lines += ["DOMAIN_MIN \(words(domain.low))", "DOMAIN_MAX \(words(domain.high))"]
        }
        lines += entries.map(words)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Iterates over the lines of a text: an array of all lines would take many times the memory of the text.
    struct Lines {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        mutating func next() -> Substring? {
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let line = Substring(rest[..<end])
            rest = rest[end...]
            let isPair = rest.starts(with: [0x0D, 0x0A])
            rest = rest.dropFirst(isPair ? 2 : 1)
            return line
        }
    }

    /// Parses a file's text; throws ``Mistake``.
    package init(text: String) throws(Mistake) {
        var sizes: (one: Int?, three: Int?) = (nil, nil)
        var domain = (low: SIMD3<Float>(0, 0, 0), high: SIMD3<Float>(1, 1, 1))
        var entries: [SIMD3<Float>] = []
        // The limit for any table, used until the file has stated its size.
        var maximum = Self.largestSide * Self.largestSide * Self.largestSide
        var number = 0
        var lines = Lines(text)
        while let line = lines.next() {
            number += 1
            if line.isEmpty { continue }
            guard line.utf8.count <= Self.longestLine || line.first == "#" || line.hasPrefix("TITLE") else {
                throw Mistake(
                    line: number,
                    message: tr("\(line.quoted) is too long for a line of a color table"))
            }
            let words = line.split(maxSplits: 4, whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let numbers = words.dropFirst().map { Float($0) ?? .nan }
            switch first {
            case "TITLE": continue
            case "LUT_1D_SIZE", "LUT_3D_SIZE":
                let largest = first == "LUT_1D_SIZE" ? Self.longestRow : Self.largestSide
                guard words.count == 2, let size = Int(words[1]), (2...largest).contains(size) else {
                    throw Mistake(line: number, message: tr("the size must be from 2 to \(largest)"))
                }
                if first == "LUT_1D_SIZE" { sizes.one = size } else { sizes.three = size }
                maximum = first == "LUT_1D_SIZE" ? size : size * size * size
            case "DOMAIN_MIN", "DOMAIN_MAX":
                guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else {
                    throw Mistake(line: number, message: tr("\(first) needs three numbers"))
                }
                let color = SIMD3(numbers[0], numbers[1], numbers[2])
                if first == "DOMAIN_MIN" { domain.low = color } else { domain.high = color }
            case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
                guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else {
                    throw Mistake(line: number, message: tr("\(first) needs two numbers"))
                }
                domain = (SIMD3(repeating: numbers[0]), SIMD3(repeating: numbers[1]))
            default:
                let color = words.compactMap { Float($0) }
                guard words.count == 3, color.count == 3, color.allSatisfy(\.isFinite) else {
                    throw Mistake(
                        line: number, message: tr("\(line.quoted) is neither a color nor a known keyword"))
                }
                guard entries.count < maximum else {
                    throw Mistake(
                        line: number, message: tr("there are more colors than the expected \(maximum)"))
                }
                entries.append(SIMD3(color[0], color[1], color[2]))
            }
        }
        guard all(domain.high .> domain.low) else {
            throw Mistake(line: number, message: tr("the input range is empty"))
        }
        let size: Int
        switch (sizes.one, sizes.three) {
        case (let one?, nil): (size, isSolid) = (one, false)
        case (nil, let three?): (size, isSolid) = (three, true)
        default:
            throw Mistake(line: number, message: tr("there must be exactly one LUT_1D_SIZE or LUT_3D_SIZE"))
        }
        let count = isSolid ? size * size * size : size
        guard entries.count == count else {
            throw Mistake(
                line: number,
                message: trn(
                    "there are \(entries.count) colors instead of \(count)",
                    "there are \(entries.count) colors instead of \(count)", count: entries.count))
        }
        self.size = size
        self.domain = domain
        self.entries = entries
    }
}

private func all(_ mask: SIMDMask<SIMD3<Int32>>) -> Bool { mask[0] && mask[1] && mask[2] }
