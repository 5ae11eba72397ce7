import FoundationEssentials
import Shaders
import Synchronization
import Localization

/// The analog video chain: NTSC or PAL, and the effects of a video recorder.
///
/// Rows are filtered from end to end, so the passes work on whole rows, in 32-bit floats. Three passes do
/// most of the work: `encode` turns the picture into a composite signal, `decode` separates that into luma
/// and chroma, and `tape` records these and converts them back to colors. Between these passes, each texel
/// contains four samples.
package struct NTSC: GeometryFilter {
    package static let id = "ntsc"

    package init() {}

    package var worksAtFullSize: Bool { true }

    package func values(
        given: [String: ParameterValue], defaults: [String: ParameterValue]
    ) throws(FilterError) -> [String: ParameterValue] {
        var values = defaults
        let path = given.text("preset")
        if !path.isEmpty {
            var settings = NTSCSettings(values)
            try NTSCPreset.read(path).apply(to: &settings)
            values = settings.parameters
            // Lengths in users' files refer to the picture at its original size; those in Glint's presets
            // refer to a television picture.
            if !NTSCPreset.shippedNames.contains(path) { values["resize480"] = false }
        }
        return values.merging(given) { _, given in given }
    }

    /// The maximum width of the resized picture.
    private static let maxColumns = 8192.0

    package func size(values: [String: ParameterValue], entering size: SIMD2<Int>) -> SIMD2<Int> {
        restores(values) == nil ? Self.chainSize(values, entering: size) : size
    }

    /// The size of the picture within the chain.
    private static func chainSize(
        _ values: [String: ParameterValue], entering size: SIMD2<Int>
    ) -> SIMD2<Int> {
        guard values["resize480"] == .toggle(true) else { return size }
        let rows = values.choice("standard") == "pal" ? 576.0 : 480.0
        let columns = (Double(size.x) * rows / Double(size.y)).rounded(.toNearestOrAwayFromZero)
        return SIMD2(Int(min(max(columns, 1), maxColumns)), Int(rows))
    }

    /// The kernel for scaling back to the original size; nil if the picture is not scaled back.
    private func restores(_ values: [String: ParameterValue]) -> Resize.Kernel? {
        guard values["resize480"] == .toggle(true) else { return nil }
        return ["nearest": .nearest, "bilinear": .triangle, "bicubic": .cubic][values.choice("restoreSize")]
    }

    /// If the chain scales the picture down, its input needs no more pixels than the chain's picture has.
    package func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double> {
        pointwiseMin(
            SIMD2<Double>(Self.chainSize(values, entering: size)) / SIMD2<Double>(size), SIMD2(1, 1))
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) -> [FilterPass] {
        let settings = NTSCSettings(values)
        let size = Self.chainSize(values, entering: conditions.entering.size)
        var passes = Resize.passes(
            from: conditions.entering.grid, to: size, name: "ntsc, resize", kernel: .triangle, isLinear: false
        )
        if let last = passes.indices.last { passes[last].grid = size }
        let overlay = NTSCOverlay(settings: settings, seconds: conditions.time.seconds, size: size)
        if let recorded = overlay.recorded { passes.append(recorded) }
        for index in passes.indices { passes[index].needsFloats = true }
        let generations = max(1, Int(settings.number("generations")))
        for generation in 0..<generations {
            let chain = NTSCChain(
                settings: settings, time: conditions.time, size: size, generation: generation,
                isLast: generation == generations - 1)
            passes += chain.passes(after: passes.count)
        }
        if let played = overlay.played { passes.append(played) }
        let hold = NTSCVerticalHold(settings: settings, time: conditions.time, size: size)
        if let moved = hold.pass { passes.append(moved) }
        if let kernel = restores(values) {
            passes += Resize.passes(
                from: size, to: conditions.leaving.grid, name: "ntsc, restore size", kernel: kernel,
                isLinear: false)
        }
        return passes
    }
}

extension NTSCPreset {
    /// Caches parsed files by version, so that a file is not read again for every frame.
    private static let known = Mutex<[String: NTSCPreset]>([:])

    /// The names of the built-in presets, such as `worn-tape`.
    package static let shippedNames: [String] = shippedFiles.keys.sorted()

    /// The displayed name of a built-in preset: “PAL Tape” for `pal-tape`.
    package static func title(ofShipped name: String) -> String {
        let title = name.split(separator: "-").map { word in
            word == "pal"
                ? "PAL"
                : ["of", "a"].contains(word) ? "\(word)" : word.prefix(1).uppercased() + word.dropFirst()
        }.joined(separator: " ")
        return translated(title, context: "preset")
    }

    private static let shippedFiles: [String: String] = {
        let files = Shaders.text.filter { $0.key.hasPrefix("ntsc/presets/") && $0.key.hasSuffix(".json") }
        return Dictionary(
            uniqueKeysWithValues: files.map { (String($0.key.dropFirst(13).dropLast(5)), $0.value) })
    }()

    /// Text that looks like a name rather than a path may be intended as the name of a preset.
    private static func missing(_ path: String) -> FilterError {
        let shipped = shippedNames.joined(separator: ", ")
        return .file(
            path: path,
            reason: path.contains { "/.".contains($0) }
                ? tr("\(path) cannot be found; choose the preset again")
                : tr("\(path) is neither a file nor one of the built-in presets: \(shipped)"))
    }

    /// Reads a preset from a file, or a built-in preset by its name; throws ``FilterError``.
    package static func read(_ path: String) throws(FilterError) -> NTSCPreset {
        if let text = shippedFiles[path] {
            do throws(Mistake) {
                return try NTSCPreset(json: text)
            } catch {
                throw .file(path: path, reason: error.sentence(about: path))
            }
        }
        guard let version = FileVersion(path) else { throw missing(path) }
        let name = version.name
        if let found = known.withLock({ $0[name] }) { return found }
        guard version.size <= 1 << 20, let data = FileManager.default.contents(atPath: path),
            let text = String(data: data, encoding: .utf8)
        else { throw .file(path: path, reason: tr("\(path) cannot be read as a preset")) }
        do throws(Mistake) {
            let preset = try NTSCPreset(json: text)
            known.withLock { known in
                if known.count >= 8 { known = [:] }
                known[name] = preset
            }
            return preset
        } catch {
            throw .file(path: path, reason: error.sentence(about: path))
        }
    }
}
