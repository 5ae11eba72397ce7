import Exporting
import Filters
import Imaging
import Video

/// A clip to save: a video with filters, or a still with filters that move.
struct ClipSubject: Sendable {
    enum Medium: Sendable {
        /// A video; `part` is its trimmed part, if it is trimmed.
        case video(path: String, VideoInfo, FrameTable?, part: Range<Int>?)
        /// A still with animated filters.
        case still(Picture)
    }

    let medium: Medium
    let recipe: Recipe
    let catalog: FilterCatalog

    /// The rate of the frames that enter the recipe.
    var rate: Fraction {
        switch medium {
        case .video(_, let info, _, _): info.rate
        case .still: ClipRequest.usualRate
        }
    }

    /// The size of the frames that enter the recipe.
    var entering: SIMD2<Int> {
        switch medium {
        case .video(_, let info, _, _): SIMD2(info.width, info.height)
        case .still(let picture): SIMD2(picture.width, picture.height)
        }
    }

    /// The trimmed part; nil if the whole is played.
    var part: Range<Int>? {
        if case .video(_, _, _, let part) = medium { part } else { nil }
    }

    /// The indices of the frames to save, as far as they are known.
    func frames(_ choices: ClipSaveChoices) -> Range<Int> {
        switch medium {
        case .video(_, let info, let table, let part):
            (choices.isPart ? part : nil) ?? 0..<(table?.count ?? info.statedFrameCount ?? 0)
        case .still: 0..<max(1, Int((choices.duration * rate.value).rounded()))
        }
    }

    /// The seconds from the first frame to this one.
    func seconds(of frame: Int) -> Double {
        if case .video(_, _, let table?, _) = medium {
            return frame < table.count ? table.seconds(of: frame) : table.duration
        }
        return Double(frame) / rate.value
    }

    /// The common format of the frames that enter the recipe.
    func frameFormat(_ choices: ClipSaveChoices) -> VideoOutputFormat {
        switch medium {
        case .video(_, let info, let table, _):
            var format = VideoOutputFormat(info)
            if let table { format.measureRates(of: frames(choices), in: table) }
            return format
        case .still(let picture): return VideoOutputFormat(picture, rate: rate)
        }
    }

    /// The request to the engine.
    ///
    /// - Parameter frames: the indices of the frames to save; nil for those that were chosen.
    func request(
        _ choices: ClipSaveChoices, frames: Range<Int>? = nil, path: String, overwrite: Bool = false
    ) -> ClipRequest {
        let source: ClipRequest.Source
        switch medium {
        case .video(let file, _, let table, let part):
            let range = frames ?? (choices.isPart ? part : nil)
            source = .video(
                path: file, table: table, from: range.map { .frame($0.lowerBound) },
                to: range.map { .frame($0.upperBound) })
        case .still(let picture):
            source = .still(picture, rate: rate, count: (frames ?? self.frames(choices)).count)
        }
        // The engine refuses an invalid recipe, and says why.
        let sized = try? recipe.sized(choices.size, entering: entering, in: catalog)
        var request = ClipRequest(
            source, recipe: sized ?? recipe, to: path, as: choices.format,
            existing: overwrite ? .overwrite : .isError)
        request.maximumRate = choices.maximumRate
        return request
    }
}
