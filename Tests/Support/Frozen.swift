import Foundation

/// The path of an earlier version's files, which the present one must read: see Tests/Frozen/README.md.
public func frozenFolder(_ version: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Frozen/\(version)").path
}
