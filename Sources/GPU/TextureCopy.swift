@preconcurrency import CEpoxy

extension Device {
    /// Copies all pixels of a texture to another with the same size and format, as fast as the device can.
    package func copy(_ source: Texture, to target: Texture) throws(GPUError) {
        context.useTextures {
            epoxy_glCopyImageSubData(
                source.name, GLenum(GL_TEXTURE_2D), 0, 0, 0, 0,
                target.name, GLenum(GL_TEXTURE_2D), 0, 0, 0, 0,
                GLsizei(source.width), GLsizei(source.height), 1)
        }
        try checkError(after: "copying a texture")
    }
}
