import FoundationEssentials
import Localization

/// A shader in the Interactive Shader Format 2.0 (https://docs.isf.video): a fragment shader whose first comment
/// is a JSON object with its inputs and passes.
package struct ISFShader: ImportedShader {
    package let about: ShaderAbout
    package let parameters: [ParameterDeclaration]
    package let readsTime: Bool
    package let needsFramesInOrder: Bool
    package let makesAlpha = true

    package let file: ShaderFile.Text
    private let passes: [Pass]
    private let images: [Image]
    /// The text after the JSON comment, and the line at which it begins.
    private let body: (text: String, line: Int)
    private let vertex: String?
    /// The inputs of kind color, which are vectors of four in the shader.
    private let inputs: [Input]

    /// An image that the shader reads.
    private struct Image: Sendable {
        let name: String
        let source: Source

        enum Source: Sendable {
            /// The picture that is filtered.
            case entering
            /// A picture that the user chooses.
            case parameter
            /// A picture next to the shader file.
            case imported(String)

            var isEntering: Bool { if case .entering = self { true } else { false } }
        }
    }

    /// An input with a number, as opposed to an image.
    private struct Input: Sendable {
        let name: String
        /// True for a point whose range the file does not state; it is given in pixels.
        var isInPixels = false
        /// True for a `long`, whose choices have its values as ids.
        var isWhole = false
    }

    /// One of the passes.
    private struct Pass: Sendable {
        /// The buffer that the pass writes; empty for the result.
        let target: String
        let width: Formula?
        let height: Formula?
        let isFloat: Bool
        let isPersistent: Bool
    }

    /// The path of the vertex shader that belongs to a file.
    static func vertexPath(_ path: String) -> String {
        (path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path) + ".vs"
    }

    /// Reads a file; nil if the text has no JSON block. Throws ``ShaderMistake``.
    init?(_ file: ShaderFile.Text) throws(ShaderMistake) {
        guard let block = Self.block(in: file.content) else { return nil }
        guard let json = Self.json(block.json) else {
            throw ShaderMistake(
                line: block.line, message: tr("the JSON block of the ISF shader is not valid"))
        }
        guard case .object(let header) = json else { return nil }
        guard header["INPUTS"] != nil || header["ISFVSN"] != nil || header["PASSES"] != nil else {
            return nil
        }
        self.file = file
        var about = ShaderAbout(format: .isf, path: file.path, text: file.content)
        about.summary = header["DESCRIPTION"]?.isfText ?? ""
        about.credit = header["CREDIT"]?.isfText ?? about.credit
        self.about = about

        var parameters: [ParameterDeclaration] = []
        var images: [Image] = []
        var inputs: [Input] = []
        for case .object(let declared) in header["INPUTS"]?.isfArray ?? [] {
            guard let name = declared["NAME"]?.isfText, Self.isName(name) else {
                throw ShaderMistake(
                    line: block.line, message: tr("an input of the ISF shader has no usable NAME"))
            }
            let type = declared["TYPE"]?.isfText ?? ""
            if type == "image" {
                images.append(
                    Image(
                        name: name,
                        source: images.contains { $0.source.isEntering } ? .parameter : .entering))
                if case .parameter? = images.last?.source {
                    parameters.append(ShaderParameters.file(name, title: declared.isfTitle(name)))
                }
                continue
            }
            let (parameter, input) = try Self.parameter(name, type: type, declared, line: block.line)
            parameters.append(parameter)
            inputs.append(input)
        }
        for (name, path) in Self.imported(header["IMPORTED"]) where Self.isName(name) {
            images.append(Image(name: name, source: .imported(file.sibling(path))))
        }
        try ShaderLimits.requireDifferent(
            parameters, others: images.filter { !parameters.map(\.id).contains($0.name) }.map(\.name))
        (self.parameters, self.images, self.inputs) = (parameters, images, inputs)

        passes = try Self.passes(header, line: block.line)
        body = (LegacyGLSL.modern(String(block.rest)), block.restLine)
        vertex = file.text.vertex.map { LegacyGLSL.modern($0, isVertex: true) }
        let texts = [body.text, vertex ?? ""]
        needsFramesInOrder = passes.contains(where: \.isPersistent)
        readsTime =
            needsFramesInOrder
            || ["TIME", "TIMEDELTA", "FRAMEINDEX", "DATE"].contains { name in
                texts.contains { LegacyGLSL.mentions(name, in: $0) }
            }
    }

    // The header

    /// True if the first comment of a text is an object, as in an ISF file.
    static func hasHeader(_ text: String) -> Bool { block(in: text) != nil }

    /// The JSON in the first comment, and the text after that comment.
    private static func block(
        in text: String
    ) -> (json: Substring, line: Int, rest: Substring, restLine: Int)? {
        guard let start = text.firstRange(of: "/*"),
            text[start.upperBound...].first(where: { !$0.isWhitespace }) == "{",
            let end = text[start.upperBound...].firstRange(of: "*/")
        else { return nil }
        func line(at index: String.Index) -> Int { text[..<index].utf8.count { $0 == 0x0A } + 1 }
        return (
            text[start.upperBound..<end.lowerBound], line(at: start.lowerBound), text[end.upperBound...],
            line(at: end.upperBound)
        )
    }

    private static func json(_ text: Substring) -> JSONValue? {
        let decoder = JSONDecoder()
        // Several published files have a comma after the last member.
        decoder.allowsJSON5 = true
        return try? decoder.decode(JSONValue.self, from: Data(text.utf8))
    }

    private static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil && !name.hasPrefix("gl_") && !name.contains("__")
            && !name.hasPrefix("glint_")
    }

    /// The names and paths of the pictures that the file brings along.
    private static func imported(_ value: JSONValue?) -> [(name: String, path: String)] {
        switch value {
        case .object(let images)?:
            return images.sorted { $0.key < $1.key }.compactMap { name, image in
                guard case .object(let keys) = image, let path = keys["PATH"]?.isfText else { return nil }
                return (name, path)
            }
        case .array(let images)?:
            return images.compactMap { image in
                guard case .object(let keys) = image, let name = keys["NAME"]?.isfText,
                    let path = keys["PATH"]?.isfText
                else { return nil }
                return (name, path)
            }
        default: return []
        }
    }

    private static func parameter(
        _ name: String, type: String, _ keys: [String: JSONValue], line: Int
    ) throws(ShaderMistake) -> (ParameterDeclaration, Input) {
        let title = keys.isfTitle(name)
        switch type {
        case "float":
            let value = keys["DEFAULT"]?.isfNumber
            let low = keys["MIN"]?.isfNumber ?? min(0, value ?? 0)
            let high = max(low, keys["MAX"]?.isfNumber ?? max(1, value ?? 1))
            return (
                ShaderParameters.number(name, title: title, range: low...high, default: value ?? low),
                Input(name: name)
            )
        case "bool":
            return (
                ShaderParameters.toggle(name, title: title, default: keys["DEFAULT"]?.isfNumber ?? 0 != 0),
                Input(name: name)
            )
        case "event": return (ShaderParameters.toggle(name, title: title, default: false), Input(name: name))
        case "long":
            let values = (keys["VALUES"]?.isfArray ?? []).compactMap(\.isfNumber)
            let labels = (keys["LABELS"]?.isfArray ?? []).map { $0.isfText ?? "" }
            guard !values.isEmpty else {
                let value = keys["DEFAULT"]?.isfNumber ?? 0
                let low = keys["MIN"]?.isfNumber ?? min(0, value)
                let high = max(low, keys["MAX"]?.isfNumber ?? max(10, value))
                return (
                    ShaderParameters.integer(name, title: title, range: low...high, default: value),
                    Input(name: name, isWhole: true)
                )
            }
            var choices: [ParameterChoice] = []
            for (index, value) in values.enumerated() {
                let id = plain(value.rounded())
                guard !choices.contains(where: { $0.id == id }) else { continue }
                let label = labels.indices.contains(index) ? labels[index] : ""
                choices.append(ParameterChoice(id: id, title: label.isEmpty ? id : label))
            }
            let wanted = plain((keys["DEFAULT"]?.isfNumber ?? values[0]).rounded())
            let value = choices.contains { $0.id == wanted } ? wanted : choices[0].id
            return (
                ShaderParameters.choice(name, title: title, choices: choices, default: value),
                Input(name: name, isWhole: true)
            )
        case "color":
            let given = (keys["DEFAULT"]?.isfArray ?? []).compactMap(\.isfNumber).map { min(max($0, 0), 1) }
            let color = given.count >= 3 ? given : [0, 0, 0]
            return (
                ShaderParameters.color(
                    name, title: title,
                    default: SIMD4(color[0], color[1], color[2], color.count > 3 ? color[3] : 1)),
                Input(name: name)
            )
        case "point2D":
            func pair(_ key: String) -> SIMD2<Double>? {
                let numbers = (keys[key]?.isfArray ?? []).compactMap(\.isfNumber)
                return numbers.count == 2 ? SIMD2(numbers[0], numbers[1]) : nil
            }
            let (low, high) = (pair("MIN"), pair("MAX"))
            guard let low, let high else {
                let given = pair("DEFAULT") ?? SIMD2(0.5, 0.5)
                let isUnit = (0...1).contains(given.x) && (0...1).contains(given.y)
                return (
                    ShaderParameters.point(
                        name, title: title, range: nil, default: isUnit ? given : SIMD2(0.5, 0.5)),
                    Input(name: name, isInPixels: true)
                )
            }
            let range = low.min()...max(low.min(), high.max())
            let given = pair("DEFAULT") ?? (low + high) / 2
            return (
                ShaderParameters.point(
                    name, title: title, range: range,
                    default: given.clamped(
                        lowerBound: SIMD2(repeating: range.lowerBound),
                        upperBound: SIMD2(repeating: range.upperBound))),
                Input(name: name)
            )
        case "audio", "audioFFT":
            throw ShaderMistake(
                line: line,
                message: tr("the input \(name.quoted) is sound, which Glint does not pass to shaders")
            )
        default:
            throw ShaderMistake(
                line: line,
                message: tr("the input \(name.quoted) has the unknown type \(type.quoted)"))
        }
    }

    private static func passes(_ header: [String: JSONValue], line: Int) throws(ShaderMistake) -> [Pass] {
        var passes: [Pass] = []
        for case .object(let keys) in header["PASSES"]?.isfArray ?? [] {
            let target = keys["TARGET"]?.isfText ?? ""
            guard target.isEmpty || isName(target) else {
                throw ShaderMistake(
                    line: line, message: tr("\(target.quoted) cannot be the name of a buffer"))
            }
            func formula(_ key: String) throws(ShaderMistake) -> Formula? {
                guard let value = keys[key] else { return nil }
                if let number = value.isfNumber { return .number(number) }
                let text = (value.isfText ?? "").replacing("$", with: "")
                do throws(PassParser.Mistake) {
                    return try PassParser.formula(text)
                } catch {
                    throw ShaderMistake(line: line, message: "\(key): \(error.message)")
                }
            }
            passes.append(
                Pass(
                    target: target, width: try formula("WIDTH"), height: try formula("HEIGHT"),
                    isFloat: keys["FLOAT"]?.isfNumber ?? 0 != 0,
                    isPersistent: (keys["PERSISTENT"] ?? keys["persistent"])?.isfNumber ?? 0 != 0))
        }
        guard passes.count <= maxPasses else {
            throw ShaderMistake(line: line, message: tr("the shader has more than \(maxPasses) passes"))
        }
        let whole = Pass(target: "", width: nil, height: nil, isFloat: false, isPersistent: false)
        return passes.isEmpty ? [whole] : passes
    }

    private static let maxPasses = 64

    // The passes

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        var textures: [PictureTexture] = []
        for image in images {
            switch image.source {
            case .entering: break
            case .parameter:
                textures.append(
                    try PictureTexture(
                        name: image.name, path: values.text(ShaderParameters.id(of: image.name))))
            case .imported(let path): textures.append(try PictureTexture(name: image.name, path: path))
            }
        }
        let size = conditions.leaving.grid
        var made: [FilterPass] = []
        /// The latest content of each buffer.
        var buffers: [String: Int] = [:]
        let names = Set(passes.map(\.target).filter { !$0.isEmpty })
        for (index, pass) in passes.enumerated() {
            let isLast = index == passes.count - 1
            let own = isLast ? size : self.size(of: pass, picture: size, values: values)
            try ShaderLimits.require(own, path: file.path)
            var samplers: [ForeignShader.Sampler] = []
            var inputs: [FilterPass.Input] = []
            for image in images where image.source.isEntering {
                samplers.append(.init(name: image.name))
                inputs.append(.entering)
            }
            // A shader without an image makes its own; the pass still needs an input.
            if inputs.isEmpty {
                samplers.append(.init(name: "glint_entering"))
                inputs.append(.entering)
            }
            for name in names.sorted() {
                guard let earlier = buffers[name] else { continue }
                samplers.append(.init(name: name))
                inputs.append(.pass(earlier))
            }
            let unwritten = names.subtracting(buffers.keys).sorted()
            samplers += textures.map { .init(name: $0.name, repeats: true) }
            // Buffers that nothing has been written to in this frame have the content of the one before.
            samplers += unwritten.map { .init(name: $0) }
            var filterPass = FilterPass(
                name: passes.count > 1 ? "\(about.title), \(index + 1)" : about.title,
                shader: shader(index, samplers: samplers, isFloat: pass.isFloat), grid: own)
            filterPass.inputs = inputs
            filterPass.textures = textures
            filterPass.reads = unwritten.map { buffer($0, conditions) }
            if pass.isPersistent, names.contains(pass.target) {
                filterPass.keeps = buffer(pass.target, conditions)
            }
            filterPass.uniforms = uniforms(
                values, size: own, picture: size, index: index, time: conditions.time)
            filterPass.readsPerPixel = 8
            made.append(filterPass)
            if !pass.target.isEmpty { buffers[pass.target] = index }
        }
        return made
    }

    private func buffer(_ name: String, _ conditions: PassConditions) -> FilterPass.PersistentBuffer {
        FilterPass.PersistentBuffer(
            name: "\(file.version) \(conditions.stage) \(name)", frame: conditions.time.frame)
    }

    private func size(
        of pass: Pass, picture: SIMD2<Int>, values: [String: ParameterValue]
    ) -> SIMD2<Int> {
        var numbers = ["WIDTH": Double(picture.x), "HEIGHT": Double(picture.y)]
        for input in inputs {
            switch values[ShaderParameters.id(of: input.name)] {
            case .number(let number)?: numbers[input.name] = number
            case .text(let text)?: numbers[input.name] = Double(text)
            case .toggle(let isOn)?: numbers[input.name] = isOn ? 1 : 0
            default: break
            }
        }
        func side(_ formula: Formula?, _ whole: Int) -> Int {
            guard let value = formula?.value(numbers), value.isFinite else { return whole }
            return Int(min(max(value, 1), Double(ShaderLimits.maxSide)))
        }
        return SIMD2(side(pass.width, picture.x), side(pass.height, picture.y))
    }

    private func uniforms(
        _ values: [String: ParameterValue], size: SIMD2<Int>, picture: SIMD2<Int>, index: Int, time: FrameTime
    ) -> Uniforms {
        var uniforms: Uniforms = [
            "RENDERSIZE": .vec2(SIMD2<Double>(size)), "PASSINDEX": .int(index),
            "TIME": .float(time.seconds), "TIMEDELTA": .float(time.frame > 0 ? 1 / time.rate : 0),
            "FRAMEINDEX": .int(time.frame), "DATE": .vec4(ShaderDate.now(adding: time.seconds)),
        ]
        for input in inputs {
            switch values[ShaderParameters.id(of: input.name)] {
            case .number(let number)?:
                uniforms[input.name] = input.isWhole ? .int(ShaderLimits.whole(number)) : .float(number)
            case .toggle(let isOn)?: uniforms[input.name] = .bool(isOn)
            case .text(let text)?:
                let color = HexadecimalColor.colorWithAlpha(text)
                uniforms[input.name] = color.map { .vec4(SIMD4<Float>($0)) } ?? .int(Int(text) ?? 0)
            case .color(let color)?: uniforms[input.name] = .vec4(vector(color.x, color.y, color.z, 1))
            case .point(let point)?:
                uniforms[input.name] = .vec2(input.isInPixels ? point * SIMD2<Double>(picture) : point)
            case .curve?, nil: break
            }
        }
        return uniforms
    }

    private func shader(
        _ index: Int, samplers: [ForeignShader.Sampler], isFloat: Bool
    ) -> ForeignShader {
        let written = isFloat ? "glint_finite(glint_color)" : "clamp(glint_finite(glint_color), 0.0, 1.0)"
        let definitions = images.map { image in
            "#define _\(image.name)_imgRect vec4(0.0, 0.0, vec2(textureSize(\(image.name), 0)))\n"
                + "#define _\(image.name)_imgSize vec2(textureSize(\(image.name), 0))\n"
        }.joined()
        return ForeignShader(
            name: "\(file.version) \(isFloat)", title: file.path,
            fragment: [
                .builtIn("imported/upward.glsl"), .builtIn("imported/isf.glsl"),
                .generated(
                    definitions
                        + "in vec2 isf_FragNormCoord;\nvec4 glint_color = vec4(0.0);\n#define main glint_main"
                ),
                .foreign(body.text, file: file.path, firstLine: body.line),
                .generated("#undef main\nvoid main() { glint_main(); glint_result = \(written); }"),
            ],
            vertex: [
                .builtIn("imported/isf.glsl"),
                .generated(
                    """
                    out vec2 isf_FragNormCoord;
                    void isf_vertShaderInit() {
                        vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
                        isf_FragNormCoord = corner;
                        gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
                    }
                    #define vv_vertShaderInit isf_vertShaderInit
                    #define main glint_main
                    """),
                .foreign(
                    vertex ?? "void main() { isf_vertShaderInit(); }", file: Self.vertexPath(file.path),
                    firstLine: 1),
                .generated(
                    "#undef main\nvoid main() { glint_main(); gl_Position.y = -gl_Position.y; }"),
            ], origin: file, samplers: samplers)
    }
}

extension JSONValue {
    fileprivate var isfText: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var isfArray: [JSONValue] { if case .array(let values) = self { values } else { [] } }

    /// A number; published files also write numbers in quotes, and `true` for 1.
    fileprivate var isfNumber: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .bool(let isOn): isOn ? 1 : 0
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .null, .array, .object: nil
        }
    }
}

extension [String: JSONValue] {
    /// The title of an input: its label, or its name.
    fileprivate func isfTitle(_ name: String) -> String {
        if let label = self["LABEL"]?.isfText, !label.isEmpty { return label }
        return ShaderNames.title(name)
    }
}
