/// A shader that was not written for Glint, which makes the whole of a pass's result.
///
/// It is a fragment shader that is drawn, since such shaders use derivatives, `discard` and vertex shaders,
/// which compute shaders do not have; or, if it has a ``workgroup``, a compute shader.
package struct ForeignShader: Sendable, Hashable {
    /// A piece of a shader's text.
    package enum Part: Sendable {
        /// A file below `Shaders/`.
        case builtIn(String)
        /// Lines of a file that does not belong to Glint, whose loops are limited; `firstLine` counts from 1.
        case foreign(String, file: String, firstLine: Int)
        /// Lines that Glint makes.
        case generated(String)
    }

    /// A texture that the shader reads.
    package struct Sampler: Sendable, Hashable {
        /// The name of the `sampler2D`.
        package let name: String
        /// False if the nearest texel is read instead of interpolating linearly.
        package var isSmooth = true
        /// True if the texture repeats beyond its edges instead of continuing its edge texels.
        package var repeats = false
    }

    /// The pixels that the workgroup of a compute shader makes, and its invocations.
    package struct Workgroup: Sendable, Hashable {
        package let block: SIMD2<Int>
        package let invocations: SIMD2<Int>
    }

    /// A unique name, such as a file's path and modification time with the number of the pass; shaders with
    /// the same name have the same texts.
    package let name: String
    /// The name of the shader in messages.
    package let title: String
    /// The parts of the fragment shader, or of the compute shader.
    package var fragment: [Part]
    /// The parts of the vertex shader, which is drawn as a strip of four vertices.
    package var vertex: [Part]
    /// How a compute shader is divided; nil if the shader is drawn.
    package var workgroup: Workgroup?
    /// The file that the shader was made from; nil if all parts are Glint's.
    package var origin: ShaderFile.Text?
    /// The samplers: first one for each input of the pass, then its table, then its textures.
    package let samplers: [Sampler]

    package static func == (left: ForeignShader, right: ForeignShader) -> Bool {
        left.name == right.name && left.samplers == right.samplers
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
