import GPU
import Imaging
import Shaders

/// Counts the pixels of textures into the grid of a scope.
final class ScopeCounter {
    let kind: ScopeKind
    private let device: Device
    private let counts: CountBuffer

    private static let workgroupWidth = 64

    init(_ kind: ScopeKind, on device: Device) throws(GPUError) {
        self.kind = kind
        self.device = device
        counts = try CountBuffer(count: kind.size.x * kind.size.y * kind.planes, on: device)
    }

    /// Counts the pixels of a texture.
    ///
    /// - Parameters:
    ///   - output: if given, counts the values that a file would have; if nil, those of the texture.
    ///   - maximum: the maximum number of pixels to count; in larger textures, only every second, third …
    ///     pixel along x and y is counted.
    func count(
        _ texture: Texture, as output: OutputValues? = nil, atMost maximum: Int = .max
    ) throws(GPUError) -> ScopeCounts {
        var step = 1
        while (texture.width / step) * (texture.height / step) > maximum { step += 1 }
        let format = texture.format
        let kernel = try device.kernels.kernel(for: Shape(format: format, isOfFile: output != nil)) {
            Self.source(for: format, isOfFile: output != nil)
        }
        let counted = (SIMD2(texture.width, texture.height) &+ (step - 1)) / step
        let groups = SIMD2((counted.x + Self.workgroupWidth - 1) / Self.workgroupWidth, counted.y)
        let values = [texture.width, texture.height, step, kind.number, kind.size.x, kind.size.y, 0, 0]
        try counts.run(
            kernel, over: texture, uniforms: values.map { Int32($0) }, floats: output?.numbers,
            groups: groups)
        return ScopeCounts(kind: kind, counts: try counts.take())
    }

    private struct Shape: Hashable, Sendable {
        let format: PixelFormat
        let isOfFile: Bool
    }

    /// The source of the kernel that counts textures of the given format.
    static func source(for format: PixelFormat, isOfFile: Bool = false) -> KernelSource {
        HistogramCounter.source(
            for: format, isOfFile: isOfFile, counting: "engine/scope.glsl", label: "scope")
    }
}
