import Decoding
import Filters
import GPU
import Imaging
import Rendering
import Localization

/// `histogram`: counts how often each value occurs in a picture, unchanged or with filters applied.
enum HistogramCommand {
    static let options = [CommandOption.json, RenderOptions.recipe, .preset, .acceptDamaged, .large]

    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        let stages = try StageArguments.stages(arguments.afterDashes ?? [], catalog: FilterSet.catalog)
        guard arguments.operands.count == 1, let input = arguments.operands.first, !input.isEmpty else {
            throw .usage("histogram needs one picture: \(Command.histogram.usage)")
        }
        let recipe = try FilterSet.recipe(stored: arguments.recipes().stages(), typed: stages)
        let histogram: Histogram
        do {
            let picture = try RemotePictureDecoder.shared.picture(
                contentsOf: input, options: arguments.decoding())
            histogram = try Renderer.forFilters().histogram(of: picture, recipe)
            picture.reportDamage(in: input)
        } catch let error as ImagingError {
            throw .files(error.sentenceWithOption)
        } catch {
            throw .files("\(input.shortened): \(error)")
        }
        try Console.print(arguments.has(.json) ? json(histogram).text : table(histogram))
    }

    private static func json(_ histogram: Histogram) -> JSONValue {
        var keys: [String: JSONValue] = ["pixels": .number(Double(histogram.pixelCount))]
        for channel in Histogram.Channel.allCases {
            keys[channel.name] = .array(histogram[channel].map { .number(Double($0)) })
        }
        return .object(keys)
    }

    /// One line per channel, with the mean, the median, and the shares of clipped pixels at either end.
    private static func table(_ histogram: Histogram) -> String {
        let rows = Histogram.Channel.allCases.map { channel in
            let counts = Array(histogram[channel])
            let sum = counts.enumerated().reduce(0.0) { $0 + Double($1.offset) * Double($1.element) }
            var (median, passed) = (0, counts[0])
            while passed * 2 < histogram.pixelCount {
                median += 1
                passed += counts[median]
            }
            let mean = decimal(sum / Double(max(1, histogram.pixelCount)), places: 1)
            let ends = Histogram.End.allCases.map { end in
                let share = Double(histogram.clipped(channel, at: end)) / Double(max(1, histogram.pixelCount))
                return "\(decimal(share * 100, places: 2)) % at \(end == .black ? 0 : 255)"
            }
            return (channel.name, "mean \(mean), median \(median), " + ends.joined(separator: ", "))
        }
        return (["\(histogram.pixelCount) pixels"] + Help.columns(rows)).joined(separator: "\n")
    }
}
