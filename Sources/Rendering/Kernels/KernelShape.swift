import Filters
import GPU

/// Everything that the source of a pass's kernel depends on: passes of the same shape share a kernel.
package struct KernelShape: Sendable, Hashable {
    /// The main part of the kernel, apart from point filters.
    enum Body: Sendable, Hashable {
        /// None: pixels are only processed by the point filters.
        case points
        /// A kernel file below `Shaders/`.
        case file(String)
        /// A function of a filter that declares its passes.
        case function(PassFunction)
        /// Blends two pictures.
        case blend(Blending)
        /// A fragment shader, drawn instead of dispatched.
        case foreign(ForeignShader)
    }

    let body: Body
    /// Point filters applied to each pixel as it is read.
    let points: [Plan.Point]
    /// The pass's own uniforms; the samples of its curves come first in `glint_values`.
    let uniforms: UniformLayout
    let constants: [String: Int]
    /// True if pixels share no input, so that the kernel variant determines how many pixels each invocation
    /// computes.
    let isPlain: Bool
    /// True if an invocation computes the same number of pixels in every variant.
    let sharesAnyway: Bool
    /// The number of vectors in `glint_values`.
    let valueCount: Int
    let hasData: Bool
    let hasTable: Bool
    /// The names of the pictures that a function reads.
    let textures: [String]
    let inputFormats: [PixelFormat]
    let textureFormats: [PixelFormat]
    let outputFormat: PixelFormat
    /// How rows are distributed among invocations; nil if pixels are computed independently of each other.
    let rowVariant: RowVariant?

    /// - Parameter textureFormats: the formats of the pictures that a function reads; 8 bits if nil.
    package init(
        of pass: Plan.Pass, inputFormats: [PixelFormat], outputFormat: PixelFormat,
        textureFormats: [PixelFormat]? = nil
    ) {
        rowVariant = pass.rowVariant
        isPlain = pass.isPlain
        self.inputFormats = inputFormats
        self.outputFormat = outputFormat
        switch pass.work {
        case .points(let filters): (body, points) = (.points, filters)
        case .blend(let blending): (body, points) = (.blend(blending), [])
        case .file(let filterPass):
            points = pass.fused
            body =
                switch filterPass.kernel {
                case .file(let path): .file(path)
                case .function(let function): .function(function)
                case .point: .points
                case .foreign(let shader): .foreign(shader)
                }
        }
        let filterPass: FilterPass? = if case .file(let pass) = pass.work { pass } else { nil }
        uniforms = UniformLayout(filterPass?.uniforms ?? [:])
        constants = filterPass?.constants ?? [:]
        sharesAnyway = filterPass?.sharesAnyway ?? true
        hasData = filterPass?.data.isEmpty == false
        hasTable = filterPass?.table != nil
        textures = filterPass?.textures.map(\.name) ?? []
        self.textureFormats = textureFormats ?? textures.map { _ in .rgba8 }
        valueCount = uniforms.arrayCount + pass.values.count
    }

    /// True if a function of the file reads the time.
    var readsTime: Bool {
        if case .function(let function) = body { function.filter.readsTime } else { false }
    }

    /// True if the kernel contains custom filters, whose loops are limited.
    var hasCustomFilters: Bool {
        if case .function(let function) = body, function.filter.isOwn { return true }
        return points.contains(where: \.filter.isOwn)
    }

    /// The kernel's name in driver messages. It differs from the pass's name, since several passes share a
    /// kernel.
    var label: String {
        switch body {
        case .points: points.map(\.filter.id).joined(separator: " + ")
        case .file(let path): path
        case .function(let function): "\(function.filter.id), \(function.name)"
        case .blend(let blending): blending.name
        case .foreign(let shader): shader.title
        }
    }
}
