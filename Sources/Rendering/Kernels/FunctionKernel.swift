import Filters

/// The declarations that let a function from a filter's file run as the kernel of a pass.
enum FunctionKernel {
    /// Declares the functions that read inputs and pictures, and `step`.
    static func declarations(of function: PassFunction, textures: [String]) -> String {
        var lines: [String] = []
        if function.isProbe {
            lines.append("int glint_reads = 0;\nivec2 glint_farthest = ivec2(0);\nivec2 glint_at = ivec2(0);")
        }
        for input in function.inputs {
            var counting = ""
            if function.isProbe {
                counting = "glint_reads++; "
                if input.isOnGrid { counting += "glint_farthest = max(glint_farthest, abs(p - glint_at)); " }
            }
            let color = "glint_load\(input.unit)(p)"
            let read = input.premultiplies ? "premultiplied(\(color))" : color
            lines.append("vec4 \(input.name)(ivec2 p) { \(counting)return \(read); }")
        }
        // Other functions in the file may refer to inputs that this pass does not read.
        let read = Set(function.inputs.map(\.name))
        let others = function.filter.passes.map(\.name) + [FilterDeclaration.entering]
        for name in others where !read.contains(name) {
            lines.append("vec4 \(name)(ivec2 p) { return vec4(0.0); }")
        }
        if function.filter.isPremultiplied { lines.append("#define PREMULTIPLIED_COLORS") }
        for texture in textures {
            lines.append(
                """
                ivec2 \(texture)Size = imageSize(glint_texture_\(texture));
                vec4 \(texture)(ivec2 p) {
                    return imageLoad(glint_texture_\(texture), clamp(p, ivec2(0), \(texture)Size - 1));
                }
                """)
        }
        if function.filter.readsTime {
            lines.append("Time time = Time(glint_seconds, glint_frame, glint_rate);")
        }
        if function.filter.runsAlongAxes {
            lines.append("const ivec2 step = \(function.axis == 1 ? "ivec2(0, 1)" : "ivec2(1, 0)");")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The expression for the pixel `p`.
    static func color(of function: PassFunction) -> String {
        let made = function.storesStraight ? "straight(\(function.name)(p))" : "\(function.name)(p)"
        guard function.isProbe else { return made }
        return
            "(glint_at = p, \(made), vec4(float(glint_reads), vec2(glint_farthest), 1.0))"
    }
}
