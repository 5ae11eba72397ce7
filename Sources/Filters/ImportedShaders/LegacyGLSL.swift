/// Rewrites GLSL of older versions for the version that Glint compiles, without changing the number of lines.
enum LegacyGLSL {
    /// The text with old names replaced by today's and its `#version` and `precision` lines emptied.
    ///
    /// - Parameter isVertex: whether this is a vertex shader, whose varyings are outputs.
    static func modern(_ text: String, isVertex: Bool = false) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex != text.startIndex { result += "\n" }
            let start = line.drop { $0 == " " || $0 == "\t" }
            if start.hasPrefix("#version") || start.hasPrefix("precision ") { continue }
            result += modernLine(line, isVertex: isVertex)
        }
        return result
    }

    private static let names = [
        "texture2D": "texture", "texture2DRect": "texture", "texture2DLod": "textureLod",
        "texture2DLodEXT": "textureLod", "texture2DGrad": "textureGrad", "gl_FragColor": "glint_color",
        // Names that newer versions reserve.
        "sample": "glint_sample", "patch": "glint_patch", "subroutine": "glint_subroutine",
        "buffer": "glint_buffer", "shared": "glint_shared", "precise": "glint_precise",
        "coherent": "glint_coherent", "restrict": "glint_restrict", "readonly": "glint_readonly",
        "writeonly": "glint_writeonly", "resource": "glint_resource",
    ]

    private static func modernLine(_ line: Substring, isVertex: Bool) -> String {
        var result = ""
        var rest = line
        while let first = rest.first {
            guard first.isASCII, first.isLetter || first == "_" else {
                // A number such as 0x1f or 1.0f is copied whole, since its letters are not a name.
                let run = rest.prefix { first.isNumber && ($0.isLetter || $0.isNumber) }
                result += run.isEmpty ? rest.prefix(1) : run
                rest = rest.dropFirst(max(1, run.count))
                continue
            }
            let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            rest = rest.dropFirst(word.count)
            switch word {
            case "varying": result += isVertex ? "out" : "in"
            case "attribute": result += "in"
            case "gl_FragData":
                // Only the first output exists.
                let index = rest.prefixMatch(of: /\s*\[\s*0\s*\]/)
                if let index { rest = rest[index.range.upperBound...] }
                result += "glint_color"
            default: result += names[String(word)] ?? String(word)
            }
        }
        return result
    }

    /// True if the text contains a name, not as a part of another one.
    static func mentions(_ name: String, in text: String) -> Bool {
        var rest = text[...]
        while let found = rest.firstRange(of: name) {
            let before =
                found.lowerBound == text.startIndex ? nil : text[text.index(before: found.lowerBound)]
            let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
            func continues(_ character: Character?) -> Bool {
                character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
            }
            if !continues(before), !continues(after) { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }
}
