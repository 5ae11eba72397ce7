import CGLib

/// What a recipe records about the shader of a stage, besides the name of its file.
package struct ShaderRecord: Sendable, Hashable {
    /// The SHA-256 digest of the file's text in hexadecimal, by which another version is noticed.
    package var digest: String
    /// The text itself, so that the recipe works without the file; nil if the file is needed.
    package var text: ShaderText?

    /// A record of a text, which is part of it if `embeds` is true.
    package init(_ text: ShaderText, embeds: Bool) {
        digest = text.digest
        self.text = embeds ? text : nil
    }

    /// Decodes the JSON of a recipe; nil if it is not a record.
    init?(json: JSONValue) {
        guard case .object(let keys) = json else { return nil }
        func string(_ key: String) -> String? {
            if case .string(let text)? = keys[key] { text } else { nil }
        }
        text = string("text").map { ShaderText(main: $0, vertex: string("vertex")) }
        guard let digest = text?.digest ?? string("sha256") else { return nil }
        self.digest = digest
    }

    /// The digest stands for the text, which may have megabytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    var json: JSONValue {
        var keys = ["sha256": JSONValue.string(digest)]
        keys["text"] = text.map { .string($0.main) }
        keys["vertex"] = text?.vertex.map { .string($0) }
        return .object(keys)
    }
}

/// The text of a shader.
package struct ShaderText: Sendable, Hashable {
    /// The text of the file.
    package let main: String
    /// The vertex shader that lies next to an ISF file; nil if there is none.
    package let vertex: String?

    package init(main: String, vertex: String? = nil) {
        (self.main, self.vertex) = (main, vertex)
    }

    var digest: String {
        let texts = main + (vertex.map { "\0" + $0 } ?? "")
        let bytes = Array(texts.utf8)
        guard let digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count)) else {
            return ""
        }
        defer { g_free(digest) }
        return String(cString: digest)
    }
}
