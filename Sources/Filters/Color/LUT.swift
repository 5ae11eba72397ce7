import FoundationEssentials
import Synchronization
import Localization

/// Maps colors through a lookup table: a .cube or .3dl file, or a HaldCLUT picture.
package struct LUT: MultiPassFilter {
    /// The filter's id.
    package static let id = "lut"

    package init() {}

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        let path = values.text("file")
        guard !path.isEmpty else { return [] }
        var pass = FilterPass(name: "lut", kernel: "lut.glsl")
        if Self.isHald(path) {
            pass.constants = ["SOLID": 1, "HALD": 1]
            var texture = try PictureTexture(name: "hald", path: path)
            texture.mustBeHald = true
            pass.textures = [texture]
            pass.uniforms = ["low": .vec3(.zero), "high": .vec3(.one)]
            return [pass]
        }
        let (cube, table) = try Self.read(path)
        pass.constants = ["SOLID": cube.isSolid ? 1 : 0, "HALD": 0]
        pass.uniforms = [
            "size": .int(cube.size), "low": .vec3(SIMD3<Double>(cube.domain.low)),
            "high": .vec3(SIMD3<Double>(cube.domain.high)),
        ]
        pass.table = table
        return [pass]
    }

    /// The inputs that the first and the last entry of a file stand for; nil if it is a HaldCLUT, whose
    /// inputs are 0…1, or cannot be read.
    package static func domain(of path: String) -> (low: SIMD3<Float>, high: SIMD3<Float>)? {
        isHald(path) ? nil : (try? read(path))?.cube.domain
    }

    /// True if a file is a picture, by its name.
    private static func isHald(_ path: String) -> Bool {
        [".png", ".tif", ".tiff"].contains(where: path.lowercased().hasSuffix)
    }

    /// The color tables in the folder of a file, by name: pictures if the file is one, otherwise .cube and
    /// .3dl files.
    package static func tables(beside path: String) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let tables = names.filter { name in
            isHald(path) ? isHald(name) : [".cube", ".3dl"].contains(where: name.lowercased().hasSuffix)
        }
        return tables.sorted { $0.lowercased() < $1.lowercased() }.prefix(maxBeside)
            .map { folder + "/" + $0 }
    }

    private static let maxBeside = 200

    /// Caches parsed files by version, so that a file is not read again for every frame.
    private static let known = Mutex<[(name: String, cube: CubeFile, table: LookupTable)]>([])
    private static let maxKnown = 4

    private static func read(_ path: String) throws(FilterError) -> (cube: CubeFile, table: LookupTable) {
        guard let version = FileVersion(path) else {
            throw .file(path: path, reason: tr("\(path) cannot be found; choose the color table again"))
        }
        let name = version.name
        if let found = known.withLock({ $0.first { $0.name == name } }) { return (found.cube, found.table) }
        guard version.size <= 512 << 20, let data = FileManager.default.contents(atPath: path),
            let text = String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1)
        else { throw .file(path: path, reason: tr("\(path) cannot be read")) }
        let cube: CubeFile
        do throws(CubeFile.Mistake) {
            cube = try path.lowercased().hasSuffix(".3dl") ? CubeFile(threeDL: text) : CubeFile(text: text)
        } catch {
            throw .file(
                path: path, reason: tr("\(path) is not a color table: line \(error.line): \(error.message)"))
        }
        let table = table(cube, name: name)
        known.withLock { known in
            if known.count >= maxKnown { known.removeFirst() }
            known.append((name, cube, table))
        }
        return (cube, table)
    }

    /// Entries per row of the texture; the kernel uses the same number. With this number, every table fits on
    /// every device: OpenGL 4.3 guarantees at least 16384 × 16384.
    private static let rowLength = 4096

    /// The entries in the file's order, red varying fastest, split into rows of equal length.
    private static func table(_ cube: CubeFile, name: String) -> LookupTable {
        LookupTable(name: name, width: rowLength) {
            var colors = cube.entries.map { SIMD4($0, 1) }
            let rest = colors.count % rowLength
            if rest > 0 { colors += Array(repeating: .zero, count: rowLength - rest) }
            return colors
        }
    }
}
