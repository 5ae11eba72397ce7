import Filters

/// How kernels that make pixels independently of each other go about it; every form comes from the same files. On
/// a software renderer the results are the same to the bit; a graphics driver may round a constant otherwise than a number that it
/// computes.
package struct KernelForm: Sendable, Hashable {
    /// What reads a pixel of an input.
    package enum Reading: String, Sendable, CaseIterable {
        /// `imageLoad`. For software renderers.
        case image
        /// `texelFetch`, which has a cache of its own on many graphics processors.
        case texture
    }

    /// How the pixels of a pass are shared out, where its kernel leaves that open.
    package enum Sharing: String, Sendable {
        /// Several to an invocation, which reads once what they have in common. For software renderers, which take as long to
        /// begin an invocation as to make a pixel.
        case several
        /// One to an invocation, so that neighbors in a workgroup read neighboring pixels.
        case one
        /// The same, and of a convolution a workgroup reads what all its pixels need once, into memory of its own.
        case tile
    }

    /// What reads the pixels of inputs.
    package var reading: Reading
    /// Invocations of a workgroup along x and y: squares share more of the neighbors that they read.
    package var workgroup: SIMD2<Int>
    /// How the pixels are shared out.
    package var sharing: Sharing

    /// The form for software renderers, which run their SIMD lanes along x alone, and where nothing else is clearly faster.
    package static let plain = KernelForm(
        reading: .image, workgroup: SIMD2(KernelGenerator.workgroupWidth, 1), sharing: .several)

    /// All forms, the plain one first. A tile along y is as high as wide, or it would not fit the memory that every device has.
    package static let all =
        forms(in: [plain.workgroup], .several)
        + forms(in: [plain.workgroup, SIMD2(16, 16), SIMD2(8, 8)], .one) + forms(in: [SIMD2(16, 16)], .tile)

    private static func forms(in workgroups: [SIMD2<Int>], _ sharing: Sharing) -> [KernelForm] {
        workgroups.flatMap { workgroup in
            Reading.allCases.map { KernelForm(reading: $0, workgroup: workgroup, sharing: sharing) }
        }
    }

    /// The pixels that an invocation makes along x and y.
    func pixelsPerInvocation(of pass: Plan.Pass) -> SIMD2<Int> {
        if pass.isPlain { return plainPixels }
        guard case .file(let filterPass) = pass.work, filterPass.sharesAnyway || sharing == .several else {
            return .one
        }
        return filterPass.pixelsPerInvocation
    }

    /// The same of a plain pass, whose pixels have nothing in common.
    var plainPixels: SIMD2<Int> { sharing == .several ? SIMD2(1, 4) : .one }

    /// Numbers that a kernel's file is compiled with in this form, in place of the pass's own.
    func constants(of shape: KernelShape) -> [String: Int] {
        guard !shape.sharesAnyway else { return shape.constants }
        var constants = shape.constants
        if sharing != .several {
            for name in constants.keys where name.hasPrefix("OUTPUTS") { constants[name] = 1 }
        }
        constants["TILE"] = sharing == .tile ? 1 : 0
        return constants
    }
}

extension KernelForm: LosslessStringConvertible {
    /// The form in a word, such as `texture-16x16-one`.
    package var description: String {
        "\(reading.rawValue)-\(workgroup.x)x\(workgroup.y)-\(sharing.rawValue)"
    }

    package init?(_ description: String) {
        guard let form = Self.all.first(where: { $0.description == description }) else { return nil }
        self = form
    }
}
