/// Runs through the stages of a player and collects the passes of an mpv shader.
struct HookPlan {
    let shader: MPVShader
    let values: [String: ParameterValue]
    /// The size of the picture that enters.
    let size: SIMD2<Int>
    let isOpaque: Bool
    let time: FrameTime

    /// A texture that hooks read and write.
    struct Texture {
        let input: FilterPass.Input
        let size: SIMD2<Int>
        /// How many of its pixels the picture in it is shifted.
        var offset = SIMD2<Double>.zero
    }

    /// The size of the first pass that would be too large; nil if all fit.
    private(set) var oversized: SIMD2<Int>?
    /// The picture as it is after the stages so far.
    private(set) var image: Texture
    private var passes: [FilterPass] = []
    private var textures: [String: Texture] = [:]

    init(
        shader: MPVShader, values: [String: ParameterValue], size: SIMD2<Int>, isOpaque: Bool, time: FrameTime
    ) {
        self.shader = shader
        self.values = values
        self.size = size
        self.isOpaque = isOpaque
        self.time = time
        image = Texture(input: .entering, size: size)
    }

    /// The size that the shader takes for the player's window.
    private var outputSize: SIMD2<Int> {
        let scale = values.number("outputScale")
        return SIMD2<Int>((SIMD2<Double>(size) * (scale > 0 ? scale : 2)).rounded(.toNearestOrAwayFromZero))
    }

    /// Collects the passes that run.
    mutating func run() {
        let used = Set(shader.hooks.flatMap(\.points))
        if used.contains(.luma) || used.contains(.chroma) { runPlanes() }
        for point in MPVShader.Point.allCases.dropFirst(2) {
            // Later hooks may read the picture as it was at an earlier stage.
            textures[point.rawValue] = image
            guard used.contains(point) else { continue }
            if point == .linear { convert("toLinear", name: "linear light") }
            textures[point.rawValue] = image
            if let result = run(hooks: point, on: image) { image = result }
            if point == .linear { convert("toEncoded", name: "encoded") }
        }
    }

    /// Runs the hooks of luma and chroma, which lie in textures of their own.
    private mutating func runPlanes() {
        let entering = image
        for (point, code) in [
            (MPVShader.Point.luma, "vec4(glint_toYCbCr(color.rgb).x, 0.0, 0.0, 1.0)"),
            (.chroma, "vec4(glint_toYCbCr(color.rgb).yz, 0.0, 1.0)"),
        ] {
            textures[point.rawValue] = generated(
                name: point.rawValue.lowercased(), code: code, reads: [("color", entering)], size: size)
        }
        let planes = textures
        var hasChanged = false
        for point in [MPVShader.Point.luma, .chroma] {
            guard let plane = planes[point.rawValue] else { continue }
            if let result = run(hooks: point, on: plane) {
                textures[point.rawValue] = movedBack(result)
                hasChanged = true
            }
        }
        guard hasChanged, let luma = textures["LUMA"], let chroma = textures["CHROMA"] else {
            return
        }
        image = generated(
            name: "to RGB", code: "vec4(glint_toRGB(vec3(luma.x, chroma.xy)), 1.0)",
            reads: [("luma", luma), ("chroma", chroma)], size: luma.size)
    }

    private mutating func convert(_ function: String, name: String) {
        let offset = image.offset
        image = generated(
            name: name, code: "vec4(\(function)(color.rgb), color.a)", reads: [("color", image)],
            size: image.size)
        image.offset = offset
    }

    /// Runs the hooks of one stage; returns the result if it replaces the hooked texture.
    private mutating func run(hooks point: MPVShader.Point, on hooked: Texture) -> Texture? {
        var hooked = hooked
        var hasChanged = false
        for (index, hook) in shader.hooks.enumerated() where hook.points.contains(point) {
            let known = textures
            let (output, native) = (outputSize, self.size)
            let current = hooked
            func sizeOf(_ name: String) -> SIMD2<Int>? {
                switch name {
                case "HOOKED": current.size
                case "OUTPUT": output
                case "NATIVE_CROPPED": native
                default: known[name]?.size
                }
            }
            func value(_ expression: HookExpression) -> Double? {
                expression.value(size: sizeOf, parameter: number)
            }
            if let condition = hook.condition {
                guard let holds = value(condition), holds != 0 else { continue }
            }
            guard let width = hook.width.map(value) ?? Double(hooked.size.x),
                let height = hook.height.map(value) ?? Double(hooked.size.y)
            else { continue }
            let result = SIMD2(Self.side(width), Self.side(height))
            var reads: [(name: String, texture: Texture)] = []
            var table: (name: String, texture: HookTexture)?
            var isComplete = true
            for name in hook.binds {
                if name == "HOOKED" {
                    reads.append((name, hooked))
                } else if let texture = known[name] {
                    reads.append((name, texture))
                } else if let found = shader.textures[name], table == nil {
                    table = (name, found)
                } else {
                    isComplete = false
                }
            }
            // As in mpv, a pass is left out if a texture that it reads does not exist.
            guard isComplete else { continue }
            guard ShaderLimits.fits(result) else {
                oversized = oversized ?? result
                return hasChanged ? hooked : nil
            }
            let made = add(
                hook, index: index, at: point, on: hooked, reads: reads, table: table, size: result)
            let name = hook.save ?? point.rawValue
            if name == point.rawValue || name == "HOOKED" {
                hooked = made
                hasChanged = true
            }
            textures[name == "HOOKED" ? point.rawValue : name] = made
        }
        return hasChanged ? hooked : nil
    }

    private static func side(_ length: Double) -> Int {
        length.isFinite ? Int(min(max(length, 1), 65536)) : 1
    }

    /// The value of a parameter in an expression.
    private func number(_ name: String) -> Double? {
        switch values[ShaderParameters.id(of: name)] {
        case .number(let number)?: number
        case .text(let text)?:
            shader.settings.first { $0.name == name }?.names.firstIndex(of: text).map(Double.init)
        default: nil
        }
    }

    // Passes

    private mutating func add(
        _ hook: MPVShader.Hook, index: Int, at point: MPVShader.Point, on hooked: Texture,
        reads: [(name: String, texture: Texture)],
        table: (name: String, texture: HookTexture)?, size: SIMD2<Int>
    ) -> Texture {
        var samplers = reads.map { ForeignShader.Sampler(name: "glint_of_\($0.name)") }
        // A pass without an input still needs one.
        let inputs =
            reads.isEmpty ? [("glint_of_entering", Texture(input: .entering, size: self.size))] : reads
        if reads.isEmpty { samplers = [.init(name: "glint_of_entering")] }
        var names = reads.map(\.name)
        if let table {
            let texture = table.texture
            samplers.append(
                .init(
                    name: "glint_of_\(table.name)", isSmooth: texture.isSmooth, repeats: texture.repeats))
            names.append(table.name)
        }
        var definitions = names.map { Self.definitions($0, of: $0) }.joined(separator: "\n")
        // As in mpv, the hooked texture can be read under both names.
        if names.contains("HOOKED"), !names.contains(point.rawValue) {
            definitions += "\n" + Self.definitions(point.rawValue, of: "HOOKED")
        }
        var key = ""
        for setting in shader.settings {
            for (value, name) in setting.names.enumerated() { definitions += "\n#define \(name) \(value)" }
            guard setting.isDefinition, let value = number(setting.name) else { continue }
            definitions += "\n#define \(setting.name) \(ShaderLimits.whole(value))"
            key += " \(setting.name)=\(ShaderLimits.whole(value))"
        }
        let kept = [
            "vec4(color.r, 0.0, 0.0, 1.0)", "vec4(color.rg, 0.0, 1.0)", "vec4(color.rgb, 1.0)", "color",
        ]
        let code =
            hook.workgroup == nil
            ? """
            vec4 glint_make() {
                glint_pos = gl_FragCoord.xy / glint_size;
                vec4 color = hook();
                return \(kept[hook.components - 1]);
            }
            """
            : """
            void main() {
                glint_pos = (vec2(gl_GlobalInvocationID.xy) + 0.5) / glint_size;
                hook();
            }
            """
        let made = ForeignShader(
            name: "\(shader.file.version) \(index) \(point.rawValue)\(key)", title: shader.file.path,
            fragment: [
                .generated("vec2 glint_pos;\n" + definitions),
                .foreign(hook.text, file: shader.file.path, firstLine: hook.line), .generated(code),
            ],
            vertex: [.builtIn("imported/fill.glsl")], workgroup: hook.workgroup, origin: shader.file,
            samplers: samplers)
        var pass = FilterPass(
            name: hook.title.isEmpty ? "\(shader.about.title), \(index + 1)" : hook.title, shader: made,
            grid: size)
        pass.inputs = inputs.map { $0.1.input }
        pass.table = table?.texture.table
        pass.uniforms = uniforms(size: size)
        pass.readsPerPixel = 9 * names.count
        passes.append(pass)
        // An offset remains until the picture is moved back, and grows with it.
        let growth = SIMD2<Double>(size) / SIMD2<Double>(hooked.size)
        return Texture(
            input: .pass(passes.count - 1), size: size, offset: hooked.offset * growth + hook.offset)
    }

    /// What a hook writes to read the texture of a sampler under a name.
    private static func definitions(_ name: String, of sampler: String) -> String {
        """
        #define \(name)_raw glint_of_\(sampler)
        #define \(name)_pos glint_pos
        #define \(name)_size vec2(textureSize(glint_of_\(sampler), 0))
        #define \(name)_pt (1.0 / vec2(textureSize(glint_of_\(sampler), 0)))
        #define \(name)_off vec2(0.0)
        #define \(name)_map(id) ((vec2(id) + 0.5) / glint_size)
        #define \(name)_rot mat2(1.0, 0.0, 0.0, 1.0)
        #define \(name)_mul 1.0
        #define \(name)_tex(place) texture(glint_of_\(sampler), place)
        #define \(name)_texOff(pixels) texture(glint_of_\(sampler), glint_pos + \(name)_pt * vec2(pixels))
        #define \(name)_gather(place, channel) textureGather(glint_of_\(sampler), place, channel)
        """
    }

    private func uniforms(size: SIMD2<Int>) -> Uniforms {
        var uniforms: Uniforms = [
            "glint_size": .vec2(SIMD2<Double>(size)), "input_size": .vec2(SIMD2<Double>(self.size)),
            "target_size": .vec2(SIMD2<Double>(outputSize)), "tex_offset": .vec2(.zero),
            "frame": .int(time.frame), "random": .float(Self.random(time.frame)),
        ]
        for setting in shader.settings where !setting.isDefinition {
            guard let value = number(setting.name) else { continue }
            uniforms[setting.name] = setting.isWhole ? .int(ShaderLimits.whole(value)) : .float(value)
        }
        return uniforms
    }

    /// A number from 0 to 1 for each frame, the same at every rendering.
    private static func random(_ frame: Int) -> Double {
        var numbers = SplitMix(seed: UInt64(bitPattern: Int64(frame)))
        return numbers.number()
    }

    /// Adds a pass that Glint itself needs between the hooks.
    private mutating func generated(
        name: String, code: String, reads: [(name: String, texture: Texture)], size: SIMD2<Int>
    ) -> Texture {
        let loads = reads.map {
            "vec4 \($0.name) = texture(glint_of_\($0.name), gl_FragCoord.xy / glint_size);"
        }
        let fragment = ForeignShader(
            name: "imported \(name)", title: shader.file.path,
            fragment: [
                .builtIn("include/transfer.glsl"), .builtIn("imported/mpv.glsl"),
                .generated("vec4 glint_make() { \(loads.joined(separator: " ")) return \(code); }"),
            ],
            vertex: [.builtIn("imported/fill.glsl")],
            samplers: reads.map { .init(name: "glint_of_\($0.name)") })
        var pass = FilterPass(name: "\(shader.about.title), \(name)", shader: fragment, grid: size)
        pass.inputs = reads.map(\.texture.input)
        pass.uniforms = uniforms(size: size)
        passes.append(pass)
        return Texture(input: .pass(passes.count - 1), size: size)
    }

    /// A texture moved back where hooks have shifted it, as players do when they scale it to the window.
    private mutating func movedBack(_ texture: Texture) -> Texture {
        guard texture.offset != .zero else { return texture }
        let (x, y) = (texture.offset.x, texture.offset.y)
        return generated(
            name: "offset \(x) \(y)", code: "glint_shifted(glint_of_color, vec2(\(x), \(y)))",
            reads: [("color", texture)], size: texture.size)
    }

    /// The passes on which the picture depends. The last one keeps the alpha of the picture that enters,
    /// since players ignore what shaders write there.
    mutating func finish() -> [FilterPass] {
        image = movedBack(image)
        if case .pass(let end) = image.input, case .foreign(let last) = passes[end].kernel,
            last.workgroup != nil
        {
            image = generated(name: "result", code: "color", reads: [("color", image)], size: image.size)
        }
        guard case .pass(let end) = image.input else { return [] }
        var kept = FilterPass.needed(by: end, of: passes)
        for index in kept.indices {
            let isLast = index == kept.count - 1
            guard case .foreign(var shader) = kept[index].kernel, shader.workgroup == nil else { continue }
            let needsAlpha = isLast && !isOpaque
            let alpha = needsAlpha ? "texture(glint_alpha, gl_FragCoord.xy / glint_size).a" : "1.0"
            let color = "glint_finite(glint_make())"
            let written = isLast ? "vec4(clamp(\(color).rgb, 0.0, 1.0), \(alpha))" : color
            shader.fragment.append(.generated("void main() { glint_result = \(written); }"))
            var samplers = shader.samplers
            if needsAlpha {
                samplers.insert(.init(name: "glint_alpha"), at: kept[index].inputs.count)
                kept[index].inputs.append(.entering)
            }
            kept[index].kernel = .foreign(
                ForeignShader(
                    name: "\(shader.name) \(isLast ? "last" : "")", title: shader.title,
                    fragment: shader.fragment, vertex: shader.vertex, origin: shader.origin,
                    samplers: samplers))
        }
        return kept
    }
}
