import Filters
import GPU
import Imaging
import Localization

/// Runs one pass on a device, in bands short enough not to delay other users of the device.
struct PassRunner {
    let device: Device
    /// The kernel variant.
    var variant = KernelVariant.plain
    /// Called between bands; if it returns true, the pass throws ``Cancelled``.
    var shouldStop: () -> Bool = { false }
    /// Called after each dispatch.
    var didDispatch: () -> Void = {}
    /// The content of a buffer from earlier frames.
    var content: (FilterPass.PersistentBuffer) -> Texture? = { _ in nil }
    /// Reads the pictures that passes use as textures.
    var readPicture: PictureReading = { try Picture(contentsOf: $0) }

    /// A texture, and which part of the working grid it contains.
    struct Placed {
        let texture: Texture
        let region: PixelRegion
    }

    /// Renders the pass's region into `result`; throws ``GPUError`` or ``Cancelled``.
    func run(_ pass: Plan.Pass, reading inputs: [Placed], into result: Placed) throws {
        var pictures: [Texture] = []
        if case .file(let filterPass) = pass.work { pictures = try filterPass.textures.map(texture) }
        if let fragment = pass.foreignShader {
            return try draw(fragment, pass, reading: inputs, pictures: pictures, into: result)
        }
        let shape = KernelShape(
            of: pass, inputFormats: inputs.map(\.texture.format), outputFormat: result.texture.format,
            textureFormats: pictures.map(\.format))
        let kernel = try kernel(shape)
        var data: [Float] = []
        let perInvocation = variant.pixelsPerInvocation(of: pass)
        var table: LookupTable?
        if case .file(let filterPass) = pass.work {
            data = filterPass.data
            if !data.isEmpty {
                precondition(data.count <= KernelGenerator.tableSize, "a table has to fit its block")
                data += [Float](repeating: 0, count: KernelGenerator.tableSize - data.count)
            }
            table = filterPass.table
        }
        var textures = inputs.map(\.texture)
        if let table { textures.append(try texture(of: table)) }
        textures += pictures
        for band in bands(of: pass) {
            if shouldStop() { throw Cancelled() }
            // Some kernels begin at a multiple of the pixels per invocation, which can be up to that many
            // pixels before the region.
            let start = band.origin &- (band.origin % perInvocation &+ perInvocation) % perInvocation
            let invocations = (band.end &- start &+ perInvocation &- 1) / perInvocation
            var groups = (invocations &+ variant.workgroup &- 1) / variant.workgroup
            if let variant = pass.rowVariant, let work = pass.rowWork {
                groups = variant.workgroups(for: work, rows: band.size.y)
            }
            try device.run(
                Device.Dispatch(
                    label: pass.name, kernel: kernel, inputs: textures, output: result.texture,
                    uniforms: uniforms(pass, band: band, inputs: inputs, result: result), data: data,
                    groups: groups, sampled: sampledInputs(inputs.count)))
            didDispatch()
        }
    }

    /// Draws a fragment shader over the result, which is the whole of the pass's picture.
    private func draw(
        _ shader: ForeignShader, _ pass: Plan.Pass, reading inputs: [Placed], pictures: [Texture],
        into result: Placed
    ) throws {
        let shape = KernelShape(
            of: pass, inputFormats: inputs.map(\.texture.format), outputFormat: result.texture.format,
            textureFormats: pictures.map(\.format))
        let kernel = try drawnKernel(shape, shader)
        var textures: [Texture] = []
        for input in inputs { textures.append(try sampled(input.texture)) }
        if case .file(let filterPass) = pass.work, let table = filterPass.table {
            textures.append(try texture(of: table))
        }
        textures += pictures
        if case .file(let filterPass) = pass.work {
            for buffer in filterPass.reads { textures.append(try content(buffer).map(sampled) ?? nothing()) }
        }
        let read = zip(textures, shader.samplers).map { texture, sampler in
            (
                texture: texture,
                sampling: Device.Sampling(isSmooth: sampler.isSmooth, repeats: sampler.repeats)
            )
        }
        for band in bands(of: pass) {
            if shouldStop() { throw Cancelled() }
            let groups = shader.workgroup.map { (band.size &+ $0.block &- 1) / $0.block }
            try device.draw(
                Device.Drawing(
                    label: pass.name, kernel: kernel, inputs: read, output: result.texture,
                    rows: band.origin.y..<band.end.y, groups: groups,
                    uniforms: uniforms(pass, band: band, inputs: inputs, result: result)))
            didDispatch()
        }
    }

    /// The compiled shader; throws ``FilterError`` with the first mistake in its file.
    private func drawnKernel(_ shape: KernelShape, _ shader: ForeignShader) throws -> Kernel {
        do throws(GPUError) {
            return try compiled(shape, shader)
        } catch {
            guard case .shader(_, let log) = error else { throw error }
            // Later errors often follow from the first; warnings may precede it.
            let lines = log.split(separator: "\n")
            let first = lines.first { $0.contains("error") } ?? lines.first ?? ""
            throw FilterError.file(path: shader.title, reason: String(first))
        }
    }

    private func compiled(_ shape: KernelShape, _ shader: ForeignShader) throws(GPUError) -> Kernel {
        try device.kernels.kernel(for: shape) { () throws(GPUError) in
            if let workgroup = shader.workgroup {
                return try Kernel(
                    compiling: ForeignKernel.compute(shader, shape, size: workgroup.invocations))
            }
            return try Kernel(
                vertex: ForeignKernel.vertex(shader, shape), fragment: ForeignKernel.fragment(shader, shape))
        }
    }

    /// The texture in a form that a sampler reads at fractions of its size: exactly as high as its picture.
    private func sampled(_ texture: Texture) throws(GPUError) -> Texture {
        guard texture.isPadded else { return texture }
        let exact = try device.textures.texture(
            width: texture.width, height: texture.height, format: texture.format)
        try device.copy(texture, to: exact)
        return exact
    }

    /// The key under which a kernel is cached.
    private struct Key: Hashable {
        let shape: KernelShape
        let variant: KernelVariant
    }

    private func kernel(_ shape: KernelShape) throws(GPUError) -> Kernel {
        try device.kernels.kernel(for: Key(shape: shape, variant: variant)) {
            KernelGenerator.source(for: shape, variant: variant)
        }
    }

    /// Runs a kernel over zero pixels, since some drivers finish compiling it only when it first runs.
    func prepare(_ shape: KernelShape) throws {
        if case .foreign(let shader) = shape.body {
            _ = try drawnKernel(shape, shader)
            return
        }
        let kernel = try kernel(shape)
        var inputs: [Texture] = []
        for format in shape.inputFormats {
            inputs.append(try device.textures.texture(width: 1, height: 1, format: format))
        }
        if shape.hasTable {
            inputs.append(try device.textures.texture(width: 1, height: 1, format: .rgba32f))
        }
        for format in shape.textureFormats {
            inputs.append(try device.textures.texture(width: 1, height: 1, format: format))
        }
        let output = try device.textures.texture(width: 1, height: 1, format: shape.outputFormat)
        try device.run(
            Device.Dispatch(
                label: shape.label, kernel: kernel, inputs: inputs, output: output,
                uniforms: [UInt8](repeating: 0, count: Self.largestBlock),
                data: shape.hasData ? [Float](repeating: 0, count: KernelGenerator.tableSize) : [],
                groups: SIMD2(1, 1), sampled: sampledInputs(shape.inputFormats.count)))
    }

    /// The number of textures read through samplers: the inputs, but not tables or pictures.
    private func sampledInputs(_ count: Int) -> Int { variant.reading == .texture ? count : 0 }

    /// The uniform block size in bytes that every device supports.
    private static let largestBlock = 16384

    /// One transparent pixel.
    private func nothing() throws(GPUError) -> Texture {
        try device.textureCache.texture(named: "") { () throws(GPUError) in
            let texture = try device.textures.texture(width: 1, height: 1, format: .rgba8)
            var nothing: UInt32 = 0
            try device.upload(&nothing, pixelsPerRow: 1, to: texture)
            return texture
        }
    }

    /// The texture of a picture, created on first use.
    private func texture(of picture: PictureTexture) throws -> Texture {
        if let text = picture.text { return try texture(of: text, named: picture.version) }
        guard !picture.path.isEmpty else { return try nothing() }
        if let kept = device.textureCache.texture(named: picture.version) {
            return try requireHald(kept, SIMD2(kept.width, kept.height), for: picture)
        }
        let pixels: PixelBuffer
        do {
            // Filters get sRGB values, which are the unchanged numbers in the file if it has no profile.
            pixels = try readPicture(picture.path).pixels.inSRGB(name: picture.path)
        } catch let error as ImagingError {
            throw FilterError.file(
                path: picture.path, reason: tr("\(picture.path) cannot be used as a texture: \(error)"))
        }
        guard max(pixels.width, pixels.height) <= device.traits.maxTextureSize else {
            throw FilterError.file(
                path: picture.path,
                reason: tr("\(picture.path) is larger than the maximum texture size of the graphics device"))
        }
        try requireHald(pixels, SIMD2(pixels.width, pixels.height), for: picture)
        return try device.textureCache.texture(named: picture.version) { () throws(GPUError) in
            // Kernels query the texture's size, so it must equal the picture's.
            let texture = try device.textures.texture(
                width: pixels.width, height: pixels.height, format: PixelFormat(holding: pixels.depth))
            try pixels.withUnsafeBytes { bytes throws(GPUError) in
                guard let base = bytes.baseAddress else { return }
                try device.upload(base, pixelsPerRow: pixels.width, to: texture)
            }
            return texture
        }
    }

    /// The texture of a text, which is drawn on first use.
    private func texture(of text: TextDrawing, named name: String) throws -> Texture {
        if let kept = device.textureCache.texture(named: name) { return kept }
        let pixels = try text.pixels()
        return try device.textureCache.texture(named: name) { () throws(GPUError) in
            let texture = try device.textures.texture(
                width: text.size.x, height: text.size.y, format: .rgba8)
            try pixels.withUnsafeBufferPointer { bytes throws(GPUError) in
                guard let base = bytes.baseAddress else { return }
                try device.upload(base, pixelsPerRow: text.size.x, to: texture)
            }
            return texture
        }
    }

    /// Returns the pixels of a picture, whose size must be that of a HaldCLUT if it is used as one.
    @discardableResult
    private func requireHald<Pixels>(
        _ pixels: Pixels, _ size: SIMD2<Int>, for picture: PictureTexture
    ) throws(FilterError) -> Pixels {
        guard picture.mustBeHald, size.x != size.y || HaldCLUT.level(ofSide: size.x) == nil else {
            return pixels
        }
        throw .file(path: picture.path, reason: HaldCLUT.refusal(of: picture.path))
    }

    /// The texture of a table, created on first use.
    private func texture(of table: LookupTable) throws(GPUError) -> Texture {
        try device.textureCache.texture(named: table.name) { () throws(GPUError) in
            let colors = table.colors
            let texture = try device.textures.texture(
                width: table.width, height: colors.count / table.width, format: .rgba32f)
            try colors.withUnsafeBufferPointer { colors throws(GPUError) in
                guard let base = colors.baseAddress else { return }
                try device.upload(base, pixelsPerRow: table.width, to: texture)
            }
            return texture
        }
    }

    /// Bands of full width that take a few milliseconds each: the desktop shares the device, and a run can
    /// only be stopped between bands.
    func bands(of pass: Plan.Pass) -> [PixelRegion] {
        // A foreign compute shader counts its workgroups from the first row, so it runs as a whole.
        if pass.foreignShader?.workgroup != nil { return [pass.region] }
        let step =
            if let variant = pass.rowVariant {
                variant.rowsPerWorkgroup
            } else {
                self.variant.pixelsPerInvocation(of: pass).y
            }
        // A software renderer on two cores applies a point filter to about this many pixels in 4 ms.
        let budget = device.traits.isSoftware ? 1e6 : 64e6
        // With one invocation per row, a band needs many rows.
        let fewest = pass.rowVariant == .streamed ? 8 : 1
        let wanted = Int(budget / (pass.costPerPixel * Double(max(1, pass.region.size.x))))
        let rows = max(fewest, wanted / step) * step
        return stride(from: pass.region.origin.y, to: pass.region.end.y, by: rows).map { y in
            PixelRegion(
                from: SIMD2(pass.region.origin.x, y),
                to: SIMD2(pass.region.end.x, min(y + rows, pass.region.end.y)))
        }
    }

    /// The size in bytes of the uniform block `glint_Pass` that ``KernelGenerator`` declares (std140).
    private func uniforms(
        _ pass: Plan.Pass, band: PixelRegion, inputs: [Placed], result: Placed
    ) -> [UInt8] {
        var words: [UInt32] = []
        func add(_ pair: SIMD2<Int>) {
            words += [UInt32(bitPattern: Int32(pair.x)), UInt32(bitPattern: Int32(pair.y))]
        }
        add(band.origin)
        add(band.end)
        add(result.region.origin)
        add(pass.region.origin)
        let perPixel = 1 / pass.picture.scale
        for value in [Double(pass.picture.size.x), Double(pass.picture.size.y), perPixel.x, perPixel.y] {
            words.append(Float(value).bitPattern)
        }
        for input in inputs {
            add(input.region.origin)
            add(input.region.end &- 1)
        }
        var values = pass.values
        if case .file(let filterPass) = pass.work {
            let (packed, curves) = filterPass.uniforms.packed()
            words += packed
            values = curves + values
        }
        for value in values.isEmpty ? [.zero] : values {
            words += [value.x.bitPattern, value.y.bitPattern, value.z.bitPattern, value.w.bitPattern]
        }
        return words.withUnsafeBytes { Array($0) }
    }
}
