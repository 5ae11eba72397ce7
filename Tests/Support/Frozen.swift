import Foundation

/// Where the files of an earlier version are, which the present one has to read: see Tests/Frozen/README.md.
public func frozenFolder(_ version: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Frozen/\(version)").path
}
