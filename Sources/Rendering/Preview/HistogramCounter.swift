import GPU
import Imaging
import Shaders

/// Counts the values of textures on the device. Only 4 KB are read back, whatever the size of the textures.
final class HistogramCounter {
    private let device: Device
    private let counts: CountBuffer

    /// The side of the square of pixels that a workgroup counts: large compared with the 1024 counts that it
    /// adds to the total at the end, and small enough to give every core work.
    private static let tile = 256

    init(on device: Device) throws(GPUError) {
        self.device = device
        counts = try CountBuffer(
            count: Histogram.Channel.allCases.count * Histogram.valueCount, on: device)
    }

    /// Counts the pixels in a part of a texture.
    ///
    /// - Parameters:
    ///   - output: if given, counts the values that a file would have; if nil, those of the texture.
    ///   - maximum: the maximum number of pixels to count; in larger parts, only every second, third … pixel
    ///     along x and y is counted.
    func count(
        _ texture: Texture, _ part: PixelRegion, as output: OutputValues? = nil, atMost maximum: Int = .max
    ) throws(GPUError) {
        var step = 1
        while part.pixelCount / (step * step) > maximum { step += 1 }
        let format = texture.format
        let kernel = try device.kernels.kernel(for: Shape(format: format, isOfFile: output != nil)) {
            Self.source(for: format, isOfFile: output != nil)
        }
        let side = Self.tile * step
        let groups = (part.size &+ (side - 1)) / side
        let values = [part.origin.x, part.origin.y, part.end.x, part.end.y, step, Self.tile, 0, 0]
        try counts.run(
            kernel, over: texture, uniforms: values.map { Int32($0) }, floats: output?.numbers,
            groups: groups)
    }

    /// The counts since the last call, in the order that ``Histogram/add(_:)`` expects; waits for the device.
    func take() throws(GPUError) -> [UInt32] { try counts.take() }

    private struct Shape: Hashable, Sendable {
        let format: PixelFormat
        let isOfFile: Bool
    }

    /// The source of the kernel that counts textures of the given format.
    static func source(for format: PixelFormat, isOfFile: Bool = false) -> KernelSource {
        source(for: format, isOfFile: isOfFile, counting: "engine/histogram.glsl", label: "histogram")
    }

    /// The source of a kernel that counts textures of the given format; its `pixel(p)` returns 8-bit
    /// channels.
    ///
    /// - Parameters:
    ///   - isOfFile: whether the values that a file would have are counted.
    ///   - file: the file in `Shaders/` that counts.
    static func source(
        for format: PixelFormat, isOfFile: Bool, counting file: String, label: String
    ) -> KernelSource {
        var source = KernelSource(label: label)
        let isInteger = format.integerScale != nil
        let scale = format.integerScale.map { " / \($0).0" } ?? ""
        let read: String
        if isOfFile {
            read = "uvec3(outputValue(vec3(imageLoad(pixels, p).rgb)\(scale)) * 255.0 + 0.5)"
        } else {
            switch format {
            case .rgba8ui: read = "imageLoad(pixels, p).rgb"
            case .rgba16ui: read = "(imageLoad(pixels, p).rgb + 128u) / 257u"
            default: read = "uvec3(clamp(imageLoad(pixels, p).rgb, 0.0, 1.0) * 255.0 + 0.5)"
            }
        }
        source.add(text: "#version 430 core", file: "prelude")
        for file in isOfFile ? ["include/transfer.glsl", "engine/output-values.glsl"] : [] {
            source.add(text: Shaders.text[file] ?? "", file: file)
        }
        source.add(
            text: """
                layout(binding = 0, \(format.glslQualifier)) uniform readonly restrict \(isInteger ? "uimage2D" : "image2D") pixels;
                uvec3 pixel(ivec2 p) { return \(read); }
                """, file: "prelude")
        source.add(text: Shaders.text[file] ?? "", file: file)
        return source
    }
}
