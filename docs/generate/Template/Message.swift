/// A translatable text, as an entry of a gettext template.
struct Message {
    /// The context, which distinguishes texts that are equal in English.
    var context: String?
    let text: String
    /// The plural, if there is one.
    var plural: String?
    /// The file that contains it.
    let file: String

    /// The lookup key: messages with the same key are merged.
    var key: [String?] { [context, text] }
}

/// A translation template: each message once, with the files that contain it.
struct Template {
    private var order: [[String?]] = []
    private var messages: [[String?]: (message: Message, files: [String])] = [:]

    /// Adds a message. Of messages that differ only in their plural, one with a plural stands for both, as in
    /// gettext.
    mutating func add(_ message: Message) {
        if var known = messages[message.key] {
            if known.message.plural == nil { known.message.plural = message.plural }
            if !known.files.contains(message.file) { known.files.append(message.file) }
            messages[message.key] = known
        } else {
            order.append(message.key)
            messages[message.key] = (message, [message.file])
        }
    }

    /// The template's text.
    var text: String {
        var text = """
            msgid ""
            msgstr ""
            "Project-Id-Version: Glint\\n"
            "MIME-Version: 1.0\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Content-Transfer-Encoding: 8bit\\n"

            """
        for key in order {
            guard let (message, files) = messages[key] else { continue }
            text += "\n"
            for file in files { text += "#: \(file)\n" }
            if let context = message.context { text += "msgctxt \(Self.quoted(context))\n" }
            text += "msgid \(Self.quoted(message.text))\n"
            if let plural = message.plural {
                text += "msgid_plural \(Self.quoted(plural))\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
            } else {
                text += "msgstr \"\"\n"
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\t", with: "\\t").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }
}
