/// A pass whose result is a picture file placed on the working picture, transparent around it.
struct PlacedImage {
    /// The size of the image. The raw value is its number in the kernel.
    enum Fit: Int {
        /// A part of the picture's width.
        case scaled = 0
        /// As large as fits.
        case inside = 1
        /// As small as covers the picture.
        case cover = 2
        /// The picture's size.
        case stretch = 3
        /// A part of the picture's width, repeated in all directions.
        case tile = 4
    }

    /// The path of the file.
    let path: String
    var fit = Fit.cover
    /// The image's width as a part of the picture's, unless it follows from the fit.
    var part = 1.0
    /// The position: 0, ½ or 1 along x and y.
    var anchor = SIMD2(0.5, 0.5)
    /// The distance from the picture's edges, as a part of its shorter side.
    var margin = 0.0

    /// - Parameter name: the name of the pass.
    ///
    /// Throws ``FilterError/file(path:reason:)`` if there is no such file.
    func pass(named name: String, conditions: PassConditions) throws(FilterError) -> FilterPass {
        let texture = try PictureTexture(name: "image", path: path)
        var pass = FilterPass(name: name, kernel: "engine/placed-image.glsl")
        pass.inputs = [.entering]
        pass.constants = ["FIT": fit.rawValue]
        pass.textures = [texture]
        pass.uniforms = ["part": .float(part), "anchor": .vec2(anchor), "margin": .float(margin)]
        pass.lasting = FilterPass.LastingResult(
            group: "\(name) \(conditions.stage)",
            name: "\(texture.version) \(fit) \(part) \(anchor) \(margin) \(conditions.entering)")
        return pass
    }
}
