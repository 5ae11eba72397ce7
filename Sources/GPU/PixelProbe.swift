@preconcurrency import CEpoxy

extension Device {
    /// Reads one pixel of a texture with 8 bits per channel; waits until the texture is finished.
    package func pixel(of texture: Texture, at position: SIMD2<Int>) throws(GPUError) -> SIMD4<UInt8> {
        // OpenGL 4.3 cannot read part of a texture directly, only part of a framebuffer.
        var framebuffer: GLuint = 0
        epoxy_glGenFramebuffers(1, &framebuffer)
        epoxy_glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), framebuffer)
        epoxy_glFramebufferTexture2D(
            GLenum(GL_READ_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture.name, 0)
        var bytes: [UInt8] = [0, 0, 0, 0]
        bytes.withUnsafeMutableBytes {
            let pixel = $0.baseAddress
            context.useTextures {
                epoxy_glReadPixels(
                    GLint(position.x), GLint(position.y), 1, 1, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
                    pixel)
            }
        }
        epoxy_glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), 0)
        epoxy_glDeleteFramebuffers(1, &framebuffer)
        try checkError(after: "reading a pixel")
        return SIMD4(bytes[0], bytes[1], bytes[2], bytes[3])
    }
}
