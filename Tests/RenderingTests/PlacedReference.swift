/// A picture file placed on a frame, in double precision.
struct PlacedReference {
    let image: Reference
    /// The size at which it is shown, and the position of its corner, in pixels of the frame.
    let shown: SIMD2<Double>
    let origin: SIMD2<Double>
    var repeats = false

    /// The texels along an axis that contribute to a pixel, with their weights: the area that they share with
    /// the pixel if the image is reduced, otherwise those of linear interpolation.
    private func parts(_ axis: Int, _ pixel: Int) -> [(texel: Int, weight: Double)] {
        let size = axis == 0 ? image.width : image.height
        let scale = Double(size) / shown[axis]
        let low = (Double(pixel) - origin[axis]) * scale
        var parts: [(texel: Int, weight: Double)] = []
        if scale <= 1 {
            let middle = low + scale / 2 - 0.5
            let first = middle.rounded(.down)
            parts = [(Int(first), 1 - (middle - first)), (Int(first) + 1, middle - first)]
        } else {
            let high = low + scale
            parts = (Int(low.rounded(.down))...Int(high.rounded(.down))).map { texel in
                (texel, max(0, min(Double(texel + 1), high) - max(Double(texel), low)))
            }
            if !repeats { parts.removeAll { $0.texel < 0 || $0.texel >= size } }
        }
        if repeats { parts = parts.map { (($0.texel % size + size) % size, $0.weight) } }
        return parts
    }

    /// The premultiplied color at a pixel of the frame.
    subscript(x: Int, y: Int) -> SIMD4<Double> {
        if !repeats {
            let pixel = SIMD2(Double(x), Double(y))
            guard all(pixel + 1 .> origin), all(pixel .< origin + shown) else { return .zero }
        }
        var (sum, weights) = (SIMD4<Double>.zero, 0.0)
        for down in parts(1, y) {
            for across in parts(0, x) {
                let color = image[across.texel, down.texel]
                let weight = down.weight * across.weight
                sum += weight * SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
                weights += weight
            }
        }
        return weights > 0 ? sum / weights : .zero
    }
}
