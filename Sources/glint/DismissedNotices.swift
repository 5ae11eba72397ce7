@preconcurrency import CAdwaita

/// Notices that the person has read and closed: they are not shown again.
///
/// Kept in a key file; GSettings ends the program where its schema is not installed.
struct DismissedNotices {
    private static let group = "Dismissed Notices"

    private var path: String {
        "\(String(cString: g_get_user_config_dir()))/glint/settings.ini"
    }

    /// Whether a notice about this subject has been closed.
    func contains(_ notice: String, about subject: String) -> Bool {
        withKeyFile { file in
            guard let value = g_key_file_get_string(file, Self.group, notice, nil) else { return false }
            defer { g_free(value) }
            return String(cString: value) == subject
        }
    }

    /// Notes that a notice has been closed; where that cannot be written it comes again at the next start.
    func add(_ notice: String, about subject: String) {
        withKeyFile { file in
            g_key_file_set_string(file, Self.group, notice, subject)
            g_mkdir_with_parents(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), 0o700)
            g_key_file_save_to_file(file, path, nil)
        }
    }

    private func withKeyFile<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, nil)
        return body(file)
    }
}
