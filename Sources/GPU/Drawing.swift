@preconcurrency import CEpoxy

extension Device {
    /// A program that writes a texture, or a band of it, and reads others through samplers of its own.
    package struct Drawing {
        /// The name shown in messages and timings.
        package var label: String
        /// The vertex and fragment shaders, or the compute shader.
        package var kernel: Kernel
        /// The textures that are read, by the number of the sampler.
        package var inputs: [(texture: Texture, sampling: Sampling)]
        /// The texture to write.
        package var output: Texture
        /// The rows to write, if the program is drawn.
        package var rows: Range<Int>
        /// The workgroups along x and y of a compute shader, which writes image 0; nil if it is drawn.
        package var groups: SIMD2<Int>?
        /// The bytes of uniform block 0.
        package var uniforms: [UInt8]

        package init(
            label: String, kernel: Kernel, inputs: [(texture: Texture, sampling: Sampling)],
            output: Texture, rows: Range<Int>, groups: SIMD2<Int>? = nil, uniforms: [UInt8]
        ) {
            self.label = label
            self.kernel = kernel
            self.inputs = inputs
            self.output = output
            self.rows = rows
            self.groups = groups
            self.uniforms = uniforms
        }
    }

    /// How a texture is read between its texels and beyond its edges.
    package struct Sampling: Sendable, Hashable {
        /// True if colors are interpolated linearly, false for the nearest texel.
        package var isSmooth: Bool
        /// True if the texture repeats, false if its edge texels continue.
        package var repeats: Bool

        package init(isSmooth: Bool, repeats: Bool) {
            self.isSmooth = isSmooth
            self.repeats = repeats
        }
    }

    /// Draws a strip of four vertices over a band of a texture, which is transparent where they do not reach,
    /// or dispatches a compute shader over the whole; later commands on this device see the result.
    package func draw(_ drawing: Drawing) throws(GPUError) {
        try clearError(before: drawing.label)
        epoxy_glUseProgram(drawing.kernel.program)
        drawing.uniforms.withUnsafeBytes { uniforms.replace(with: $0) }
        epoxy_glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 0, uniforms.name)
        var samplers = [GLuint](repeating: 0, count: drawing.inputs.count)
        epoxy_glGenSamplers(GLsizei(samplers.count), &samplers)
        defer { epoxy_glDeleteSamplers(GLsizei(samplers.count), &samplers) }
        for (unit, input) in drawing.inputs.enumerated() {
            epoxy_glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
            epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), input.texture.name)
            input.sampling.set(on: samplers[unit])
            epoxy_glBindSampler(GLuint(unit), samplers[unit])
        }
        let start = ContinuousClock.now
        if let groups = drawing.groups { try dispatch(drawing, groups) } else { try drawStrip(drawing) }
        timer?.end(label: drawing.label)
        for unit in drawing.inputs.indices {
            epoxy_glBindSampler(GLuint(unit), 0)
            epoxy_glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
            epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        }
        epoxy_glActiveTexture(GLenum(GL_TEXTURE0))
        dispatches += 1
        try checkError(after: drawing.label)
        if let secondsPerDispatch { try wait(secondsPerDispatch, since: start) }
    }

    private func dispatch(_ drawing: Drawing, _ groups: SIMD2<Int>) throws(GPUError) {
        // The shader may leave pixels alone, which would keep what the texture was used for before.
        try withFramebuffer(of: drawing.output) {
            epoxy_glClearColor(0, 0, 0, 0)
            context.useTextures { epoxy_glClear(GLbitfield(GL_COLOR_BUFFER_BIT)) }
        }
        bind(drawing.output, unit: 0, access: GL_WRITE_ONLY)
        dispatchCompute(groups: groups)
    }

    private func drawStrip(_ drawing: Drawing) throws(GPUError) {
        // A core profile draws nothing without a vertex array object, even an empty one.
        var vertexArray: GLuint = 0
        epoxy_glGenVertexArrays(1, &vertexArray)
        defer {
            epoxy_glBindVertexArray(0)
            epoxy_glDeleteVertexArrays(1, &vertexArray)
        }
        epoxy_glBindVertexArray(vertexArray)
        try withFramebuffer(of: drawing.output) { fill(drawing) }
    }

    private func fill(_ drawing: Drawing) {
        epoxy_glViewport(0, 0, GLsizei(drawing.output.width), GLsizei(drawing.output.height))
        epoxy_glEnable(GLenum(GL_SCISSOR_TEST))
        epoxy_glScissor(
            0, GLint(drawing.rows.lowerBound), GLsizei(drawing.output.width), GLsizei(drawing.rows.count))
        epoxy_glClearColor(0, 0, 0, 0)
        context.useTextures {
            timer?.begin()
            epoxy_glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
            epoxy_glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
            // A software renderer draws only when it must. It is made to do so now, while no window draws.
            if traits.isSoftware { epoxy_glFinish() }
        }
        epoxy_glDisable(GLenum(GL_SCISSOR_TEST))
    }

    /// Runs `body` while a texture is what is drawn into.
    private func withFramebuffer(of texture: Texture, _ body: () -> Void) throws(GPUError) {
        var framebuffer: GLuint = 0
        epoxy_glGenFramebuffers(1, &framebuffer)
        defer {
            epoxy_glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
            epoxy_glDeleteFramebuffers(1, &framebuffer)
        }
        epoxy_glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        epoxy_glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
        let status = epoxy_glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .failed(operation: "drawing into a texture", code: status)
        }
        body()
    }
}

extension Device.Sampling {
    fileprivate func set(on sampler: GLuint) {
        let filter = isSmooth ? GL_LINEAR : GL_NEAREST
        let wrap = repeats ? GL_REPEAT : GL_CLAMP_TO_EDGE
        epoxy_glSamplerParameteri(sampler, GLenum(GL_TEXTURE_MIN_FILTER), filter)
        epoxy_glSamplerParameteri(sampler, GLenum(GL_TEXTURE_MAG_FILTER), filter)
        epoxy_glSamplerParameteri(sampler, GLenum(GL_TEXTURE_WRAP_S), wrap)
        epoxy_glSamplerParameteri(sampler, GLenum(GL_TEXTURE_WRAP_T), wrap)
    }
}
