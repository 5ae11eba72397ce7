import System
import Filters
import FoundationEssentials
import Imaging
import Rendering
import Video

extension Recipe {
    /// Reads a recipe from a JSON file, such as one saved by Glint's window; unknown filters and keys are
    /// preserved.
    ///
    /// - Parameter path: the file.
    /// - Throws: ``ImagingError`` that names the path if the file cannot be read, ``RecipeError`` if it is
    ///   not a recipe.
    public init(contentsOf path: String) throws {
        try self.init(json: ImagingError.wrap(TextFile.read(path)))
    }

    /// Reads a recipe from a file, as ``init(contentsOf:)-(String)`` does.
    ///
    /// - Parameter url: the URL of the file.
    /// - Throws: ``ImagingError`` or ``RecipeError``.
    public init(contentsOf url: URL) throws {
        try self.init(contentsOf: url.filePath)
    }

    /// Adds a stage that is applied after all others.
    public mutating func append(_ stage: Stage) { stages.append(stage) }

    /// Adds the stages of another recipe, which are applied after those of this one.
    public mutating func append(contentsOf recipe: Recipe) { stages += recipe.stages }

    /// Concatenates the stages of two recipes. All other contents are those of the first recipe.
    public static func + (first: Recipe, second: Recipe) -> Recipe {
        var recipe = first
        recipe.append(contentsOf: second)
        return recipe
    }

    /// Adds the stages of another recipe, which are applied after those of this one.
    public static func += (recipe: inout Recipe, more: Recipe) { recipe.append(contentsOf: more) }

    /// The size of the recipe's result, computed without rendering.
    ///
    /// - Parameters:
    ///   - size: the width and height of the input picture in pixels, at least 1 each.
    ///   - catalog: the available filters; ``Renderer/catalog`` includes your custom filters.
    /// - Throws: ``RecipeError`` if the recipe is invalid for the filters, ``FilterError`` if no picture can
    ///   have that size or the result would be too large.
    public func outputSize(of size: SIMD2<Int>, in catalog: FilterCatalog = .builtIn) throws -> SIMD2<Int> {
        let (pixels, overflows) = size.x.multipliedReportingOverflow(by: size.y)
        guard size.x > 0, size.y > 0, !overflows, pixels <= DecodingOptions.greatestPixelCount else {
            throw FilterError.impossibleSize(width: size.x, height: size.y)
        }
        try catalog.validate(self)
        return try catalog.size(of: self, entering: size)
    }

    /// The size of the recipe's result for a picture; see ``outputSize(of:in:)-(SIMD2<Int>,_)``.
    public func outputSize(of picture: Picture, in catalog: FilterCatalog = .builtIn) throws -> SIMD2<Int> {
        try outputSize(of: SIMD2(picture.width, picture.height), in: catalog)
    }

    /// The size of the recipe's result for the frames of a video; see ``outputSize(of:in:)-(SIMD2<Int>,_)``.
    public func outputSize(of video: VideoInfo, in catalog: FilterCatalog = .builtIn) throws -> SIMD2<Int> {
        try outputSize(of: SIMD2(video.width, video.height), in: catalog)
    }
}
