import Localization

/// Limits on what a shader file may ask for.
enum ShaderLimits {
    /// The maximum number of pixels of a pass: a gigabyte in 32-bit floats.
    private static let maxPixels = 1 << 26
    static let maxSide = 16384

    /// True if a pass of this size can be rendered.
    static func fits(_ size: SIMD2<Int>) -> Bool {
        size.max() <= maxSide && size.x * size.y <= maxPixels
    }

    /// Throws ``FilterError`` if a pass of this size is too large.
    static func require(_ size: SIMD2<Int>?, path: String) throws(FilterError) {
        guard let size, !fits(size) else { return }
        throw .file(
            path: path,
            reason: tr(
                "\(path): a pass would have \(size.x)×\(size.y) pixels, but the maximum is 64 megapixels"))
    }

    /// A number of a shader as an integer of 32 bits.
    static func whole(_ number: Double) -> Int {
        number.isFinite ? Int(min(max(number, -2_147_483_648), 2_147_483_647)) : 0
    }

    /// Throws ``ShaderMistake`` if two parameters would have the same id.
    static func requireDifferent(
        _ parameters: [ParameterDeclaration], others: [String] = []
    ) throws(ShaderMistake) {
        var seen = Set(["file", "outputScale"])
        for id in parameters.map(\.id) + others where !seen.insert(id).inserted {
            throw ShaderMistake(message: tr("two inputs of the shader have the name \(id.quoted)"))
        }
    }
}
