import Filters
import Imaging
import Localization

/// The settings for saving a picture: its format, its size, and how it is compressed.
struct ExportChoices: Equatable, Sendable {
    /// The file's format; nil to keep that of each picture.
    var format: PictureFormat? = .png
    /// 1…100, for formats that have a quality.
    var quality = EncodingOptions().quality
    var size = Size.full
    /// True if lossless compression is used instead, in formats that support it.
    var isLossless = false
    /// Bits per channel; nil to keep those of the picture.
    var depth: PixelBuffer.Depth?
    /// The compression of PNG.
    var compression = EncodingOptions().compression
    /// The compression of TIFF.
    var tiffCompression = EncodingOptions().tiffCompression

    var colors = Colors.keep
    /// The profile for ``Colors/file``.
    var profile: ProfileFile?
    /// The rendering intent for out-of-gamut colors in a lookup-table profile.
    var intent = RenderingIntent.relative
    /// The color that shows through transparent pixels, in formats without transparency.
    var background = Background.white
    var metadata = MetadataSelection.all
    /// True if the recipe is stored in the file.
    var keepsRecipe = false

    /// Which of the picture's metadata is copied to the file.
    enum MetadataSelection: String, CaseIterable, Sendable {
        case all, withoutLocation, none

        /// The name shown to users.
        var title: String {
            switch self {
            case .all: tr("All")
            case .withoutLocation: tr("Without Location")
            case .none: tr("None", context: "metadata")
            }
        }

        /// The settings for the encoder.
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

    /// A color profile chosen by the user.
    struct ProfileFile: Equatable, Sendable {
        let path: String
        fileprivate let choice: ProfileChoice

        /// Reads a profile; throws ``ImagingError`` if the file cannot be read or is not a profile.
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

    /// The size of the result.
    enum Size: Equatable, Sendable {
        case full
        /// The maximum length of the longest side; a smaller picture keeps its size.
        case longestSide(Int)
        /// A percentage of the full size.
        case percent(Double)

        /// The maximum length of the longest side, as in the filter Resize.
        static let longest = 60_000
        private static let percents = 1.0...400.0

        /// Parses typed text: nothing, a number of pixels, or a number with %; nil for anything else.
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

        /// The size as typed text.
        var text: String {
            switch self {
            case .full: ""
            case .longestSide(let pixels): "\(pixels)"
            case .percent(let percent):
                percent == percent.rounded()
                    ? "\(Int(percent)) %" : "\(percent) %".replacing(".", with: decimalSeparator)
            }
        }

        /// True if the requested longest side exceeds that of the result.
        func isLarger(than result: SIMD2<Int>) -> Bool {
            if case .longestSide(let pixels) = self { pixels > result.max() } else { false }
        }

        /// The size in pixels of a picture whose full size is `full`.
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

    // What can be chosen for files of certain formats: that of the choices, or those that pictures keep

    /// True if the quality can be chosen.
    func hasQuality(in formats: [PictureFormat]) -> Bool {
        formats.contains { $0.hasQuality && !(isLossless && $0.canBeLossless) }
    }

    /// True if lossless compression can be chosen.
    func canBeLossless(in formats: [PictureFormat]) -> Bool { formats.contains(where: \.canBeLossless) }

    /// True if the bit depth can be chosen.
    func hasDepth(in formats: [PictureFormat]) -> Bool { formats.contains { $0.depths.count > 1 } }

    /// True if the compression can be chosen.
    func hasCompression(in formats: [PictureFormat]) -> Bool {
        formats.contains { $0 == .png || $0 == .jpeg }
    }

    /// The settings for the encoder.
    ///
    /// - Parameter recipe: the recipe to store in the file, if enabled.
    func options(embedding recipe: Recipe) -> EncodingOptions {
        EncodingOptions(
            depth: depth, quality: quality, compression: compression, tiffCompression: tiffCompression,
            isLossless: isLossless, profile: profileChoice, intent: intent, background: background,
            stripping: metadata.stripping,
            keptRecipe: keepsRecipe ? .init(json: recipe.json, version: GlintVersion.current) : nil)
    }

    /// The recipe with a Resize stage that gives the result the chosen size.
    ///
    /// - Parameter entering: the size in pixels of the recipe's input.
    ///
    /// Throws ``FilterError`` if a filter of the recipe does not accept its parameters.
    func sized(
        _ recipe: Recipe, entering: SIMD2<Int>, in catalog: FilterCatalog
    ) throws(FilterError) -> Recipe {
        try recipe.sized(size, entering: entering, in: catalog)
    }
}

extension Recipe {
    /// The recipe with a Resize stage that gives the result the chosen size.
    ///
    /// - Parameter entering: the size in pixels of the recipe's input.
    ///
    /// Throws ``FilterError`` if a filter of the recipe does not accept its parameters.
    func sized(
        _ size: ExportChoices.Size, entering: SIMD2<Int>, in catalog: FilterCatalog
    ) throws(FilterError) -> Recipe {
        guard size != .full else { return self }
        let full = try catalog.size(of: self, entering: entering)
        let wanted = size.pixels(of: full)
        guard wanted != full else { return self }
        var sized = self
        sized.stages.append(
            .init("resize", ["width": .number(Double(wanted.x)), "height": .number(Double(wanted.y))]))
        return sized
    }
}

extension ExportChoices {
    /// The choices as strings for the settings.
    var values: [String: String] {
        [
            "format": format?.rawValue ?? "same", "quality": "\(quality)", "size": size.text,
            "depth": depth.map { "\($0.rawValue)" } ?? "same", "compression": compression.rawValue,
            "tiff-compression": tiffCompression.rawValue, "lossless": isLossless ? "yes" : "no",
            "colors": colors.rawValue, "metadata": metadata.rawValue, "recipe": keepsRecipe ? "yes" : "no",
            "profile": profile?.path ?? "", "intent": intent.rawValue, "background": background.rawValue,
        ]
    }

    /// Applies the valid strings; for invalid ones the current choice stays.
    mutating func take(_ values: [String: String]) {
        if values["format"] == "same" { format = nil }
        if let format = values["format"].flatMap(PictureFormat.init(rawValue:)) { self.format = format }
        if let quality = values["quality"].flatMap({ Int($0) }) { self.quality = min(max(quality, 1), 100) }
        if let size = values["size"].flatMap({ Size($0) }) { self.size = size }
        if let depth = values["depth"] {
            self.depth = Int(depth).flatMap { PixelBuffer.Depth(rawValue: $0) }
        }
        if let recipe = values["recipe"] { keepsRecipe = recipe == "yes" }
        if let lossless = values["lossless"] { isLossless = lossless == "yes" }
        if let compression = values["tiff-compression"].flatMap(TIFFCompression.init) {
            tiffCompression = compression
        }
        if let metadata = values["metadata"].flatMap(MetadataSelection.init) { self.metadata = metadata }
        if let intent = values["intent"].flatMap(RenderingIntent.init) { self.intent = intent }
        if let background = values["background"].flatMap(Background.init) { self.background = background }
        if let path = values["profile"], !path.isEmpty { profile = try? ProfileFile(path: path) }
        if let colors = values["colors"].flatMap(Colors.init), colors != .file || profile != nil {
            self.colors = colors
        }
        if let compression = values["compression"].flatMap(Compression.init) {
            self.compression = compression
        }
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

extension Background {
    /// The name shown to users.
    var title: String {
        switch self {
        case .white: tr("White", context: "background")
        case .black: tr("Black", context: "background")
        }
    }
}

extension RenderingIntent {
    /// The name shown to users.
    var title: String {
        switch self {
        case .relative: tr("Relative Colorimetric")
        case .perceptual: tr("Perceptual")
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
