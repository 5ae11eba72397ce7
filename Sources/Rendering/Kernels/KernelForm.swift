/// How kernels that make a pixel, or a few, an invocation go about it; the results are the same to the bit. Every form comes from
/// the same files.
package struct KernelForm: Sendable, Hashable {
    /// What reads a pixel of an input.
    package enum Reading: String, Sendable, CaseIterable {
        /// `imageLoad`. For software renderers.
        case image
        /// `texelFetch`, which has a cache of its own on many graphics processors.
        case texture
    }

    /// What reads the pixels of inputs.
    package var reading: Reading
    /// Invocations of a workgroup along x and y: squares share more of the neighbors that they read.
    package var workgroup: SIMD2<Int>

    /// The form for software renderers, which run their SIMD lanes along x alone, and where nothing else is clearly faster.
    package static let plain = KernelForm(
        reading: .image, workgroup: SIMD2(KernelGenerator.workgroupWidth, 1))

    /// All forms, the plain one first.
    package static let all = [SIMD2(KernelGenerator.workgroupWidth, 1), SIMD2(16, 16), SIMD2(8, 8)].flatMap {
        workgroup in
        Reading.allCases.map { KernelForm(reading: $0, workgroup: workgroup) }
    }
}

extension KernelForm: LosslessStringConvertible {
    /// The form in a word, such as `texture-16x16`.
    package var description: String { "\(reading.rawValue)-\(workgroup.x)x\(workgroup.y)" }

    package init?(_ description: String) {
        guard let form = Self.all.first(where: { $0.description == description }) else { return nil }
        self = form
    }
}
