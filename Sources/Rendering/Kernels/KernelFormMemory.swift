import GPU
import Glibc
import Imaging

/// The forms of kernels that were fastest on devices, in a file of the cache folder. A new driver is a new device.
struct KernelFormMemory: Sendable {
    /// A line a device: form, version of OpenGL and of the driver, vendor, renderer, with tabs between them.
    let path: String

    /// That of who runs the program; nil where there is no place for it.
    static var ofUser: KernelFormMemory? {
        var environment: [String: String] = [:]
        for name in ["XDG_CACHE_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        return PathName.userFolder(
            "XDG_CACHE_HOME", orInHome: ".cache", "kernel-forms", environment: environment
        ).map(KernelFormMemory.init(path:))
    }

    /// More devices than one has; the oldest are forgotten.
    private static let most = 16

    func form(of device: DeviceTraits) -> KernelForm? {
        lines().first { $0.hasSuffix(Self.words(device)) }
            .flatMap { $0.split(separator: "\t").first.map(String.init) }.flatMap(KernelForm.init)
    }

    /// Where this cannot be written, the device is measured again by the next run.
    func keep(_ form: KernelForm, of device: DeviceTraits) {
        let words = Self.words(device)
        let others = lines().filter { !$0.hasSuffix(words) }.suffix(Self.most - 1)
        try? PathName.makeFolder(PathName.folder(of: path))
        try? AtomicFile.write(
            (others + ["\(form)\(words)"]).map { $0 + "\n" }.joined(), to: path, overwrite: true)
    }

    private static func words(_ device: DeviceTraits) -> String {
        "\t\(device.version)\t\(device.vendor)\t\(device.renderer)"
    }

    private func lines() -> [String] {
        guard let text = try? TextFile.read(path) else { return [] }
        return text.split(separator: "\n").map(String.init)
    }
}
