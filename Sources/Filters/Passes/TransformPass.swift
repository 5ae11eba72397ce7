/// A pass that applies an affine map to the picture.
enum TransformPass {
    /// - Parameter map: maps working pixels of the result to working pixels of the input.
    static func make(name: String, map: ProjectiveMap) -> FilterPass {
        var pass = FilterPass(name: name, kernel: "engine/transform.glsl")
        var map = map
        // If pixel centers map to pixel centers, no interpolation is needed.
        let steps = [map.x.x, map.x.y, map.y.x, map.y.y]
        let origin = map(SIMD2(0.5, 0.5)) - 0.5
        let nearest = origin.rounded(.toNearestOrAwayFromZero)
        let isExact =
            steps.allSatisfy { abs($0 - $0.rounded()) < 1e-12 }
            && abs(origin.x - nearest.x) < 1e-6 && abs(origin.y - nearest.y) < 1e-6
        if isExact { map.offset += nearest - origin }
        pass.constants = ["EXACT": isExact ? 1 : 0]
        // The Lanczos window reaches three pixels to each side.
        pass.footprint = .mapped(map, halo: isExact ? .zero : SIMD2(3, 3))
        pass.readsPerPixel = isExact ? 1 : 36
        pass.uniforms = ["alongX": .vec2(map.x), "alongY": .vec2(map.y), "corner": .vec2(map.offset)]
        return pass
    }
}
