import System
import Dispatch
import FoundationEssentials
import Imaging

/// Pictures for other programs, in the cache folder: each in a separate folder, so that it can have the
/// picture's name.
///
/// There is no notification when the other program has read a file, so files stay for a day.
struct ResultFiles {
    private let folder: String?

    /// The lifetime of a file, in seconds.
    private static let lifetime = 86_400.0

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        folder = PathName.userFolder(
            "XDG_CACHE_HOME", orInHome: ".cache", "results", environment: environment)
    }

    /// A path that is not in use yet; nil if its folder cannot be created.
    func newPath(named name: String) -> String? {
        guard let folder else { return nil }
        DispatchQueue.global(qos: .utility).async { Self.removeOld(in: folder) }
        let own = "\(folder)/\(UInt64.random(in: 0 ... .max))"
        do {
            try PathName.makeFolder(own)
        } catch {
            return nil
        }
        return "\(own)/\(name)"
    }

    private static func removeOld(in folder: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names {
            let path = "\(folder)/\(name)"
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            guard let date = attributes?[.modificationDate] as? Date else { continue }
            if -date.timeIntervalSinceNow > lifetime {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
