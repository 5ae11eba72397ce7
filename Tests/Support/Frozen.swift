import Foundation

/// The folder of files written by an earlier version, which must remain readable: see Tests/Frozen/README.md.
public func frozenFolder(_ version: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Frozen/\(version)").path
}
