import System
@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Imaging

/// The current time as part of a file name, such as 2026-11-22 21-33-53.
func recordedAt() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%d %H-%M-%S", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The folder of recordings.
enum RecordedFile {
    /// The path of a new recording in the user's videos folder; the folder is created if necessary.
    static func path(container: String) -> String {
        let videos = g_get_user_special_dir(G_USER_DIRECTORY_VIDEOS).map { String(cString: $0) }
        let folder = videos ?? String(cString: g_get_home_dir())
        g_mkdir_with_parents(folder, 0o755)
        let stem = "\(folder)/Glint \(recordedAt())"
        var path = "\(stem).\(container)"
        var count = 2
        while PathName.exists(path) {
            path = "\(stem) (\(count)).\(container)"
            count += 1
        }
        return path
    }
}
