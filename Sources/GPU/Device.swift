@preconcurrency import CEpoxy

/// An OpenGL context and Glint's resources in it. A single thread owns a device and makes all calls.
package final class Device {
    /// The device's properties and capabilities.
    package let traits: DeviceTraits
    /// The driver's messages.
    package let log: DebugLog
    /// The pool of working textures.
    package let textures: TexturePool
    /// Textures whose contents do not change.
    package let textureCache = TextureCache()
    /// The cache of compiled kernels.
    package let kernels = KernelCache()
    /// If set, measures the time of dispatches.
    package var timer: DispatchTimer?
    /// The number of dispatches so far.
    package internal(set) var dispatches = 0
    /// The time limit for a dispatch in seconds, which makes every dispatch synchronous; nil to not wait.
    package var secondsPerDispatch: Int?

    let context: any GLContext
    let uniforms: Buffer
    private var dataBuffers: [(data: [Float], buffer: Buffer)] = []

    /// The limit on the size of idle textures, in bytes.
    private static let idleTextureBudget = 192 << 20
    /// The limit on software renderers, whose textures share main memory with the pictures.
    private static let softwareIdleTextureBudget = 64 << 20

    /// Makes `context` current on this thread, which owns the device from now on.
    package init(context: any GLContext, log: DebugLog = DebugLog()) throws(GPUError) {
        try context.makeCurrent()
        self.context = context
        self.log = log
        traits = try .ofCurrentContext()
        log.attachToCurrentContext()
        textures = TexturePool(
            sizeLimit: traits.maxTextureSize,
            idleBudget: traits.isSoftware ? Self.softwareIdleTextureBudget : Self.idleTextureBudget)
        uniforms = Buffer(target: GLenum(GL_UNIFORM_BUFFER), context: context)
        // Rows of pixels are never padded.
        epoxy_glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        epoxy_glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    }

    // Buffers are deleted right after this and need the context to be current; the log must be disconnected
    // before.
    deinit {
        guard (try? context.makeCurrent()) != nil else { return }
        DebugLog.detachFromCurrentContext()
    }

    /// Makes the device's context current on this thread, and afterward leaves the thread without a context,
    /// so that several devices can take turns on a thread, and several threads can take turns using a device.
    package func withContext<Result>(_ body: () throws -> Result) throws -> Result {
        try context.makeCurrent()
        defer { context.resignCurrent() }
        return try body()
    }

    /// A kernel dispatched over a rectangle of pixels.
    package struct Dispatch {
        /// The name shown in messages and timings.
        package var label: String
        /// The compute shader.
        package var kernel: Kernel
        /// The input textures. The first ``sampled`` are bound as samplers, the others as images, numbered by
        /// position.
        package var inputs: [Texture]
        /// The texture to write, bound as the image after the inputs.
        package var output: Texture
        /// The bytes of uniform block 0.
        package var uniforms: [UInt8]
        /// The floats of uniform block 1; nothing is bound if empty.
        package var data: [Float]
        /// Workgroups along x and y.
        package var groups: SIMD2<Int>
        /// The number of inputs that are read through samplers.
        package var sampled: Int

        package init(
            label: String, kernel: Kernel, inputs: [Texture], output: Texture, uniforms: [UInt8],
            data: [Float], groups: SIMD2<Int>, sampled: Int = 0
        ) {
            self.label = label
            self.kernel = kernel
            self.inputs = inputs
            self.output = output
            self.uniforms = uniforms
            self.data = data
            self.groups = groups
            self.sampled = sampled
        }
    }

    /// Runs a kernel; later dispatches and readbacks on this device see its writes.
    package func run(_ dispatch: Dispatch) throws(GPUError) {
        epoxy_glUseProgram(dispatch.kernel.program)
        for (unit, texture) in dispatch.inputs.enumerated() {
            if unit < dispatch.sampled {
                epoxy_glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
                epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
            } else {
                bind(texture, unit: unit, access: GL_READ_ONLY)
            }
        }
        if dispatch.sampled > 1 { epoxy_glActiveTexture(GLenum(GL_TEXTURE0)) }
        bind(dispatch.output, unit: dispatch.inputs.count, access: GL_WRITE_ONLY)
        dispatch.uniforms.withUnsafeBytes { uniforms.replace(with: $0) }
        epoxy_glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 0, uniforms.name)
        if !dispatch.data.isEmpty {
            epoxy_glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 1, dataBuffer(dispatch.data).name)
        }
        let start = ContinuousClock.now
        dispatchCompute(groups: dispatch.groups)
        timer?.end(label: dispatch.label)
        dispatches += 1
        try checkError(after: dispatch.label)
        if let secondsPerDispatch { try wait(secondsPerDispatch, since: start) }
    }

    /// Runs the current compute shader; what follows sees its writes.
    func dispatchCompute(groups: SIMD2<Int>) {
        context.useTextures {
            // Done as late as possible, since it may have to wait.
            timer?.begin()
            epoxy_glDispatchCompute(GLuint(groups.x), GLuint(groups.y), 1)
        }
        epoxy_glMemoryBarrier(
            GLbitfield(
                GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT
                    | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT
                    | GL_FRAMEBUFFER_BARRIER_BIT))
    }

    /// Waits until all commands so far have finished; throws ``GPUError/tooSlow(seconds:)`` if that takes
    /// longer than the limit. A software renderer has already finished by now, even if it took longer.
    func wait(_ seconds: Int, since start: ContinuousClock.Instant) throws(GPUError) {
        let fence = Fence()
        defer { fence?.delete() }
        try fence?.waitOnThread(atMost: seconds)
        guard ContinuousClock.now - start <= .seconds(seconds) else { throw .tooSlow(seconds: seconds) }
    }

    /// Uploads rows of pixels, laid out in the texture's format, to a texture.
    ///
    /// - Parameters:
    ///   - pixels: the first pixel to copy.
    ///   - pixelsPerRow: the stride between rows in pixels, at least the texture's width.
    ///   - lacksAlpha: whether the pixels of a texture of integers lack their fourth channel in memory.
    package func upload(
        _ pixels: UnsafeRawPointer, pixelsPerRow: Int, to texture: Texture, lacksAlpha: Bool = false
    ) throws(GPUError) {
        epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
        epoxy_glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), GLint(pixelsPerRow))
        context.useTextures {
            epoxy_glTexSubImage2D(
                GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(texture.width), GLsizei(texture.height),
                lacksAlpha ? GLenum(GL_RGB_INTEGER) : texture.format.transferFormat,
                texture.format.transferType, pixels)
        }
        epoxy_glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
        epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        try checkError(after: "copying pixels to graphics memory")
    }

    /// Flushes all commands, so that other contexts can wait for the fence.
    package func flush() -> Fence? { Fence() }

    /// Blocks until all commands have finished.
    package func finish() {
        epoxy_glFinish()
    }

    func bind(_ texture: Texture, unit: Int, access: Int32) {
        epoxy_glBindImageTexture(
            GLuint(unit), texture.name, 0, GLboolean(GL_FALSE), 0, GLenum(access),
            texture.format.internalFormat)
    }

    /// The buffer that contains `data`. The last few are cached, since the same data is sent again while no
    /// slider moves.
    private func dataBuffer(_ data: [Float]) -> Buffer {
        if let found = dataBuffers.firstIndex(where: { $0.data == data }) {
            return dataBuffers[found].buffer
        }
        let keep = 8
        if dataBuffers.count >= keep { dataBuffers.removeFirst() }
        let buffer = Buffer(target: GLenum(GL_UNIFORM_BUFFER), context: context)
        data.withUnsafeBytes { buffer.replace(with: $0) }
        dataBuffers.append((data, buffer))
        return buffer
    }
}
