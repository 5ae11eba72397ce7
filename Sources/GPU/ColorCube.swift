@preconcurrency import CEpoxy

/// A 3D color lookup table in a context, interpolated by a shader.
///
/// The table belongs to the context that is current when it is created. That context must be current whenever
/// the table is used or deleted.
package final class ColorCube {
    let name: GLuint

    /// - Parameters:
    ///   - side: the number of colors along each axis.
    ///   - samples: red, green, blue and alpha of each entry, with red varying fastest.
    package init(side: Int, samples: [UInt16]) {
        precondition(samples.count == 4 * side * side * side, "a cube has all its colors")
        var name: GLuint = 0
        epoxy_glGenTextures(1, &name)
        self.name = name
        let target = GLenum(GL_TEXTURE_3D)
        epoxy_glBindTexture(target, name)
        for (parameter, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
            (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
            (GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE),
        ] { epoxy_glTexParameteri(target, GLenum(parameter), value) }
        epoxy_glTexImage3D(
            target, 0, GL_RGBA16, GLsizei(side), GLsizei(side), GLsizei(side), 0, GLenum(GL_RGBA),
            GLenum(GL_UNSIGNED_SHORT), samples)
        epoxy_glBindTexture(target, 0)
    }

    /// Frees the driver's resources.
    package func delete() {
        var name = name
        epoxy_glDeleteTextures(1, &name)
    }
}
