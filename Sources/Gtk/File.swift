@preconcurrency import CAdwaita
import Localization

/// A file as the desktop sees it: local, or accessed through GVfs.
package struct File: Sendable, Hashable {
    /// The URI, such as `file:///home/ada/photo.jpg`.
    package let uri: String
    /// The path; nil if the file is not in a file system, or its name is not valid UTF-8: a repaired name
    /// would be that of another file.
    package let path: String?
    /// The display name.
    package let name: String

    /// - Parameter file: a GFile.
    package init(_ file: OpaquePointer) {
        uri = takeString(g_file_get_uri(file)) ?? ""
        let bytes = g_file_get_path(file)
        defer { g_free(bytes) }
        path = bytes.flatMap { String(validatingCString: $0) }
        name = takeString(g_file_get_basename(file)) ?? uri
    }

    /// - Parameter path: relative paths start at the working folder.
    package init(path: String) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        guard let file else { preconditionFailure("g_file_new_for_path never returns NULL") }
        self.init(file)
    }

    /// The file of a URI such as `file:///home/ada/photo.jpg`.
    package init(uri: String) {
        let file = g_file_new_for_uri(uri)
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        guard let file else { preconditionFailure("g_file_new_for_uri never returns NULL") }
        self.init(file)
    }

    /// A GFile; the caller unrefs it.
    package func makeGFile() -> OpaquePointer? { g_file_new_for_uri(uri) }

    /// The whole contents, read on the calling thread; throws ``GtkError``.
    package func contents() throws(GtkError) -> [UInt8] {
        let file = makeGFile()
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        var bytes: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        var error: UnsafeMutablePointer<GError>?
        guard g_file_load_contents(file, nil, &bytes, &count, nil, &error) != 0, let bytes else {
            throw GtkError(taking: error)
        }
        defer { g_free(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    /// Atomically replaces the file with `text`; throws ``GtkError``.
    package func replaceContents(with text: String) throws(GtkError) {
        let file = makeGFile()
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        var error: UnsafeMutablePointer<GError>?
        let isDone = g_file_replace_contents(
            file, text, gsize(text.utf8.count), nil, 0, G_FILE_CREATE_NONE, nil, nil, &error)
        guard isDone != 0 else { throw GtkError(taking: error) }
    }
}

/// A GLib error.
package struct GtkError: Error, CustomStringConvertible {
    package let description: String

    init(taking error: UnsafeMutablePointer<GError>?) {
        description = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "unknown error"
        if let error { g_error_free(error) }
    }
}

/// Converts a C string owned by the caller to a Swift one, and frees it.
package func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}

/// Text with `&`, `<` and `>` escaped, for labels that parse Pango markup.
package func escapedMarkup(_ text: String) -> String {
    takeString(g_markup_escape_text(text, -1)) ?? text
}

extension File {
    /// The files that a text lists by URI or path, one per line; none if it contains anything else.
    package static func files(inText text: String) -> [File] {
        var files: [File] = []
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            if line.hasPrefix("file:") {
                files.append(File(uri: String(line)))
            } else if line.hasPrefix("/"), g_file_test(String(line), G_FILE_TEST_IS_REGULAR) != 0 {
                files.append(File(path: String(line)))
            } else {
                return []
            }
        }
        return files
    }
}

/// A size in bytes as display text, such as “1.2 MB”.
package func formattedSize(_ byteCount: Int) -> String {
    let text =
        takeString(g_format_size(guint64(max(0, byteCount))))
        ?? trn("1 byte", "\(byteCount) bytes", count: byteCount)
    return text.replacing(".", with: decimalSeparator)
}
