import Filters
import Imaging
import Video
import Localization

/// The `live` command's options.
struct LiveOptions {
    /// The destination of filtered frames.
    enum Destination {
        case pipewire
        case loopback(path: String)
        case file(path: String)
    }

    let camera: String?
    let microphone: String?
    let destination: Destination
    let size: SIMD2<Int>?
    let rate: Double?
    let duration: Double?
    let recipes: [RecipeSource]
    let stages: [Recipe.Stage]
    let encoding: VideoOptions
    let mayReplace: Bool

    static let declared = [
        camera, to, microphone, size, fps, duration, RenderOptions.recipe, .preset, ClipOptions.codec,
        ClipOptions.quality, ClipOptions.noTapeSound, RenderOptions.overwrite,
    ]

    private static let camera = CommandOption(
        long: "camera", value: "NAME", summary: "Camera, by id or name (default: the first).")
    private static let to = CommandOption(
        long: "to", value: "DESTINATION",
        summary: "Destination of the frames: pipewire, /dev/videoN or a file.")
    private static let microphone = CommandOption(
        long: "microphone", value: "NAME",
        summary: "Record sound from this microphone, by id or name (default: no sound).")
    private static let size = CommandOption(
        long: "size", value: "WxH",
        summary:
            "Frame size; scaled to fit, with bars, if the camera does not support it (default: near 1280x720)."
    )
    private static let fps = CommandOption(
        long: "fps", value: "N",
        summary: "Frames per second; excess frames from the camera are dropped (default: about 30).")
    private static let duration = CommandOption(
        long: "duration", value: "T", summary: "Stop after this time, in seconds or h:mm:ss.")

    init(_ arguments: ParsedArguments) throws(CommandError) {
        stages = try StageArguments.stages(arguments.afterDashes ?? [], catalog: FilterSet.catalog)
        if let word = arguments.operands.first {
            let isFilter = FilterSet.catalog.filter(word) != nil
            throw .usage(
                isFilter
                    ? "\(word.quoted) is a filter; filters follow --"
                    : "live takes only options, not \(word.quoted); see --help")
        }
        guard let to = arguments.value(of: Self.to), !to.isEmpty else {
            throw .usage("live needs --to DESTINATION: \(Command.live.usage)")
        }
        if to == "pipewire" {
            destination = .pipewire
        } else if to.hasPrefix("/dev/") {
            destination = .loopback(path: to)
        } else {
            destination = .file(path: to)
        }
        camera = arguments.value(of: Self.camera)
        microphone = arguments.value(of: Self.microphone)
        if case .file = destination {
        } else if microphone != nil {
            throw .usage("--microphone requires a file as the destination; other destinations have no sound")
        } else if let option = [
            ClipOptions.codec, ClipOptions.quality, ClipOptions.noTapeSound, RenderOptions.overwrite,
        ].first(where: arguments.given.contains) {
            throw .usage("\(option.spelling) requires a file as the destination, and \(to) is not one")
        }
        size = try arguments.value(of: Self.size).map(ParsedArguments.size)
        rate = try arguments.value(of: Self.fps).map(Self.rate)
        duration = try arguments.value(of: Self.duration).map(Self.seconds)
        recipes = try arguments.recipes()
        mayReplace = arguments.has(RenderOptions.overwrite)
        var encoding = VideoOptions(
            codec: try arguments.choice(ClipOptions.codec, of: VideoCodec.choices),
            quality: try arguments.percentage(ClipOptions.quality) ?? VideoOptions.defaultQuality)
        encoding.addsTapeSound = !arguments.has(ClipOptions.noTapeSound)
        self.encoding = encoding
    }

    private static func rate(_ word: String) throws(CommandError) -> Double {
        guard let rate = Fraction(ofRate: word) else {
            throw .usage("--fps must be a number such as 30 or 29.97, not \(word.quoted)")
        }
        return rate.value
    }

    private static func seconds(_ word: String) throws(CommandError) -> Double {
        guard case .seconds(let seconds)? = VideoPosition(word), seconds > 0 else {
            throw .usage("--duration must be seconds or h:mm:ss, not \(word.quoted)")
        }
        return seconds
    }
}
