import Localization

/// A user shader of mpv (https://mpv.io/manual/stable/#options-glsl-shaders): passes that hook into the stages of
/// a video player, here applied to a single picture.
package struct MPVShader: ImportedShader, GeometryFilter {
    package let about: ShaderAbout
    package let parameters: [ParameterDeclaration]
    package let readsTime: Bool
    package let makesAlpha = false

    package let file: ShaderFile.Text
    let hooks: [Hook]
    let textures: [String: HookTexture]
    let settings: [Setting]

    /// A pass of the shader.
    struct Hook: Sendable {
        let title: String
        let points: [Point]
        let binds: [String]
        /// The texture that the pass writes; nil for the hooked one.
        let save: String?
        let width: HookExpression?
        let height: HookExpression?
        let condition: HookExpression?
        let components: Int
        /// How a compute shader is divided; nil for a fragment shader.
        let workgroup: ForeignShader.Workgroup?
        /// How many pixels of its result the pass shifts the picture; the player moves it back.
        let offset: SIMD2<Double>
        let text: String
        let line: Int
    }

    /// A stage of the player, in the player's order.
    enum Point: String, Sendable, CaseIterable {
        case luma = "LUMA"
        case chroma = "CHROMA"
        case rgb = "RGB"
        case native = "NATIVE"
        case main = "MAIN"
        case mainBeforeSubtitles = "MAINPRESUB"
        case linear = "LINEAR"
        case beforeScaling = "PREKERNEL"
        case afterScaling = "POSTKERNEL"
        case scaled = "SCALED"
        case output = "OUTPUT"
    }

    /// A parameter, and whether the shader gets it as a definition instead of a uniform.
    struct Setting: Sendable {
        let name: String
        let isDefinition: Bool
        let isWhole: Bool
        /// The names that an enumeration defines, with the numbers 0, 1, 2 ….
        let names: [String]
    }

    private static let maxHooks = 512

    init(_ file: ShaderFile.Text) throws(ShaderMistake) {
        self.file = file
        var about = ShaderAbout(format: .mpv, path: file.path, text: file.content)
        var hooks: [Hook] = []
        var textures: [String: HookTexture] = [:]
        var parameters: [ParameterDeclaration] = []
        var settings: [Setting] = []
        for block in HookBlocks.blocks(of: file.content) {
            if let (name, line) = block.value("PARAM") {
                let (parameter, setting) = try Self.parameter(String(name), block, line: line)
                parameters.append(parameter)
                settings.append(setting)
            } else if let (name, _) = block.value("TEXTURE") {
                textures[String(name)] = try HookTexture(
                    block, name: "\(file.version) \(name)")
            } else if block.value("HOOK") != nil {
                hooks.append(try Self.hook(block))
            } else if let (_, line) = block.value("BUFFER") ?? block.value("STORAGE") {
                throw ShaderMistake(
                    line: line, message: tr("shaders with buffers of their own are not supported"))
            }
        }
        guard hooks.count <= Self.maxHooks else {
            throw ShaderMistake(message: tr("the shader has more than \(Self.maxHooks) passes"))
        }
        try ShaderLimits.requireDifferent(parameters)
        for hook in hooks where hook.binds.count(where: { textures[$0] != nil }) > 1 {
            throw ShaderMistake(
                line: hook.line, message: tr("a pass can read only one texture that the file contains"))
        }
        if let title = hooks.first?.title, hooks.count == 1 { about.summary = title }
        (self.hooks, self.textures, self.parameters, self.settings) = (hooks, textures, parameters, settings)
        self.about = about
        readsTime = hooks.contains { hook in
            ["frame", "random"].contains { LegacyGLSL.mentions($0, in: hook.text) }
        }
    }

    private static func hook(_ block: HookBlocks.Block) throws(ShaderMistake) -> Hook {
        var points: [Point] = []
        var binds: [String] = []
        var title = ""
        var save: String?
        var expressions: [Substring: HookExpression] = [:]
        var components = 4
        var workgroup: ForeignShader.Workgroup?
        var offset = SIMD2<Double>.zero
        for (keyword, rest, line) in block.header {
            switch keyword {
            case "HOOK":
                guard let point = Point(rawValue: String(rest)) else {
                    throw ShaderMistake(
                        line: line,
                        message: tr("Glint has no stage \(rest.quoted) that the shader could change"))
                }
                points.append(point)
            case "BIND": if !binds.contains(String(rest)) { binds.append(String(rest)) }
            case "DESC": title = String(rest)
            case "SAVE": save = String(rest)
            case "WIDTH", "HEIGHT", "WHEN": expressions[keyword] = try HookExpression(rest, line: line)
            case "COMPONENTS":
                guard let count = Int(rest), (1...4).contains(count) else {
                    throw ShaderMistake(line: line, message: tr("COMPONENTS must be from 1 to 4"))
                }
                components = count
            case "OFFSET":
                // ALIGN leaves it to the player where the result lies, so it may lie where it should.
                if rest == "ALIGN" { continue }
                let numbers = rest.split(separator: " ").compactMap { Double($0) }
                guard numbers.count == 2, numbers.allSatisfy({ abs($0) <= 64 }) else {
                    throw ShaderMistake(
                        line: line, message: tr("OFFSET needs ALIGN, or two numbers from -64 to 64"))
                }
                offset = SIMD2(numbers[0], numbers[1])
            case "COMPUTE": workgroup = try Self.workgroup(rest, line: line)
            default:
                throw ShaderMistake(
                    line: line, message: tr("\(keyword.quoted) is not a keyword of mpv shaders"))
            }
        }
        for name in binds + (save.map { [$0] } ?? []) where !Self.isName(name) {
            throw ShaderMistake(
                line: block.line, message: tr("\(name.quoted) cannot be the name of a texture"))
        }
        return Hook(
            title: title, points: points, binds: binds, save: save, width: expressions["WIDTH"],
            height: expressions["HEIGHT"], condition: expressions["WHEN"], components: components,
            workgroup: workgroup, offset: offset, text: block.body.joined(separator: "\n"),
            line: block.bodyLine)
    }

    /// The block of pixels and the invocations after `COMPUTE`; without the latter, each makes one pixel.
    private static func workgroup(
        _ text: Substring, line: Int
    ) throws(ShaderMistake) -> ForeignShader.Workgroup {
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 || numbers.count == 4, numbers.allSatisfy({ (1...1024).contains($0) }),
            numbers.suffix(2).reduce(1, *) <= 1024
        else {
            throw ShaderMistake(
                line: line, message: tr("COMPUTE needs the size of a block, and at most 1024 invocations"))
        }
        return ForeignShader.Workgroup(
            block: SIMD2(numbers[0], numbers[1]),
            invocations: SIMD2(numbers[numbers.count - 2], numbers[numbers.count - 1]))
    }

    private static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
    }

    private static func parameter(
        _ name: String, _ block: HookBlocks.Block, line: Int
    ) throws(ShaderMistake) -> (ParameterDeclaration, Setting) {
        guard isName(name) else {
            throw ShaderMistake(line: line, message: tr("\(name.quoted) cannot be the name of a parameter"))
        }
        let title = block.value("DESC").map { String($0.text) } ?? ShaderNames.title(name)
        let types = block.value("TYPE")?.text.split(separator: " ") ?? []
        let body = block.body.filter { line in !line.allSatisfy(\.isWhitespace) }
        let isDefinition = types.contains("DEFINE")
        let isWhole = types.contains("int") || types.contains("uint") || isDefinition
        if types.contains("ENUM") {
            let names = body.map { String($0.filter { !$0.isWhitespace }) }
            guard !names.isEmpty, names.allSatisfy(isName) else {
                throw ShaderMistake(line: line, message: tr("\(name.quoted) has no values to choose from"))
            }
            return (
                ShaderParameters.choice(
                    name, title: title,
                    choices: names.map { ParameterChoice(id: $0, title: ShaderNames.title($0)) },
                    default: names[0]),
                Setting(name: name, isDefinition: isDefinition, isWhole: true, names: names)
            )
        }
        guard let first = body.first, let value = Double(first.filter { !$0.isWhitespace }), value.isFinite
        else {
            throw ShaderMistake(line: line, message: tr("\(name.quoted) has no default value"))
        }
        let low = block.bound("MINIMUM") ?? min(0, value)
        let high = max(low, block.bound("MAXIMUM") ?? max(1, value * 2))
        let setting = Setting(name: name, isDefinition: isDefinition, isWhole: isWhole, names: [])
        let parameter =
            isWhole
            ? ShaderParameters.integer(name, title: title, range: low...high, default: value)
            : ShaderParameters.number(name, title: title, range: low...high, default: value)
        return (parameter, setting)
    }

    // The result

    package func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int> {
        var plan = HookPlan(shader: self, values: values, size: size, isOpaque: true, time: .zero)
        plan.run()
        try ShaderLimits.require(plan.oversized, path: file.path)
        return plan.image.size
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        var plan = HookPlan(
            shader: self, values: values, size: conditions.entering.grid, isOpaque: conditions.isOpaque,
            time: conditions.time)
        plan.run()
        return plan.finish()
    }
}
