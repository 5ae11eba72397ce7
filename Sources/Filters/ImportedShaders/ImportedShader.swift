import FoundationEssentials
import Localization
import Synchronization

/// A shader file that was not written for Glint: an mpv hook, an ISF file or ShaderToy code.
package protocol ImportedShader: MultiPassFilter {
    /// What the file says about itself.
    var about: ShaderAbout { get }
    /// The text that the shader was made from.
    var file: ShaderFile.Text { get }
    /// The parameters that the file declares.
    var parameters: [ParameterDeclaration] { get }
    /// True if the result changes with the time.
    var readsTime: Bool { get }
    /// True if an opaque picture may get transparent parts.
    var makesAlpha: Bool { get }
    /// True if a frame depends on the frames before it.
    var needsFramesInOrder: Bool { get }
}

extension ImportedShader {
    package var needsFramesInOrder: Bool { false }
}

/// What a shader file says about itself.
package struct ShaderAbout: Sendable, Hashable {
    /// The format of the file.
    package enum Format: String, Sendable {
        case mpv = "mpv"
        case isf = "ISF"
        case shaderToy = "ShaderToy"
    }

    package let format: Format
    /// The name of the file without its extension; says that there is no file if the code was pasted.
    package let title: String
    /// A sentence from the file; empty if there is none.
    package var summary = ""
    /// Who made it; empty if the file does not say.
    package var credit = ""
    /// The line of the file that names its license; empty if there is none.
    package var license = ""

    /// Searches the comments of a file for a title of its own, a credit and a license.
    init(format: Format, path: String, text: String) {
        self.format = format
        let name = ShaderSource.name(of: path)
        title =
            path.isEmpty
            ? tr("Pasted Shader") : String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
        let marks: Set<Character> = ["/", "*", " ", "\t", "\r"]
        // Licenses are named in the first lines; later ones may contain large tables of numbers.
        for line in text.split(separator: "\n", maxSplits: 60).prefix(60) where line.utf8.count < 300 {
            let plain = line.drop { marks.contains($0) }
            guard plain.startIndex > line.startIndex, !plain.hasPrefix("!") else { continue }
            let low = plain.lowercased()
            if license.isEmpty, low.contains("license") { license = Self.trimmed(plain) }
            if credit.isEmpty, low.hasPrefix("copyright") || low.hasPrefix("by ") || low.hasPrefix("author") {
                credit = Self.trimmed(plain)
            }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let last = text.last, last.isWhitespace || last == "*" || last == "/" { text.removeLast() }
        return String(text)
    }
}

/// Why a shader file cannot be used.
package struct ShaderMistake: Error, Sendable, Hashable {
    /// The line, counted from 1; nil if the mistake has none.
    package var line: Int?
    package let message: String
}

/// Reads shader files, and remembers the last ones by version.
package enum ShaderFile {
    /// Larger than any shader; the networks among mpv's shaders have 3 MB.
    package static let maxBytes = 8 << 20

    /// How the names of shader files end.
    package static let nameEnds = [".glsl", ".fs", ".frag", ".hook"]

    private static let known = Mutex<[(key: Key, result: Result<any ImportedShader, FilterError>)]>([])
    private static let maxKnown = 64

    /// Identifies a version of a shader.
    private enum Key: Hashable {
        case file(version: String)
        case text(ShaderText, name: String)
    }

    /// True if a file has the name and the text of a shader; its text may still have mistakes.
    package static func isShader(_ path: String) -> Bool {
        guard nameEnds.contains(where: path.lowercased().hasSuffix) else { return false }
        return (try? text(path)).map(isRecognized) ?? false
    }

    /// The shader of a source; throws ``FilterError/file(path:reason:)``, with the line of the mistake.
    package static func read(_ source: ShaderSource) throws(FilterError) -> any ImportedShader {
        let key: Key
        switch source {
        case .file(let path):
            guard let version = version(path) else { throw missing(path) }
            key = .file(version: version)
        case .text(let text, let name): key = .text(text, name: name)
        }
        if let found = known.withLock({ $0.first { $0.key == key }?.result }) { return try found.get() }
        // Mistakes are remembered too: a stage is looked up many times for each change.
        let result: Result<any ImportedShader, FilterError>
        do throws(ShaderMistake) {
            let text = try text(of: source)
            switch key {
            case .file(let version):
                result = .success(try parse(text, path: source.path, version: version))
            case .text:
                result = .success(
                    try parse(text, path: source.path, version: "\(text.digest) \(source.path)"))
            }
        } catch {
            let line = error.line.map { ":\($0)" } ?? ""
            result = .failure(
                .file(path: source.path, reason: "\(source.path)\(line): \(error.message)"))
        }
        known.withLock { known in
            if known.count >= maxKnown { known.removeFirst() }
            known.append((key, result))
        }
        return try result.get()
    }

    /// The error for a file that does not exist.
    package static func missing(_ path: String) -> FilterError {
        .file(path: path, reason: tr("\(path) cannot be found; choose the shader again"))
    }

    /// True if a text has the mark of one of the formats; it may still have mistakes.
    package static func isRecognized(_ text: String) -> Bool {
        text.contains("//!HOOK") || ISFShader.hasHeader(text) || text.contains("mainImage")
    }

    /// Recognizes the format of a text and parses it.
    ///
    /// - Parameters:
    ///   - path: the file, from whose folder others are read.
    ///   - version: identifies the text, as the cache key of what is compiled from it.
    package static func parse(
        _ text: ShaderText, path: String, version: String
    ) throws(ShaderMistake) -> any ImportedShader {
        guard text.main.utf8.count <= maxBytes, text.vertex?.utf8.count ?? 0 <= maxBytes else {
            throw ShaderMistake(message: tr("the file is too long"))
        }
        let file = Text(text: text, path: path, version: version)
        if file.content.contains("//!HOOK") { return try MPVShader(file) }
        if let shader = try ISFShader(file) { return shader }
        if file.content.contains("mainImage") { return ShaderToyShader(file) }
        throw ShaderMistake(
            message: tr(
                "this is not a shader for mpv (with //!HOOK), ISF (with a /*{…}*/ block) or ShaderToy (with mainImage)"
            ))
    }

    /// A shader's text with its origin.
    package struct Text: Sendable {
        package let text: ShaderText
        /// The file, or the name of the file that the text was taken from; empty for pasted code.
        package let path: String
        /// Identifies the text, as the cache key of what is compiled from it.
        package let version: String
        var content: String { text.main }

        /// The path of another file in the same folder.
        func sibling(_ name: String) -> String {
            (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + name
        }
    }

    /// The text of a source, with Unix line endings; that of an ISF file includes its vertex shader.
    static func text(of source: ShaderSource) throws(ShaderMistake) -> ShaderText {
        switch source {
        case .text(let text, _):
            return ShaderText(main: unmarked(text.main), vertex: text.vertex.map(unmarked))
        case .file(let path):
            let vertex = ISFShader.vertexPath(path)
            let hasVertex = path.hasSuffix(".fs") && FileVersion(vertex) != nil
            return ShaderText(main: try text(path), vertex: hasVertex ? try text(vertex) : nil)
        }
    }

    private static func text(_ path: String) throws(ShaderMistake) -> String {
        guard let version = FileVersion(path), version.isRegular, version.size <= maxBytes,
            let data = FileManager.default.contents(atPath: path)
        else { throw ShaderMistake(message: tr("the file cannot be read, or is too long for a shader")) }
        guard let text = String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1),
            !text.contains("\0")
        else { throw ShaderMistake(message: tr("the file is not text")) }
        return unmarked(text)
    }

    /// The text with Unix line endings and without a byte order mark, which editors on other systems may add.
    package static func unmarked(_ text: String) -> String {
        let unmarked = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        return unmarked.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// Identifies the version of a file and of the vertex shader that may lie next to it.
    private static func version(_ path: String) -> String? {
        guard let own = FileVersion(path)?.name else { return nil }
        guard path.hasSuffix(".fs"), let vertex = FileVersion(ISFShader.vertexPath(path))?.name else {
            return own
        }
        return "\(own) \(vertex)"
    }
}
