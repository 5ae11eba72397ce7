import Decoding
import Filters
import GPU
import Rendering

/// `info`: describes the device on which filters run, or files.
enum InfoCommand {
    static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
        guard arguments.operands.isEmpty else {
            return try FileInfo.run(arguments.operands, asJSON: arguments.has(.json))
        }
        try arguments.requireNoArguments()
        try printDevice(asJSON: arguments.has(.json))
        return .done
    }

    private static func printDevice(asJSON: Bool) throws(CommandError) {
        let renderer = try Result { () throws(GPUError) in try Renderer() }
            .mapError { CommandError.files($0.description) }.get()
        let forms: Forms
        do {
            forms = Forms(rows: try renderer.rowVariant(), others: try renderer.kernelVariant())
        } catch {
            throw .files("\(error)")
        }
        try Console.print(asJSON ? json(renderer, forms).text : text(renderer, forms))
    }

    /// The names of the kernel variants used on the device.
    private struct Forms {
        let rows: RowVariant
        let others: KernelVariant
    }

    private static func text(_ renderer: Renderer, _ forms: Forms) -> String {
        let traits = renderer.traits
        let rows = [
            ("renderer", traits.renderer),
            ("vendor", traits.vendor),
            ("OpenGL", traits.version),
            ("GLSL", traits.shadingLanguage),
            ("runs on", traits.isSoftware ? "the CPU (software renderer)" : "the GPU"),
            ("opened via", renderer.origin),
            ("largest texture", "\(traits.maxTextureSize) × \(traits.maxTextureSize) pixels"),
            ("shared memory", "\(traits.maxSharedMemory) bytes per workgroup"),
            ("row filters", forms.rows == .streamed ? "one whole row at a time" : "rows in parallel chunks"),
            (
                "other kernels",
                "\(forms.others.reading == .image ? "image reads" : "samplers"), "
                    + "workgroups of \(forms.others.workgroup.x) × \(forms.others.workgroup.y), "
                    + forms.others.sharing.summary
            ),
            ("decoding", RemotePictureDecoder.shared.sentence),
        ]
        return ([Program.versionLine] + Help.columns(rows)).joined(separator: "\n")
    }

    private static func json(_ renderer: Renderer, _ forms: Forms) -> JSONValue {
        guard case .object(var keys) = renderer.traits.json else { return .null }
        keys["program"] = .string(Program.versionLine)
        keys["origin"] = .string(renderer.origin)
        keys["rowFilters"] = .string(forms.rows.rawValue)
        keys["kernels"] = .string(forms.others.description)
        keys["decoding"] = RemotePictureDecoder.shared.json
        return .object(keys)
    }
}

extension KernelVariant.Sharing {
    fileprivate var summary: String {
        switch self {
        case .several: "several pixels per invocation"
        case .one: "one pixel per invocation"
        case .tile: "one pixel per invocation, from shared tiles"
        }
    }
}

extension RemotePictureDecoder {
    /// Where pictures and videos are decoded, and how decoding is sandboxed.
    fileprivate var sentence: String {
        switch location {
        case .inside: "in this process"
        case .insideAsRequested: "in this process, as set by GLINT_DECODE"
        case .nowhere: "unavailable: no decoder process could be started"
        case .process:
            switch sandbox()?.names {
            case nil: "unavailable: no decoder process could be started"
            case []?: "in a separate process, not sandboxed"
            case let names?: "in a separate process, sandboxed by " + names.joined(separator: ", ")
            }
        }
    }

    fileprivate var json: JSONValue {
        let sandbox = location == .process ? sandbox() : nil
        let name =
            switch location {
            case .inside, .insideAsRequested: "inside"
            case .process: sandbox == nil ? "nowhere" : "process"
            case .nowhere: "nowhere"
            }
        return .object([
            "place": .string(name),
            "sandbox": .array((sandbox?.names ?? []).map { .string($0.lowercased()) }),
        ])
    }
}

extension DeviceTraits {
    /// A machine-readable description of the device.
    fileprivate var json: JSONValue {
        .object([
            "renderer": .string(renderer), "vendor": .string(vendor), "version": .string(version),
            "shadingLanguage": .string(shadingLanguage), "software": .bool(isSoftware),
            "maxTextureSize": .number(Double(maxTextureSize)),
            "maxSharedMemory": .number(Double(maxSharedMemory)),
        ])
    }
}
