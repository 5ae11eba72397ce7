import Filters
import Imaging
import Wording

/// How a person wants a picture written: its format, its size, and how it is compressed.
struct ExportChoices: Equatable, Sendable {
    /// The file's format; nil for that of each picture.
    var format: PictureFormat? = .png
    /// Of JPEG, WebP, JPEG XL and AVIF, 1…100.
    var quality = EncodingOptions().quality
    var size = Size.full
    /// Whether a format that can keeps its pixels exactly instead.
    var isLossless = false
    /// Bits per channel; nil for those of the picture.
    var depth: PixelBuffer.Depth?
    /// Of PNG.
    var compression = EncodingOptions().compression
    /// Of TIFF.
    var tiffCompression = EncodingOptions().tiffCompression

    var colors = Colors.keep
    /// Of ``Colors/file``.
    var profile: ProfileFile?
    /// What becomes of colors outside of a profile made of tables.
    var intent = RenderingIntent.relative
    var metadata = KeptMetadata.all
    /// Whether the file tells the recipe that it was made with.
    var keepsRecipe = false

    /// What of the picture's metadata the file gets.
    enum KeptMetadata: String, CaseIterable, Sendable {
        case all, withoutLocation, none

        /// The name shown to users.
        var title: String {
            switch self {
            case .all: tr("All")
            case .withoutLocation: tr("Without Location")
            case .none: tr("None", context: "metadata")
            }
        }

        /// What the encoder is told.
        var stripping: MetadataStripping? {
            switch self {
            case .all: nil
            case .withoutLocation: .location
            case .none: .all
            }
        }
    }

    /// The colors of the file.
    enum Colors: String, CaseIterable, Sendable {
        case keep, srgb, p3, file

        /// The name shown to users.
        var title: String {
            switch self {
            case .keep: tr("As in the Original")
            case .srgb: "sRGB"
            case .p3: "Display P3"
            case .file: tr("Profile From a File…")
            }
        }
    }

    /// A color profile that a person chose.
    struct ProfileFile: Equatable, Sendable {
        let path: String
        fileprivate let choice: ProfileChoice

        /// Reads it; throws ``ImagingError`` where it cannot be read or is none.
        init(path: String) throws(ImagingError) {
            self.path = path
            choice = try .profile(ofFile: path)
        }
    }

    private var profileChoice: ProfileChoice {
        switch colors {
        case .keep: .keep
        case .srgb: .sRGB
        case .p3: .displayP3
        case .file: profile?.choice ?? .keep
        }
    }

    /// How large the result is.
    enum Size: Equatable, Sendable {
        case full
        /// The longest side has at most so many pixels; a smaller picture keeps its size.
        case longestSide(Int)
        /// Percent of the full size.
        case percent(Double)

        /// The longest side that can be asked for, as in the filter Resize.
        static let longest = 60_000
        private static let percents = 1.0...400.0

        /// Reads what a person typed: nothing, a number of pixels, or a number with %; nil where it is none of these.
        init?(_ text: String) {
            var word = text.filter { !$0.isWhitespace }.lowercased()
            if word.isEmpty {
                self = .full
            } else if word.hasSuffix("%") {
                word.removeLast()
                guard let number = Double(word.replacing(",", with: ".")), Self.percents.contains(number)
                else { return nil }
                self = .percent(number)
            } else {
                if word.hasSuffix("px") { word.removeLast(2) }
                guard let number = Int(word), (1...Self.longest).contains(number) else { return nil }
                self = .longestSide(number)
            }
        }

        /// The size as a person types it.
        var text: String {
            switch self {
            case .full: ""
            case .longestSide(let pixels): "\(pixels)"
            case .percent(let percent):
                percent == percent.rounded()
                    ? "\(Int(percent)) %" : "\(percent) %".replacing(".", with: decimalSeparator)
            }
        }

        /// Whether a longer side was asked for than a result has.
        func isLarger(than result: SIMD2<Int>) -> Bool {
            if case .longestSide(let pixels) = self { pixels > result.max() } else { false }
        }

        /// The size in pixels of what is `full` at full size.
        func pixels(of full: SIMD2<Int>) -> SIMD2<Int> {
            let longest = Double(max(full.x, full.y))
            let scale: Double
            switch self {
            case .full: return full
            case .longestSide(let pixels): scale = min(1, Double(pixels) / longest)
            case .percent(let percent): scale = min(percent / 100, Double(Self.longest) / longest)
            }
            guard scale != 1 else { return full }
            return SIMD2<Int>(
                pointwiseMax((SIMD2<Double>(full) * scale).rounded(.toNearestOrAwayFromZero), SIMD2(1, 1)))
        }
    }

    /// Whether there is a quality to choose; of pictures of several formats there may be.
    var hasQuality: Bool { format.map { $0.hasQuality && !(isLossless && $0.canBeLossless) } ?? true }
    /// Whether pixels can be kept exactly instead.
    var canBeLossless: Bool { format?.canBeLossless ?? true }
    /// Whether there is a depth to choose.
    var hasDepth: Bool { format.map { $0.depths.count > 1 } ?? true }
    /// Whether there is a compression to choose.
    var hasCompression: Bool { format.map { $0 == .png || $0 == .jpeg } ?? true }
    /// Whether there is a compression of TIFF to choose.
    var hasTIFFCompression: Bool { format.map { $0 == .tiff } ?? true }

    /// What the encoder is told.
    ///
    /// - Parameter recipe: what the file tells of how it was made, where that is wanted.
    func options(telling recipe: Recipe) -> EncodingOptions {
        EncodingOptions(
            depth: depth, quality: quality, compression: compression, tiffCompression: tiffCompression,
            isLossless: isLossless, profile: profileChoice, intent: intent,
            stripping: metadata.stripping,
            keptRecipe: keepsRecipe ? .init(json: recipe.json, version: GlintVersion.current) : nil)
    }

    /// A recipe whose result has the size that was chosen, made by the filter Resize.
    ///
    /// - Parameter entering: the size in pixels of what enters the recipe.
    ///
    /// Throws ``FilterError`` if a filter of the recipe cannot do what it is told.
    func sized(
        _ recipe: Recipe, entering: SIMD2<Int>, in catalog: FilterCatalog
    ) throws(FilterError) -> Recipe {
        guard size != .full else { return recipe }
        let full = try catalog.size(of: recipe, entering: entering)
        let wanted = size.pixels(of: full)
        guard wanted != full else { return recipe }
        var sized = recipe
        sized.stages.append(
            .init("resize", ["width": .number(Double(wanted.x)), "height": .number(Double(wanted.y))]))
        return sized
    }
}

extension ExportChoices {
    /// The choices as words of the settings.
    var words: [String: String] {
        [
            "format": format?.rawValue ?? "same", "quality": "\(quality)", "size": size.text,
            "depth": depth.map { "\($0.rawValue)" } ?? "same", "compression": compression.rawValue,
            "tiff-compression": tiffCompression.rawValue, "lossless": isLossless ? "yes" : "no",
            "colors": colors.rawValue, "metadata": metadata.rawValue, "recipe": keepsRecipe ? "yes" : "no",
            "profile": profile?.path ?? "", "intent": intent.rawValue,
        ]
    }

    /// Takes the words that make sense; others leave what there is.
    mutating func take(_ words: [String: String]) {
        if words["format"] == "same" { format = nil }
        if let format = words["format"].flatMap(PictureFormat.init(rawValue:)) { self.format = format }
        if let quality = words["quality"].flatMap({ Int($0) }) { self.quality = min(max(quality, 1), 100) }
        if let size = words["size"].flatMap({ Size($0) }) { self.size = size }
        if let depth = words["depth"] {
            self.depth = Int(depth).flatMap { PixelBuffer.Depth(rawValue: $0) }
        }
        if let recipe = words["recipe"] { keepsRecipe = recipe == "yes" }
        if let lossless = words["lossless"] { isLossless = lossless == "yes" }
        if let compression = words["tiff-compression"].flatMap(TIFFCompression.init) {
            tiffCompression = compression
        }
        if let metadata = words["metadata"].flatMap(KeptMetadata.init) { self.metadata = metadata }
        if let intent = words["intent"].flatMap(RenderingIntent.init) { self.intent = intent }
        if let path = words["profile"], !path.isEmpty { profile = try? ProfileFile(path: path) }
        if let colors = words["colors"].flatMap(Colors.init), colors != .file || profile != nil {
            self.colors = colors
        }
        if let compression = words["compression"].flatMap(Compression.init) { self.compression = compression }
    }
}

extension TIFFCompression {
    /// The name shown to users.
    var title: String {
        switch self {
        case .none: tr("None", context: "compression")
        case .lzw: "LZW"
        case .deflate: "Deflate"
        case .zstd: "Zstandard"
        }
    }
}

extension RenderingIntent {
    /// The name shown to users.
    var title: String {
        switch self {
        case .relative: tr("Go to Its Edge")
        case .perceptual: tr("All Colors Move Together")
        }
    }
}

extension Compression {
    /// The name shown to users.
    var title: String {
        switch self {
        case .fast: tr("Fast")
        case .balanced: tr("Balanced")
        case .smallest: tr("Smallest File")
        }
    }
}
