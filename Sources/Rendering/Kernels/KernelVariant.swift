import Filters

/// A variant of the kernels that compute pixels independently of each other. All variants are compiled from
/// the same files. On a software renderer their results are bit-identical; a graphics driver may round a
/// constant differently from a computed number.
package struct KernelVariant: Sendable, Hashable {
    /// How a kernel reads a pixel of an input.
    package enum Reading: String, Sendable, CaseIterable {
        /// `imageLoad`, for software renderers.
        case image
        /// `texelFetch`, which has a dedicated cache on many GPUs.
        case texture
    }

    /// How the pixels of a pass are distributed among invocations, if its kernel leaves that open.
    package enum Sharing: String, Sendable {
        /// Several per invocation, which reads the inputs that they share only once. For software renderers,
        /// on which starting an invocation takes as long as computing a pixel.
        case several
        /// One per invocation, so that neighbors in a workgroup read neighboring pixels.
        case one
        /// One per invocation; in a convolution, the workgroup first loads all input that its pixels need
        /// into shared memory.
        case tile
    }

    /// How input pixels are read.
    package var reading: Reading
    /// Invocations per workgroup along x and y: in a square workgroup, pixels share more of their neighbors.
    package var workgroup: SIMD2<Int>
    /// How pixels are distributed among invocations.
    package var sharing: Sharing

    /// The variant for software renderers, which use SIMD lanes only along x, and for all devices on which no
    /// other is clearly faster.
    package static let plain = KernelVariant(
        reading: .image, workgroup: SIMD2(KernelGenerator.workgroupWidth, 1), sharing: .several)

    /// All variants, the plain one first. For kernels along y, a tile is only as high as it is wide, since a
    /// higher one would exceed the shared memory that every device has.
    package static let all =
        variants(in: [plain.workgroup], .several)
        + variants(in: [plain.workgroup, SIMD2(16, 16), SIMD2(8, 8)], .one)
        + variants(in: [SIMD2(16, 16)], .tile)

    private static func variants(in workgroups: [SIMD2<Int>], _ sharing: Sharing) -> [KernelVariant] {
        workgroups.flatMap { workgroup in
            Reading.allCases.map { KernelVariant(reading: $0, workgroup: workgroup, sharing: sharing) }
        }
    }

    /// The pixels that an invocation computes along x and y.
    func pixelsPerInvocation(of pass: Plan.Pass) -> SIMD2<Int> {
        if pass.isPlain { return plainPixels }
        guard case .file(let filterPass) = pass.work, filterPass.sharesAnyway || sharing == .several else {
            return .one
        }
        return filterPass.pixelsPerInvocation
    }

    /// The same for a plain pass, in which pixels share no input.
    var plainPixels: SIMD2<Int> { sharing == .several ? SIMD2(1, 4) : .one }

    /// Constants that replace those of the pass when a kernel's file is compiled for this variant.
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

extension KernelVariant: LosslessStringConvertible {
    /// The variant's name, such as `texture-16x16-one`.
    package var description: String {
        "\(reading.rawValue)-\(workgroup.x)x\(workgroup.y)-\(sharing.rawValue)"
    }

    package init?(_ description: String) {
        guard let variant = Self.all.first(where: { $0.description == description }) else { return nil }
        self = variant
    }
}
