import Filters
import Imaging
import Localization

extension FilterCatalog {
    /// Splits a recipe into the stages that map each color to another, wherever it is, and the titles of the
    /// others that have an effect.
    package func colorStages(of recipe: Recipe) -> (kept: Recipe, others: [String]) {
        var kept: [Recipe.Stage] = []
        var others: [String] = []
        for stage in recipe.stages where stage.isEnabled && (stage.opacity > 0 || stage.changes) {
            guard let filter = filter(of: stage) else {
                others.append(stage.filter)
                continue
            }
            if stage.isIdentity(of: filter) { continue }
            if mapsColors(stage, filter) { kept.append(stage) } else { others.append(filter.title) }
        }
        return (Recipe(kept), others)
    }

    private func mapsColors(_ stage: Recipe.Stage, _ filter: FilterDeclaration) -> Bool {
        let isByColor = stage.regions.allSatisfy { !$0.shape.hasPosition }
        guard isByColor, !filter.readsPosition, !filter.readsTime, !stage.changes else { return false }
        guard let multiPass = multiPass(of: stage) else { return true }
        return multiPass is LUT
    }
}

extension Renderer {
    /// The color table of a recipe, whose stages must all map colors; in sRGB.
    ///
    /// The table has the domain of the table that the recipe begins with, if it does, or else 0…1.
    ///
    /// - Parameter size: the number of entries per axis.
    /// - Throws: what ``render(_:_:depth:progress:)`` throws.
    package func colorTable(of recipe: Recipe, size: Int) throws -> CubeFile {
        var domain = (low: SIMD3<Float>.zero, high: SIMD3<Float>.one)
        if let first = recipe.stages.first, catalog.multiPass(of: first) is LUT,
            let parameter = catalog.filter(of: first)?.parameter("file"),
            case .text(let path) = first.value(of: parameter)
        {
            domain = LUT.domain(of: path) ?? domain
        }
        // The entries one below the other, red varying fastest.
        let pixels = try PixelBuffer(
            width: size, height: size * size, depth: .float, name: tr("the color table")
        ) { bytes in
            let colors = bytes.bindMemory(to: SIMD4<Float>.self)
            for index in 0..<size * size * size {
                let position = SIMD3(
                    Float(index % size), Float(index / size % size), Float(index / size / size))
                let color = domain.low + (domain.high - domain.low) * position / Float(size - 1)
                colors[index] = SIMD4(color, 1)
            }
        }
        let picture = Picture(pixels: pixels, channels: .rgb, depth: .float)
        let result = try render(picture, recipe, depth: .float)
        let entries = result.pixels.withUnsafeBytes { bytes in
            bytes.bindMemory(to: SIMD4<Float>.self).map { SIMD3($0.x, $0.y, $0.z) }
        }
        return CubeFile(size: size, domain: domain, entries: entries)
    }

    /// The HaldCLUT of a recipe, whose stages must all map colors: a picture of 16 bits in sRGB.
    ///
    /// - Parameter level: see ``HaldCLUT``.
    /// - Throws: what ``render(_:_:depth:progress:)`` throws.
    package func haldCLUT(of recipe: Recipe, level: Int) throws -> Picture {
        let (size, side) = (level * level, level * level * level)
        let pixels = try PixelBuffer(
            width: side, height: side, depth: .sixteen, name: tr("the color table")
        ) { bytes in
            let colors = bytes.bindMemory(to: SIMD4<UInt16>.self)
            func value(_ index: Int) -> UInt16 { UInt16((index * 65535 + (size - 1) / 2) / (size - 1)) }
            for index in 0..<side * side {
                colors[index] = SIMD4(
                    value(index % size), value(index / size % size), value(index / size / size), .max)
            }
        }
        return try render(Picture(pixels: pixels, channels: .rgb, depth: .sixteen), recipe)
    }
}
