import Filters
import Foundation
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

extension Reference {
    /// Conversion to and from premultiplied colors.
    var premultiplied: Reference { map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) } }
    var straight: Reference {
        map { $0.w > 4e-6 ? SIMD4($0.x / $0.w, $0.y / $0.w, $0.z / $0.w, $0.w) : .zero }
    }

    /// BT.601 luma in all three channels.
    func luma(_ x: Int, _ y: Int) -> Double { self[x, y].luma }

    /// A picture computed from this one pixel by pixel.
    func made(_ pixel: (Int, Int) -> SIMD4<Double>) -> Reference {
        Reference(width: width, height: height, pixel)
    }

    /// The weighted mean of a pixel's neighbors in premultiplied colors; input and output have straight
    /// alpha.
    func weighed(reach: (Int, Int), _ weight: (Int, Int) -> Double) -> Reference {
        let source = premultiplied
        let offsets = (-reach.1...reach.1).flatMap { v in (-reach.0...reach.0).map { u in (u, v) } }
        let weights = offsets.map { weight($0.0, $0.1) }
        let sum = weights.reduce(0, +)
        return made { x, y in
            zip(offsets, weights).reduce(SIMD4<Double>.zero) { total, part in
                total + source[x + part.0.0, y + part.0.1] * (part.1 / sum)
            }
        }.straight
    }

    /// A Gaussian blur as a direct sum up to five standard deviations.
    func gaussian(radius: Double) -> Reference {
        let sigma = radius / 2
        let reach = Int((5 * sigma).rounded(.up))
        func weight(_ u: Int) -> Double { exp(-Double(u * u) / (2 * sigma * sigma)) }
        return weighed(reach: (reach, 0)) { u, _ in weight(u) }.weighed(reach: (0, reach)) { _, v in weight(v)
        }
    }

    /// The premultiplied color interpolated between four pixels, whose centers are at whole numbers.
    func linear(_ x: Double, _ y: Double) -> SIMD4<Double> {
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (s, t) = (x - Double(left), y - Double(top))
        let above = self[left, top] * (1 - s) + self[left + 1, top] * s
        let below = self[left, top + 1] * (1 - s) + self[left + 1, top + 1] * s
        return above * (1 - t) + below * t
    }
}

extension SIMD4<Double> {
    /// BT.601 luma.
    var luma: Double { 0.299 * x + 0.587 * y + 0.114 * z }
}

/// The picture for tests of neighborhood filters, rounded to 16 bits.
func neighborPicture(alpha: Bool = false) -> Reference {
    testPicture(alpha: alpha).rounded(to: .sixteen)
}

/// A picture without edges, for filters that sample between pixels.
func smoothPicture(width: Int = 97, height: Int = 61) -> Reference {
    Reference(width: width, height: height) { x, y in
        let (u, v) = (Double(x) / 9, Double(y) / 7)
        return SIMD4(0.5 + 0.4 * sin(u), 0.5 + 0.4 * cos(v), 0.5 + 0.3 * sin(u + v), 1)
    }.rounded(to: .sixteen)
}

/// The filter's result on `picture` in 32-bit floats.
func filtered(
    _ filter: String, _ parameters: [String: ParameterValue], of picture: Reference
) throws -> [SIMD4<Float>] {
    try withEngine { engine in
        try engine.values(
            [Recipe.Stage(filter, parameters)], of: SourceFrame(picture.buffer(.sixteen)),
            precision: .rgba32f)
    }
}

/// The largest visible difference: that between any two channels of premultiplied colors.
func largestShownDifference(_ values: [SIMD4<Float>], _ reference: Reference) -> Double {
    #expect(values.count == reference.pixels.count)
    return zip(values, reference.pixels).reduce(0) { largest, pair in
        let (one, two) = (SIMD4<Double>(pair.0), pair.1)
        let difference = SIMD4(one.x, one.y, one.z, 1) * one.w - SIMD4(two.x, two.y, two.z, 1) * two.w
        return max(largest, max(abs(difference.min()), abs(difference.max())))
    }
}

/// Runs a Python script on a picture's colors: it reads `a`, an array of floats by row, column and channel,
/// and assigns the result to `b`.
func madeByPython(_ script: String, of picture: Reference) throws -> Reference {
    let folder = try temporaryFolder()
    let colors = picture.pixels.flatMap { [$0.x, $0.y, $0.z] }
    try colors.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: folder.file("in"))) }
    try runPython(
        """
        import sys
        import numpy as np
        a = np.fromfile(sys.argv[1]).reshape(\(picture.height), \(picture.width), 3)
        \(script)
        np.ascontiguousarray(np.broadcast_to(b, a.shape), float).tofile(sys.argv[2])
        """, arguments: [folder.file("in"), folder.file("out")])
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("out")))
    let made = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    try #require(made.count == colors.count)
    return picture.made { x, y in
        let first = 3 * (y * picture.width + x)
        return SIMD4(made[first], made[first + 1], made[first + 2], 1)
    }
}
