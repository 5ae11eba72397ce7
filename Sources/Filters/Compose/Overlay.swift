/// Blends a picture file with the picture.
struct Overlay: MultiPassFilter {
    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        let path = values.text("file")
        guard !path.isEmpty else { return [] }
        let image = PlacedImage(
            path: path, fit: Self.fits[values.choice("fit")] ?? .scaled, part: values.number("scale") / 100,
            anchor: Self.anchor(values.choice("anchor")), margin: values.number("margin") / 100)
        var pass = FilterPass(name: "overlay", kernel: "overlay.glsl")
        pass.inputs = [.entering, .previous]
        pass.uniforms = ["mode": .int(Self.number(ofMode: values.choice("mode")))]
        return [try image.pass(named: "overlay, picture", conditions: conditions), pass]
    }

    private static let fits: [String: PlacedImage.Fit] = [
        "scale": .scaled, "fit": .inside, "cover": .cover, "stretch": .stretch, "tile": .tile,
    ]

    /// 0, ½ or 1 along x and y.
    static func anchor(_ id: String) -> SIMD2<Double> {
        SIMD2(
            id.hasSuffix("left") ? 0 : id.hasSuffix("right") ? 1 : 0.5,
            id.hasPrefix("top") ? 0 : id.hasPrefix("bottom") ? 1 : 0.5)
    }

    /// The mode's number in the kernel.
    private static func number(ofMode id: String) -> Int {
        id == "addition" ? BlendMode.allCases.count : BlendMode(rawValue: id)?.number ?? 0
    }
}
