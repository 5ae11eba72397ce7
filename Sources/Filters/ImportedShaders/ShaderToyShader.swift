/// ShaderToy code: a function `mainImage` (https://www.shadertoy.com/howto).
package struct ShaderToyShader: ImportedShader {
    package let about: ShaderAbout
    package let parameters: [ParameterDeclaration]
    package let readsTime: Bool
    package let makesAlpha = true

    package let file: ShaderFile.Text
    private let body: String
    /// The numbers of the channels besides 0 that the code reads.
    private let channels: [Int]
    private let readsMouse: Bool

    init(_ file: ShaderFile.Text) {
        self.file = file
        about = ShaderAbout(format: .shaderToy, path: file.path, text: file.content)
        body = LegacyGLSL.modern(file.content)
        func mentions(_ name: String) -> Bool { LegacyGLSL.mentions(name, in: file.content) }
        readsTime = ["iTime", "iGlobalTime", "iTimeDelta", "iFrame", "iDate", "iChannelTime"].contains(
            where: mentions)
        channels = (1...3).filter { mentions("iChannel\($0)") }
        readsMouse = mentions("iMouse")
        var parameters: [ParameterDeclaration] = []
        if readsMouse {
            parameters.append(
                ShaderParameters.point(
                    "iMouse", title: ShaderNames.title("mouse"), range: nil, default: .zero))
        }
        parameters += channels.map { ShaderParameters.file("iChannel\($0)", title: "Channel \($0)") }
        self.parameters = parameters
    }

    /// The value of a channel that stands for noise instead of a file.
    private static let noiseName = "noise"

    /// Random colors of 8 bits per channel, as in ShaderToy's texture "RGBA Noise Medium".
    private static let noise = LookupTable(name: "ShaderToy noise", width: 256) {
        var numbers = SplitMix(seed: 0)
        return (0..<256 * 256).map { _ in
            let bits = numbers.next()
            return SIMD4(
                Float(bits & 255), Float(bits >> 8 & 255), Float(bits >> 16 & 255), Float(bits >> 24 & 255))
                / 255
        }
    }

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        let size = conditions.leaving.grid
        let time = conditions.time
        var textures: [PictureTexture] = []
        var used: [Int] = []
        var replaced = (1...3).filter { !channels.contains($0) }.map { "#define iChannel\($0) iChannel0" }
        for channel in channels {
            let name = "iChannel\(channel)"
            if values.text(name) == Self.noiseName {
                replaced.append("#define \(name) glint_noise")
            } else {
                textures.append(try PictureTexture(name: name, path: values.text(name)))
                used.append(channel)
            }
        }
        let hasNoise = used.count < channels.count
        let mouse = values.point("iMouse") * SIMD2<Double>(size)
        let resolutions = (0...3).map { "vec3(vec2(textureSize(iChannel\($0), 0)), 1.0)" }
        let shader = ForeignShader(
            name: "\(file.version) \(used)", title: file.path,
            fragment: [
                .builtIn("imported/upward.glsl"), .builtIn("imported/shadertoy.glsl"),
                .generated(
                    replaced.joined(separator: "\n") + """

                        #define iGlobalTime iTime
                        vec3 iChannelResolution[4] = vec3[4](\(resolutions.joined(separator: ", ")));
                        float iChannelTime[4] = float[4](iTime, iTime, iTime, iTime);
                        """),
                // What the code leaves alone keeps the value it is called with: an alpha of 1.
                .generated("#define out inout"),
                .foreign(body, file: file.path, firstLine: 1),
                .generated(
                    """
                    #undef out
                    void main() {
                        vec4 color = vec4(0.0, 0.0, 0.0, 1.0);
                        mainImage(color, gl_FragCoord.xy);
                        glint_result = clamp(glint_finite(color), 0.0, 1.0);
                    }
                    """),
            ],
            vertex: [.builtIn("imported/fill.glsl")], origin: file,
            samplers: [.init(name: "iChannel0")]
                + (hasNoise ? [.init(name: "glint_noise", repeats: true)] : [])
                + textures.map { .init(name: $0.name, repeats: true) })
        var pass = FilterPass(name: about.title, shader: shader, grid: size)
        pass.inputs = [.entering]
        pass.table = hasNoise ? Self.noise : nil
        pass.textures = textures
        pass.uniforms = [
            "iResolution": .vec3(SIMD3(Double(size.x), Double(size.y), 1)),
            "iTime": .float(time.seconds), "iTimeDelta": .float(1 / time.rate), "iFrame": .int(time.frame),
            "iFrameRate": .float(time.rate), "iSampleRate": .float(44100),
            "iMouse": .vec4(vector(mouse.x, mouse.y, mouse.x, mouse.y)),
            "iDate": .vec4(ShaderDate.now(adding: time.seconds)),
        ]
        pass.readsPerPixel = 8
        return [pass]
    }
}
