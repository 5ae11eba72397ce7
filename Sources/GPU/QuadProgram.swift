@preconcurrency import CEpoxy

/// A vertex and a fragment shader that draw a textured rectangle.
///
/// The program belongs to the context that is current when it is created. That context must be current
/// whenever the program is used or deleted.
package final class QuadProgram {
    private let program: GLuint
    private let vertexArray: GLuint
    private let rectangle: GLint
    private let areaSize: GLint
    private let squareSize: GLint
    /// -1 in programs without color conversion.
    private let toDisplay: GLint
    /// -1 in programs that do not mark clipping, or mark it in the picture's own primaries.
    private let toFile: GLint
    /// -1 in programs for displays without a profile.
    private let displayCube: GLint

    /// Compiles and links; throws ``GPUError/shader(label:log:)``.
    package init(vertex: KernelSource, fragment: KernelSource) throws(GPUError) {
        let program = try Kernel.link(vertex: vertex, fragment: fragment)
        self.program = program
        // A core profile draws nothing without a vertex array object, even an empty one.
        var vertexArray: GLuint = 0
        epoxy_glGenVertexArrays(1, &vertexArray)
        self.vertexArray = vertexArray
        rectangle = epoxy_glGetUniformLocation(program, "rectangle")
        areaSize = epoxy_glGetUniformLocation(program, "areaSize")
        squareSize = epoxy_glGetUniformLocation(program, "squareSize")
        toDisplay = epoxy_glGetUniformLocation(program, "toDisplay")
        toFile = epoxy_glGetUniformLocation(program, "toFile")
        displayCube = epoxy_glGetUniformLocation(program, "displayCube")
    }

    /// Frees the driver's resources; the program cannot be used afterward.
    package func delete() {
        var vertexArray = vertexArray
        epoxy_glDeleteVertexArrays(1, &vertexArray)
        epoxy_glDeleteProgram(program)
    }

    /// Fills the area with one color.
    package static func clear(_ color: SIMD3<Float>) {
        epoxy_glClearColor(color.x, color.y, color.z, 1)
        epoxy_glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }

    /// Restricts drawing to a range of columns of the area; nil removes the restriction.
    package static func limit(to columns: Range<Int>?) {
        guard let columns else { return epoxy_glDisable(GLenum(GL_SCISSOR_TEST)) }
        epoxy_glEnable(GLenum(GL_SCISSOR_TEST))
        // Greater than the height of any area.
        epoxy_glScissor(GLint(columns.lowerBound), 0, GLsizei(columns.count), 1 << 20)
    }

    /// Draws a texture. The texture's pool does not let it be overwritten until the drawing has finished.
    ///
    /// - Parameters:
    ///   - rectangle: left, top, right, bottom in pixels from the area's top left.
    ///   - areaSize: the size of the area to draw in, in pixels.
    ///   - squareSize: the side of the checkerboard squares behind transparent parts, in pixels.
    ///   - blends: whether the texture is blended over the existing contents by its alpha.
    ///   - colors: the nine elements, row by row, of the matrix from the picture's linear light to the
    ///     display's; nil for programs without color conversion.
    ///   - file: the matrix to the linear light of the output file, in which clipped values are marked; nil
    ///     for programs that do not use it.
    ///   - cube: maps the values produced by the matrix to the display's values; nil for none.
    package func draw(
        _ texture: Texture, rectangle: SIMD4<Float>, areaSize: SIMD2<Float>, squareSize: Float,
        blends: Bool = false, colors: [Float]? = nil, file: [Float]? = nil, cube: ColorCube? = nil
    ) {
        if blends {
            epoxy_glEnable(GLenum(GL_BLEND))
            epoxy_glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        }
        defer { if blends { epoxy_glDisable(GLenum(GL_BLEND)) } }
        epoxy_glUseProgram(program)
        epoxy_glBindVertexArray(vertexArray)
        epoxy_glActiveTexture(GLenum(GL_TEXTURE0))
        epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
        epoxy_glUniform4f(self.rectangle, rectangle.x, rectangle.y, rectangle.z, rectangle.w)
        epoxy_glUniform2f(self.areaSize, areaSize.x, areaSize.y)
        epoxy_glUniform1f(self.squareSize, squareSize)
        if let colors, colors.count == 9 {
            epoxy_glUniformMatrix3fv(toDisplay, 1, GLboolean(GL_TRUE), colors)
        }
        if let file, file.count == 9 { epoxy_glUniformMatrix3fv(toFile, 1, GLboolean(GL_TRUE), file) }
        if let cube {
            epoxy_glActiveTexture(GLenum(GL_TEXTURE1))
            epoxy_glBindTexture(GLenum(GL_TEXTURE_3D), cube.name)
            epoxy_glUniform1i(displayCube, 1)
        }
        epoxy_glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        if cube != nil {
            epoxy_glBindTexture(GLenum(GL_TEXTURE_3D), 0)
            epoxy_glActiveTexture(GLenum(GL_TEXTURE0))
        }
        epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), 0)
        epoxy_glBindVertexArray(0)
        epoxy_glUseProgram(0)
        texture.setLastUse(Fence())
    }
}
