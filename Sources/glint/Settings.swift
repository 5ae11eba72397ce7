@preconcurrency import CAdwaita

/// What is remembered from one start to the next.
///
/// Kept in a key file; GSettings ends the program where its schema is not installed. What cannot be written is
/// forgotten at the end.
@MainActor
enum Settings {
    /// The renderer that the notice about filtering in software was closed for: it is not shown again for that one.
    static var dismissedSoftware: String? {
        get { read("Dismissed Notices", "software") }
        set { write("Dismissed Notices", "software", newValue) }
    }

    /// Whether the histogram is shown above the filters.
    static var showsHistogram: Bool {
        get { read("Window", "histogram") == "true" }
        set { write("Window", "histogram", "\(newValue)") }
    }

    /// Whether the windows are light or dark; dark, as picture editors are, until another is chosen.
    static var style: WindowStyle {
        get { read("Window", "style").flatMap(WindowStyle.init) ?? .dark }
        set { write("Window", "style", newValue.rawValue) }
    }

    /// What lies around a picture.
    static var surround: Surround {
        get { read("Window", "surround").flatMap(Surround.init) ?? .dark }
        set { write("Window", "surround", newValue.rawValue) }
    }

    private static var path: String {
        "\(String(cString: g_get_user_config_dir()))/glint/settings.ini"
    }

    private static func read(_ group: String, _ key: String) -> String? {
        withKeyFile { file in
            guard let value = g_key_file_get_string(file, group, key, nil) else { return nil }
            defer { g_free(value) }
            return String(cString: value)
        }
    }

    private static func write(_ group: String, _ key: String, _ value: String?) {
        withKeyFile { file in
            if let value {
                g_key_file_set_string(file, group, key, value)
            } else {
                g_key_file_remove_key(file, group, key, nil)
            }
            g_mkdir_with_parents(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), 0o700)
            g_key_file_save_to_file(file, path, nil)
        }
    }

    private static func withKeyFile<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, nil)
        return body(file)
    }
}
