/// The passes that simulate one tape generation: the whole chain once.
struct NTSCChain {
    let settings: NTSCSettings
    let time: FrameTime
    /// Size of the picture, in pixels.
    let size: SIMD2<Int>
    /// Number of tapes before this one.
    let generation: Int
    let isLast: Bool

    private var frame: Int { time.frame }
    private var fields: NTSCFields { NTSCFields(useField: settings.choice("useField"), time: time) }
    /// Texels per row, of four samples each.
    private var texels: Int { (size.x + 3) / 4 }

    /// - Parameter count: the number of the filter's passes before these.
    func passes(after count: Int) -> [FilterPass] {
        let values = NTSCValues(
            settings: settings, size: size, frame: frame, fields: fields, generation: generation)
        var passes = [encode(values)]
        if let heads = heads(values) { passes.append(heads) }
        passes.append(decode(values))
        if values.delaysChroma { passes.append(delay(values)) }
        passes.append(tape(values, encoded: count))
        if fields.isSingle { passes.append(bob()) }
        for index in passes.indices {
            passes[index].uniforms = values.uniforms
            passes[index].needsFloats = !(isLast && index == passes.count - 1)
            if generation > 0 { passes[index].name += ", generation \(generation + 1)" }
        }
        return passes
    }

    private func encode(_ values: NTSCValues) -> FilterPass {
        var pass = rows("encode", planes: 2)
        pass.constants = [
            "KIND": settings.choice("filterType"), "INPUT_LUMA": settings.choice("inputLumaFilter"),
            "CHROMA_LOW_PASS": settings.choice("chromaLowpassIn"),
            "OCTAVES": octaves("compositeNoise"), "SHADOWS": shadows, "PREMULTIPLY": generation == 0 ? 1 : 0,
        ]
        return pass
    }

    private func decode(_ values: NTSCValues) -> FilterPass {
        var pass = rows("decode", planes: 3)
        let isComb = settings.choice("chromaDemodulation") >= 2
        pass.constants = [
            "DEMODULATION": settings.choice("chromaDemodulation"), "OCTAVES": octaves("lumaNoise"),
            "CHROMA_OCTAVES": octaves("chromaNoise"), "SHADOWS": shadows,
        ]
        pass.footprint = .rows(halo: isComb ? fields.stride : 0)
        return pass
    }

    /// The pass for the signal path between tape and decoder; nil if it has no effect.
    private func heads(_ values: NTSCValues) -> FilterPass? {
        let snow = SnowTable(settings: values.settings, size: size, frame: frame, fields: fields).table
        guard
            snow != nil || settings.isOn("headSwitching") || settings.isOn("trackingNoise")
                || settings.number("tracking") > 0
        else { return nil }
        var pass = rows("heads", planes: 1)
        pass.rowWork = .columns(texels)
        pass.table = snow
        if snow != nil { pass.constants["SNOW"] = 1 }
        return pass
    }

    private func delay(_ values: NTSCValues) -> FilterPass {
        var pass = FilterPass(name: "ntsc, chroma delay", kernel: "ntsc/delay.glsl")
        pass.grid = SIMD2(3 * texels, size.y)
        pass.footprint = .rows(halo: Int(values.chromaRows.magnitude) * fields.stride)
        pass.rowWork = .columns(texels)
        return pass
    }

    private func tape(_ values: NTSCValues, encoded: Int) -> FilterPass {
        var pass = rows("tape", planes: nil)
        let blends = settings.isOn("vhsChromaVertBlend") && size.y > 1
        pass.inputs = [.previous, .pass(encoded)]
        pass.constants = [
            "KIND": settings.choice("filterType"), "CHROMA_LOW_PASS": settings.choice("chromaLowpassOut"),
            "TAPE": values.hasTape ? 1 : 0, "BLEND_ROWS": blends ? 1 : 0,
            "UNPREMULTIPLY": isLast && !fields.isSingle ? 1 : 0,
        ]
        pass.footprint = .rows(halo: blends ? fields.stride : 0)
        return pass
    }

    /// Fills in the rows of the field that is not processed.
    private func bob() -> FilterPass {
        var pass = FilterPass(name: "ntsc, bob", kernel: "ntsc/bob.glsl")
        pass.grid = size
        pass.constants = ["PARITY": fields == .upper ? 0 : 1, "UNPREMULTIPLY": isLast ? 1 : 0]
        pass.footprint = .around(1, along: 1)
        pass.readsPerPixel = 3
        return pass
    }

    /// - Parameter planes: number of planes side by side, with four samples per texel; nil for pixels.
    private func rows(_ name: String, planes: Int?) -> FilterPass {
        var pass = FilterPass(name: "ntsc, \(name)", kernel: "ntsc/\(name).glsl")
        pass.footprint = .rows(halo: 0)
        pass.rowWork = .filters
        pass.grid = planes.map { SIMD2($0 * texels, size.y) } ?? size
        // The cost per picture pixel, divided among the pixels of the result.
        pass.readsPerPixel = planes.map { 32 / $0 } ?? 8
        return pass
    }

    /// 1 if noise is weaker in highlights, otherwise 0.
    private var shadows: Int { settings.isOn("noiseInShadows") ? 1 : 0 }

    /// The number of noise octaves compiled into a kernel; 9 if the number is passed at run time.
    private func octaves(_ noise: String) -> Int {
        guard settings.isOn(noise), settings.number(noise + "Intensity") > 0 else { return 0 }
        let octaves = Int(settings.number(noise + "Detail"))
        return octaves <= 2 ? octaves : 9
    }
}
