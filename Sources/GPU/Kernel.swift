@preconcurrency import CEpoxy
import Localization

/// The source of a shader, assembled from several files.
package struct KernelSource: Sendable {
    /// The kernel's name in messages.
    package let label: String
    /// The complete GLSL.
    package private(set) var text = ""
    /// The file and line of origin of each line.
    private var origins: [Origin] = []

    private struct Origin {
        let file: String
        let line: Int
    }

    package init(label: String) {
        self.label = label
    }

    /// Adds a line that comes from line `line` of `file`, counted from 1.
    package mutating func add(_ content: some StringProtocol, file: String, line: Int) {
        text += content + "\n"
        origins.append(Origin(file: file, line: line))
    }

    /// Adds all lines of a file.
    package mutating func add(text: String, file: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            add(line, file: file, line: index + 1)
        }
    }

    /// The driver's log, with line numbers of the complete text replaced by files and lines, and with columns
    /// if the driver reports them.
    ///
    /// Mesa writes `0:14(5): error: …`, NVIDIA `0(14) : error C0000: …`, Intel and AMD `ERROR: 0:14: …`.
    func readable(log: String) -> String {
        log.split(separator: "\n").map { line in
            // Mesa's messages have a column.
            if let match = line.wholeMatch(of: /(?:ERROR: )?\d+:(\d+)(?:\((\d+)\))?:\s*(.*)/) {
                return located(String(match.1), column: match.2.map(String.init), String(match.3))
                    ?? String(line)
            }
            if let match = line.wholeMatch(of: /\d+\((\d+)\)\s*:\s*(.*)/) {
                return located(String(match.1), column: nil, String(match.2)) ?? String(line)
            }
            return String(line)
        }.joined(separator: "\n")
    }

    /// A message prefixed with the file and line from which a line of the complete text comes; nil if there
    /// is no such line.
    private func located(_ number: String, column: String?, _ message: String) -> String? {
        guard let number = Int(number), origins.indices.contains(number - 1) else { return nil }
        let origin = origins[number - 1]
        return "\(origin.file):\(origin.line):\(column.map { "\($0):" } ?? "") \(message)"
    }
}

/// A compiled compute shader, or a vertex and a fragment shader.
package final class Kernel {
    let program: GLuint

    /// Compiles and links; throws ``GPUError/shader(label:log:)`` with files and lines.
    package init(compiling source: KernelSource) throws(GPUError) {
        let shader = epoxy_glCreateShader(GLenum(GL_COMPUTE_SHADER))
        guard shader != 0 else { throw .contextLost }
        defer { epoxy_glDeleteShader(shader) }
        try Self.compile(shader, source)
        let program = epoxy_glCreateProgram()
        epoxy_glAttachShader(program, shader)
        do throws(GPUError) {
            try Self.link(program, source)
        } catch {
            epoxy_glDeleteProgram(program)
            throw error
        }
        epoxy_glDetachShader(program, shader)
        self.program = program
    }

    /// Compiles and links a vertex and a fragment shader; throws ``GPUError/shader(label:log:)`` with files
    /// and lines.
    package init(vertex: KernelSource, fragment: KernelSource) throws(GPUError) {
        program = try Self.link(vertex: vertex, fragment: fragment)
    }

    /// Links a vertex and a fragment shader into a program.
    static func link(vertex: KernelSource, fragment: KernelSource) throws(GPUError) -> GLuint {
        let program = epoxy_glCreateProgram()
        do throws(GPUError) {
            for (kind, source) in [(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)] {
                let shader = epoxy_glCreateShader(GLenum(kind))
                guard shader != 0 else { throw .contextLost }
                defer { epoxy_glDeleteShader(shader) }
                try compile(shader, source)
                epoxy_glAttachShader(program, shader)
            }
            try link(program, fragment)
        } catch {
            epoxy_glDeleteProgram(program)
            throw error
        }
        return program
    }

    /// Compiles the source as `shader`, of any type.
    static func compile(_ shader: GLuint, _ source: KernelSource) throws(GPUError) {
        source.text.withCString { text in
            var pointer: UnsafePointer<GLchar>? = text
            epoxy_glShaderSource(shader, 1, &pointer, nil)
        }
        epoxy_glCompileShader(shader)
        var status: GLint = 0
        epoxy_glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &status)
        guard status == GL_TRUE else {
            let log = log(epoxy_glGetShaderInfoLog, epoxy_glGetShaderiv, of: shader)
            throw .shader(label: source.label, log: source.readable(log: log))
        }
    }

    /// Links the shaders attached to `program`.
    static func link(_ program: GLuint, _ source: KernelSource) throws(GPUError) {
        epoxy_glLinkProgram(program)
        var status: GLint = 0
        epoxy_glGetProgramiv(program, GLenum(GL_LINK_STATUS), &status)
        guard status == GL_TRUE else {
            let log = log(epoxy_glGetProgramInfoLog, epoxy_glGetProgramiv, of: program)
            throw .shader(label: source.label, log: source.readable(log: log))
        }
    }

    private static func log(
        _ text: (GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?) -> Void,
        _ value: (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
        of object: GLuint
    ) -> String {
        var length: GLint = 0
        value(object, GLenum(GL_INFO_LOG_LENGTH), &length)
        guard length > 0 else { return tr("the driver gave no reason") }
        let bytes = [GLchar](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            var written: GLsizei = 0
            text(object, length, &written, buffer.baseAddress)
            count = Int(written)
        }
        return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A cache of the most recently used compiled kernels.
package final class KernelCache {
    /// More kernels than a long recipe needs with all the variants that its sliders require. On a software
    /// renderer a kernel takes about half a megabyte, and a slider for a length needs several variants,
    /// one for each reach.
    package static let usualLimit = 96

    private struct Entry {
        let kernel: Kernel
        /// Incremented on every use.
        var lastUse: Int
    }

    private let limit: Int
    private var entries: [AnyHashable: Entry] = [:]
    private var uses = 0
    /// The number of kernels compiled so far.
    package private(set) var compiled = 0

    /// - Parameter limit: the maximum number of kernels kept.
    package init(limit: Int = usualLimit) {
        self.limit = limit
    }

    /// The kernel cached under `key`, which is compiled if there is none; later calls may delete it. The
    /// kernels' context must be current.
    ///
    /// - Parameters:
    ///   - key: everything on which the text depends, since assembling the text would take milliseconds.
    ///   - source: returns the text.
    package func kernel(
        for key: some Hashable & Sendable, source: () -> KernelSource
    ) throws(GPUError) -> Kernel {
        try kernel(for: key, compiling: { () throws(GPUError) in try Kernel(compiling: source()) })
    }

    /// The same for a kernel that is not made from a single text.
    package func kernel(
        for key: some Hashable & Sendable, compiling compile: () throws(GPUError) -> Kernel
    ) throws(GPUError) -> Kernel {
        let key = AnyHashable(key)
        uses += 1
        if let entry = entries[key] {
            entries[key]?.lastUse = uses
            return entry.kernel
        }
        let kernel = try compile()
        compiled += 1
        keepNewest(limit - 1)
        entries[key] = Entry(kernel: kernel, lastUse: uses)
        return kernel
    }

    /// Deletes all kernels except the `count` most recently used.
    package func keepNewest(_ count: Int) {
        while entries.count > count, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            epoxy_glDeleteProgram(oldest.value.kernel.program)
            entries[oldest.key] = nil
        }
    }
}
