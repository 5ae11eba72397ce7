@preconcurrency import CAdwaita
import Rendering

/// The settings remembered between runs.
///
/// Stored in a key file, because GSettings aborts the program if its schema is not installed. Values that
/// cannot be written are lost at exit.
@MainActor
struct Settings {
    /// The user's settings.
    static let standard = Settings(path: "\(String(cString: g_get_user_config_dir()))/glint/settings.ini")

    /// The key file.
    let path: String

    /// The renderer for which the software rendering notice was dismissed; the notice is not shown again for
    /// that renderer.
    var dismissedSoftware: String? {
        get { read("Dismissed Notices", "software") }
        nonmutating set { write("Dismissed Notices", "software", newValue) }
    }

    /// True if the histogram is shown above the filters.
    var showsHistogram: Bool {
        get { read("Window", "histogram") == "true" }
        nonmutating set { write("Window", "histogram", "\(newValue)") }
    }

    /// True if the thumbnails of the folder are shown below the picture.
    var showsFolder: Bool {
        get { read("Window", "folder") == "true" }
        nonmutating set { write("Window", "folder", "\(newValue)") }
    }

    /// The selected scope: the histogram or another one.
    var scope: ScopeKind {
        get { read("Window", "scope").flatMap(ScopeKind.init) ?? .histogram }
        nonmutating set { write("Window", "scope", newValue.rawValue) }
    }

    /// Counts a filter that was added.
    func noteUse(ofFilter id: String) {
        write("Filters Used", Self.key(id), "\((usedFilters[id] ?? 0) + 1)")
    }

    /// How often each filter was added, by filter id.
    var usedFilters: [String: Int] {
        withKeyFile { file in
            var count: gsize = 0
            guard let keys = g_key_file_get_keys(file, "Filters Used", &count, nil) else { return [:] }
            defer { g_strfreev(keys) }
            let ids = (0..<Int(count)).compactMap { keys[$0].map { String(cString: $0) } }
            let counts = ids.map { ($0, Int(g_key_file_get_integer(file, "Filters Used", $0, nil))) }
            return Dictionary(counts, uniquingKeysWith: max)
        }
    }

    /// True if the rows of the Adjust section are hidden.
    var foldsAdjustments: Bool {
        get { read("Window", "adjustments") == "folded" }
        nonmutating set { write("Window", "adjustments", newValue ? "folded" : "shown") }
    }

    /// The size of a window that is neither maximized nor fullscreen, in logical pixels.
    var windowSize: SIMD2<Int>? {
        get {
            let sides = read("Window", "size")?.split(separator: "x").compactMap { Int($0) } ?? []
            return sides.count == 2 && sides.allSatisfy { (1...32_768).contains($0) }
                ? SIMD2(sides[0], sides[1]) : nil
        }
        nonmutating set { write("Window", "size", newValue.map { "\($0.x)x\($0.y)" }) }
    }

    /// True if windows open maximized.
    var isMaximized: Bool {
        get { read("Window", "maximized") == "true" }
        nonmutating set { write("Window", "maximized", "\(newValue)") }
    }

    /// The width of the panel beside the picture, in logical pixels; nil for the default.
    var panelWidth: Int? {
        get { read("Window", "panel").flatMap { Int($0) }.flatMap { (1...32_768).contains($0) ? $0 : nil } }
        nonmutating set { write("Window", "panel", newValue.map { "\($0)" }) }
    }

    /// The color scheme of the windows; dark by default, as in picture editors.
    var style: WindowStyle {
        get { read("Window", "style").flatMap(WindowStyle.init) ?? .dark }
        nonmutating set { write("Window", "style", newValue.rawValue) }
    }

    /// The surround of a picture.
    var surround: Surround {
        get { read("Window", "surround").flatMap(Surround.init) ?? .dark }
        nonmutating set { write("Window", "surround", newValue.rawValue) }
    }

    /// What the plain wheel does over the picture.
    var wheelUse: WheelUse {
        get { read("Window", "wheel").flatMap(WheelUse.init) ?? .zoom }
        nonmutating set { write("Window", "wheel", newValue.rawValue) }
    }

    /// The volume of clips, 0…1.
    var volume: Double {
        get { read("Playing", "volume").flatMap(Double.init).map { min(max($0, 0), 1) } ?? 1 }
        nonmutating set { write("Playing", "volume", "\(newValue)") }
    }

    /// True if clips are played without sound.
    var isMuted: Bool {
        get { read("Playing", "muted") == "true" }
        nonmutating set { write("Playing", "muted", "\(newValue)") }
    }

    /// True if clips are played in a loop.
    var isLooping: Bool {
        get { read("Playing", "loop") == "true" }
        nonmutating set { write("Playing", "loop", "\(newValue)") }
    }

    /// The camera that was open last, by its id.
    var camera: String? {
        get { read("Camera", "camera") }
        nonmutating set { write("Camera", "camera", newValue) }
    }

    /// The size and rate chosen for a camera, as ``Camera/Mode/word``.
    func cameraMode(of camera: String) -> String? { read("Camera Modes", Self.key(camera)) }

    func setCameraMode(_ mode: String, of camera: String) {
        write("Camera Modes", Self.key(camera), mode)
    }

    /// A key file's keys contain only letters, digits and dashes.
    private static func key(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    /// True if the camera image is mirrored.
    var isMirrored: Bool {
        get { read("Camera", "mirror") != "false" }
        nonmutating set { write("Camera", "mirror", "\(newValue)") }
    }

    /// The id of the microphone for recordings; empty for none, nil for the system's default.
    var microphone: String? {
        get { read("Camera", "microphone") }
        nonmutating set { write("Camera", "microphone", newValue) }
    }

    /// The extension of recordings.
    var recordingContainer: String {
        get { read("Camera", "container") == "mp4" ? "mp4" : "mkv" }
        nonmutating set { write("Camera", "container", newValue) }
    }

    /// The delay in seconds before a picture is taken.
    var timer: Int {
        get { read("Camera", "timer").flatMap { Int($0) }.map { min(max($0, 0), 60) } ?? 0 }
        nonmutating set { write("Camera", "timer", "\(newValue)") }
    }

    /// The last export settings of pictures.
    ///
    /// - Parameter group: “Export”, “Save” or “Batch”.
    func exportValues(_ group: String) -> [String: String] {
        var values: [String: String] = [:]
        for key in ExportChoices().values.keys { values[key] = read(group, key) }
        return values
    }

    func setExportValues(_ values: [String: String], _ group: String) {
        for (key, value) in values { write(group, key, value) }
    }

    /// The last file name pattern of a batch, with `{name}` for each picture's name.
    var batchName: String {
        get { read("Batch", "name") ?? "{name}" }
        nonmutating set { write("Batch", "name", newValue) }
    }

    /// The folder to which pictures from `folder` were exported; nil if the last export was from another
    /// folder.
    func exportFolder(of folder: String) -> String? {
        read("Export", "from") == folder ? read("Export", "to") : nil
    }

    func setExportFolder(_ target: String, of folder: String) {
        write("Export", "from", folder)
        write("Export", "to", target)
    }

    private func read(_ group: String, _ key: String) -> String? {
        withKeyFile { file in
            guard let value = g_key_file_get_string(file, group, key, nil) else { return nil }
            defer { g_free(value) }
            return String(cString: value)
        }
    }

    private func write(_ group: String, _ key: String, _ value: String?) {
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

    private func withKeyFile<Result>(_ body: (OpaquePointer?) -> Result) -> Result {
        let file = g_key_file_new()
        defer { g_key_file_unref(file) }
        g_key_file_load_from_file(file, path, G_KEY_FILE_KEEP_COMMENTS, nil)
        return body(file)
    }
}
