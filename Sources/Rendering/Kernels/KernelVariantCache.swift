import System
import GPU
import Glibc
import Imaging

/// The fastest kernel variant of each device, stored in a file in the cache folder. A new driver version
/// counts as a new device.
struct KernelVariantCache: Sendable {
    /// One line per device: variant, OpenGL version including the driver version, vendor, renderer, separated
    /// by tabs.
    let path: String

    /// The current user's file; nil if the user has no cache folder.
    static var ofUser: KernelVariantCache? {
        var environment: [String: String] = [:]
        for name in ["XDG_CACHE_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        return PathName.userFolder(
            "XDG_CACHE_HOME", orInHome: ".cache", "kernel-forms", environment: environment
        ).map(KernelVariantCache.init(path:))
    }

    /// More devices than any user has; when exceeded, the oldest are dropped.
    private static let maximum = 16

    func variant(of device: DeviceTraits) -> KernelVariant? {
        lines().first { $0.hasSuffix(Self.suffix(for: device)) }
            .flatMap { $0.split(separator: "\t").first.map(String.init) }.flatMap(KernelVariant.init)
    }

    /// If the file cannot be written, the next run measures the device again.
    func keep(_ variant: KernelVariant, of device: DeviceTraits) {
        let suffix = Self.suffix(for: device)
        let others = lines().filter { !$0.hasSuffix(suffix) }.suffix(Self.maximum - 1)
        try? PathName.makeFolder(PathName.folder(of: path))
        try? AtomicFile.write(
            (others + ["\(variant)\(suffix)"]).map { $0 + "\n" }.joined(), to: path, overwrite: true)
    }

    private static func suffix(for device: DeviceTraits) -> String {
        "\t\(device.version)\t\(device.vendor)\t\(device.renderer)"
    }

    private func lines() -> [String] {
        guard let text = try? TextFile.read(path) else { return [] }
        return text.split(separator: "\n").map(String.init)
    }
}
