import GPU
import Testing

/// Runs `body` on a separate device, and expects no errors from the driver.
func withDevice(_ body: (Device) throws -> Void) throws {
    let log = DebugLog()
    let device = try Device(context: HeadlessContext(), log: log)
    try body(device)
    #expect(log.errors.isEmpty)
}

@Suite("Device") struct DeviceTests {
    /// A kernel that doubles every channel of a 2×2 texture.
    private static let doubling = {
        var source = KernelSource(label: "doubling")
        source.add(
            text: """
                #version 430 core
                layout(local_size_x = 2, local_size_y = 2) in;
                layout(binding = 0, rgba32f) uniform readonly image2D source;
                layout(binding = 1, rgba32f) uniform writeonly image2D result;
                layout(std140, binding = 0) uniform Block { vec4 factor; };
                layout(std140, binding = 1) uniform Data { vec4 table[1]; };
                void main() {
                    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                    imageStore(result, p, factor.x * imageLoad(source, p) + table[0].x);
                }
                """, file: "doubling.glsl")
        return source
    }()

    @Test("a kernel reads its textures, uniforms and table, and its output can be read back")
    func runsKernel() throws {
        try withDevice { device in
            let pixels: [Float] = (0..<16).map(Float.init)
            let source = try device.textures.texture(width: 2, height: 2, format: .rgba32f)
            let result = try device.textures.texture(width: 2, height: 2, format: .rgba32f)
            try pixels.withUnsafeBytes { bytes in
                try device.upload(try #require(bytes.baseAddress), pixelsPerRow: 2, to: source)
            }
            let factor: [Float] = [2, 0, 0, 0]
            try device.run(
                .init(
                    label: "doubling", kernel: device.kernels.kernel(for: "doubling") { Self.doubling },
                    inputs: [source], output: result,
                    uniforms: factor.withUnsafeBytes { Array($0) }, data: [0.5, 0, 0, 0], groups: SIMD2(1, 1))
            )
            let readback = Readback(on: device)
            var read: [Float] = []
            try readback.start(result) { read = Array($0.bindMemory(to: Float.self)) }
            try readback.finish()
            #expect(read == pixels.map { 2 * $0 + 0.5 })
        }
    }

    @Test("a kernel that does not compile names its file and line")
    func namesLineOfShaderError() throws {
        try withDevice { device in
            var source = KernelSource(label: "broken")
            source.add(text: "#version 430 core\nlayout(local_size_x = 1) in;", file: "first.glsl")
            source.add(text: "void main() {\n    int x = nonsense;\n}", file: "second.glsl")
            #expect {
                _ = try device.kernels.kernel(for: "broken") { source }
            } throws: { error in
                guard case GPUError.shader("broken", let log) = error else { return false }
                return log.contains("second.glsl:2:") && log.contains("nonsense")
            }
        }
    }

    @Test("beyond the limit, the least recently used kernel is released")
    func keepsKernelsUsedLast() throws {
        try withDevice { _ in
            let kernels = KernelCache(limit: 2)
            for key in ["a", "b", "a", "c", "a"] { _ = try kernels.kernel(for: key) { Self.doubling } }
            #expect(kernels.compiled == 3)
            _ = try kernels.kernel(for: "b") { Self.doubling }
            #expect(kernels.compiled == 4)
        }
    }

    @Test("a kernel is compiled once")
    func compilesOnce() throws {
        try withDevice { device in
            _ = try device.kernels.kernel(for: "doubling") { Self.doubling }
            _ = try device.kernels.kernel(for: "doubling") { Self.doubling }
            #expect(device.kernels.compiled == 1)
        }
    }

    @Test("a call the driver rejects is an error, in the log or thrown")
    func reportsDriverErrors() throws {
        let log = DebugLog()
        let device = try Device(context: HeadlessContext(), log: log)
        let texture = try device.textures.texture(width: 2, height: 2, format: .rgba8)
        #expect(throws: GPUError.self) {
            try device.run(
                .init(
                    label: "no groups", kernel: device.kernels.kernel(for: "doubling") { Self.doubling },
                    inputs: [texture], output: texture,
                    uniforms: [], data: [], groups: SIMD2(1 << 24, 1)))
        }
    }
}

@Suite("Texture pool") struct TexturePoolTests {
    @Test("a released texture is reused for the same shape only")
    func reuses() throws {
        try withDevice { device in
            let name = try device.textures.texture(width: 8, height: 4, format: .rgba8).name
            let other = try device.textures.texture(width: 4, height: 8, format: .rgba8)
            let again = try device.textures.texture(width: 8, height: 4, format: .rgba8)
            #expect(other.name != name)
            #expect(again.name == name)
            #expect(device.textures.counters.made == 2)
            #expect(device.textures.counters.reused == 1)
        }
    }

    @Test("a texture with more rows serves requests for fewer, and only those are read back")
    func reusesHigherTextures() throws {
        try withDevice { device in
            func name(height: Int, mayBeHigher: Bool) throws -> UInt32 {
                try device.textures.texture(
                    width: 2, height: height, format: .rgba8, mayBeHigher: mayBeHigher
                ).name
            }
            let name32 = try name(height: 30, mayBeHigher: true)
            #expect(try name(height: 32, mayBeHigher: true) == name32)
            #expect(try name(height: 30, mayBeHigher: false) != name32)
            #expect(try name(height: 8, mayBeHigher: true) != name32)
            let borrowed = try device.textures.texture(
                width: 2, height: 31, format: .rgba8, mayBeHigher: true)
            #expect(borrowed.name == name32)
            let pixels = (0..<2 * 31 * 4).map { UInt8($0) }
            try pixels.withUnsafeBytes { bytes in
                try device.upload(try #require(bytes.baseAddress), pixelsPerRow: 2, to: borrowed)
            }
            var read: [UInt8] = []
            let readback = Readback(on: device)
            try readback.start(borrowed) { read = Array($0) }
            try readback.finish()
            #expect(read == pixels)
        }
    }

    @Test("a texture in use is not handed out twice")
    func keepsHeldTexturesApart() throws {
        try withDevice { device in
            let first = try device.textures.texture(width: 8, height: 4, format: .rgba16f)
            let second = try device.textures.texture(width: 8, height: 4, format: .rgba16f)
            #expect(first.name != second.name)
        }
    }

    @Test("a texture over the driver's limit is rejected with its size")
    func refusesTooLarge() throws {
        try withDevice { device in
            device.textures.sizeLimit = 64
            #expect(throws: GPUError.textureTooLarge(width: 65, height: 1, limit: 64)) {
                try device.textures.texture(width: 65, height: 1, format: .rgba8)
            }
        }
    }

    @Test("idle textures beyond the budget are deleted, the longest idle first")
    func keepsToBudget() throws {
        try withDevice { device in
            // Seven textures of 32 MB; on a software renderer, the pool keeps 64 MB of idle textures.
            for width in [4096, 4095, 4094, 4093, 4092, 4091, 4090] {
                _ = try device.textures.texture(width: width, height: 2048, format: .rgba8)
            }
            device.textures.collect()
            #expect(device.textures.counters.bytes <= 192 << 20)
            #expect(device.textures.counters.bytes > 0)
        }
    }

    @Test("a texture that another context draws is reused only after that drawing's fence")
    func waitsForOtherContexts() throws {
        let log = DebugLog()
        let context = try HeadlessContext()
        let device = try Device(context: context, log: log)
        let other = try Device(context: HeadlessContext(sharing: context), log: log)
        let pixels: [Float] = (0..<16).map(Float.init)
        func filled(_ value: Float) throws -> Texture {
            let texture = try device.textures.texture(width: 2, height: 2, format: .rgba32f)
            try pixels.map { $0 * value }.withUnsafeBytes { bytes in
                try device.upload(try #require(bytes.baseAddress), pixelsPerRow: 2, to: texture)
            }
            device.finish()
            return texture
        }
        var read: [Float] = []
        for turn in 1...20 {
            let texture = try device.withContext { try filled(Float(turn)) }
            try other.withContext {
                let readback = Readback(on: other)
                try readback.start(texture) { read = Array($0.bindMemory(to: Float.self)) }
                // A later use replaces the fence of the earlier one.
                texture.setLastUse(other.flush())
                texture.setLastUse(other.flush())
                try readback.finish()
            }
            #expect(read == pixels.map { $0 * Float(turn) })
        }
        #expect(device.textures.counters.made == 1)
        #expect(device.textures.counters.reused == 19)
        #expect(log.errors.isEmpty)
    }
}
