@preconcurrency import CEpoxy

/// A storage buffer of 32-bit integers that kernels increment.
package final class CountBuffer {
    /// The number of integers.
    package let count: Int
    private let buffer: Buffer
    private let device: Device
    private let uniforms: Buffer
    private let floats: Buffer

    package init(count: Int, on device: Device) throws(GPUError) {
        self.count = count
        self.device = device
        buffer = Buffer(target: GLenum(GL_SHADER_STORAGE_BUFFER), context: device.context)
        uniforms = Buffer(target: GLenum(GL_UNIFORM_BUFFER), context: device.context)
        floats = Buffer(target: GLenum(GL_UNIFORM_BUFFER), context: device.context)
        [UInt32](repeating: 0, count: count).withUnsafeBytes { buffer.replace(with: $0) }
        try checkError(after: "creating a buffer of counts")
    }

    /// Runs a kernel over a texture, which is bound as image 0. The counts are storage block 0, the values
    /// are uniform block 0, and the floats, if any, are uniform block 1.
    package func run(
        _ kernel: Kernel, over texture: Texture, uniforms values: [Int32], floats numbers: [Float]? = nil,
        groups: SIMD2<Int>
    ) throws(GPUError) {
        epoxy_glUseProgram(kernel.program)
        device.bind(texture, unit: 0, access: GL_READ_ONLY)
        values.withUnsafeBytes { uniforms.replace(with: $0) }
        epoxy_glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 0, uniforms.name)
        if let numbers {
            numbers.withUnsafeBytes { floats.replace(with: $0) }
            epoxy_glBindBufferBase(GLenum(GL_UNIFORM_BUFFER), 1, floats.name)
        }
        epoxy_glBindBufferBase(GLenum(GL_SHADER_STORAGE_BUFFER), 0, buffer.name)
        device.context.useTextures { epoxy_glDispatchCompute(GLuint(groups.x), GLuint(groups.y), 1) }
        epoxy_glMemoryBarrier(GLbitfield(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT))
        try checkError(after: "counting")
    }

    /// Waits for the device, returns the counts and resets them to 0.
    package func take() throws(GPUError) -> [UInt32] {
        var numbers = [UInt32](repeating: 0, count: count)
        epoxy_glBindBuffer(GLenum(GL_SHADER_STORAGE_BUFFER), buffer.name)
        numbers.withUnsafeMutableBytes { bytes in
            device.context.useTextures {
                epoxy_glGetBufferSubData(GLenum(GL_SHADER_STORAGE_BUFFER), 0, bytes.count, bytes.baseAddress)
            }
        }
        epoxy_glBindBuffer(GLenum(GL_SHADER_STORAGE_BUFFER), 0)
        try checkError(after: "reading counts")
        [UInt32](repeating: 0, count: count).withUnsafeBytes { buffer.replace(with: $0) }
        return numbers
    }
}
