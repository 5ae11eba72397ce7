import Filters
import Live
import Video

/// `cameras`: lists the connected cameras, or the microphones.
enum CamerasCommand {
    static let microphones = CommandOption(long: "microphones", summary: "List microphones instead.")

    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        try arguments.requireNoArguments()
        let isOfMicrophones = arguments.has(microphones)
        let devices: [Device]
        do throws(LiveError) {
            devices = isOfMicrophones ? try microphoneDevices() : try cameraDevices()
        } catch {
            throw .files("\(error)")
        }
        let text: String
        if arguments.has(.json) {
            text = JSONValue.array(devices.map { json($0.id, $0.name, $0.modes) }).text
        } else if devices.isEmpty {
            text = "No \(isOfMicrophones ? "microphones" : "cameras") found."
        } else {
            text = devices.map { device in
                ([device.name, "  id: \(device.id)"] + (device.modes ?? []).map { "  \($0.title)" })
                    .joined(separator: "\n")
            }.joined(separator: "\n")
        }
        try Console.print(text)
    }

    private typealias Device = (id: String, name: String, modes: [Camera.Mode]?)

    private static func cameraDevices() throws(LiveError) -> [Device] {
        try Camera.all().map { ($0.id, $0.name, $0.modes) }
    }

    private static func microphoneDevices() throws(LiveError) -> [Device] {
        try Microphone.all().map { ($0.id, $0.name, nil) }
    }

    private static func json(_ id: String, _ name: String, _ modes: [Camera.Mode]?) -> JSONValue {
        var keys: [String: JSONValue] = ["id": .string(id), "name": .string(name)]
        keys["modes"] = modes.map { modes in
            .array(
                modes.map { mode in
                    var keys: [String: JSONValue] = [
                        "width": .number(Double(mode.width)), "height": .number(Double(mode.height)),
                    ]
                    keys["fps"] = mode.rate.map { .number($0.value) }
                    return .object(keys)
                })
        }
        return .object(keys)
    }
}
