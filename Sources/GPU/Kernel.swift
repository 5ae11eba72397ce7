@preconcurrency import CEpoxy

/// The text of a compute shader, put together from files.
package struct KernelSource: Hashable, Sendable {
    /// What messages call the kernel.
    package var label: String
    /// The whole GLSL, with `#line LINE INDEX` where a file of `files` begins.
    package var text: String
    /// The files the text was made of; the index is GLSL's source string number.
    package var files: [String]

    package init(label: String, text: String, files: [String]) {
        self.label = label
        self.text = text
        self.files = files
    }

    /// The driver's log with its source string numbers replaced by the names of files.
    ///
    /// Mesa writes `1:14(5): error: …`, NVIDIA `1(14) : error C0000: …`, Intel and AMD `ERROR: 1:14: …`.
    func readable(log: String) -> String {
        log.split(separator: "\n").map { line in
            for pattern in [/^(?:ERROR: )?(\d+):(\d+)(?:\(\d+\))?:\s*(.*)$/, /^(\d+)\((\d+)\)\s*:\s*(.*)$/] {
                if let match = try? pattern.wholeMatch(in: line), let file = Int(match.1),
                    files.indices.contains(file)
                {
                    return "\(files[file]):\(match.2): \(match.3)"
                }
            }
            return String(line)
        }.joined(separator: "\n")
    }
}

/// A compiled compute shader.
package final class Kernel {
    let program: GLuint

    /// Compiles and links; throws ``GPUError/shader(label:log:)`` with file and line.
    init(compiling source: KernelSource) throws(GPUError) {
        let shader = epoxy_glCreateShader(GLenum(GL_COMPUTE_SHADER))
        defer { epoxy_glDeleteShader(shader) }
        source.text.withCString { text in
            var pointer: UnsafePointer<GLchar>? = text
            epoxy_glShaderSource(shader, 1, &pointer, nil)
        }
        epoxy_glCompileShader(shader)
        var status: GLint = 0
        epoxy_glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
        guard status == GL_TRUE else {
            let log = Self.log(epoxy_glGetShaderInfoLog, epoxy_glGetShaderiv, of: shader)
            throw .shader(label: source.label, log: source.readable(log: log))
        }
        let program = epoxy_glCreateProgram()
        epoxy_glAttachShader(program, shader)
        epoxy_glLinkProgram(program)
        epoxy_glDetachShader(program, shader)
        epoxy_glGetProgramiv(program, GLenum(GL_LINK_STATUS), &status)
        guard status == GL_TRUE else {
            let log = Self.log(epoxy_glGetProgramInfoLog, epoxy_glGetProgramiv, of: program)
            epoxy_glDeleteProgram(program)
            throw .shader(label: source.label, log: source.readable(log: log))
        }
        self.program = program
    }

    private static func log(
        _ text: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void,
        _ value: (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
        of object: GLuint
    ) -> String {
        var length: GLint = 0
        value(object, GLenum(GL_INFO_LOG_LENGTH), &length)
        guard length > 0 else { return "the driver gave no reason" }
        let bytes = [GLchar](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            var written: GLsizei = 0
            text(object, length, &written, buffer.baseAddress)
            count = Int(written)
        }
        return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Every kernel compiled so far: none is compiled twice.
package final class KernelCache {
    private var kernels: [KernelSource: Kernel] = [:]
    /// How many kernels were compiled.
    package private(set) var compiled = 0

    /// The kernel of this source, compiled if it is new.
    package func kernel(_ source: KernelSource) throws(GPUError) -> Kernel {
        if let kernel = kernels[source] { return kernel }
        let kernel = try Kernel(compiling: source)
        kernels[source] = kernel
        compiled += 1
        return kernel
    }

    /// Whether the kernel needs no compiling any more.
    package func holds(_ source: KernelSource) -> Bool { kernels[source] != nil }
}
