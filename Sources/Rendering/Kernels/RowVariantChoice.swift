import Filters
import GPU
import Synchronization

/// Finds the faster row variant for a device by running a small row filter in both.
///
/// The device's name is a less reliable indicator: software renderers have no real shared memory, and some
/// GPUs have few lanes.
enum RowVariantChoice {
    /// Devices already measured, so that other contexts on them need not measure again.
    private static let known = Mutex<[DeviceTraits: RowVariant]>([:])

    /// The variant for a device; the first call takes some milliseconds plus the time to compile two small
    /// kernels.
    static func variant(on device: Device) throws(GPUError) -> RowVariant {
        if let variant = known.withLock({ $0[device.traits] }) { return variant }
        let variant = try measured(on: device)
        // If two contexts measure at the same time, both use the first result.
        return known.withLock { known in
            let first = known[device.traits] ?? variant
            known[device.traits] = first
            return first
        }
    }

    /// The faster variant according to `milliseconds`: each variant's time is the minimum of a few
    /// alternating runs, since other work may slow down any of them. There are no more runs than a clear
    /// result needs.
    static func faster(_ milliseconds: (RowVariant) throws(GPUError) -> Double) throws(GPUError) -> RowVariant
    {
        var (streamed, chunked) = (Double.infinity, Double.infinity)
        for _ in 0..<maxRuns {
            streamed = min(streamed, try milliseconds(.streamed))
            chunked = min(chunked, try milliseconds(.chunked))
            if max(streamed, chunked) > clearRatio * min(streamed, chunked) { break }
        }
        return chunked < worthRatio * streamed ? .chunked : .streamed
    }

    /// The variants' results differ in the last digits, so a device on which both are about equally fast
    /// should always use the same one.
    private static let worthRatio = 0.7

    private static let maxRuns = 4
    private static let clearRatio = 3.0

    /// Samples per row, and number of rows: enough to keep a GPU busy.
    private static let size = SIMD2(1024, 256)

    private static func measured(on device: Device) throws(GPUError) -> RowVariant {
        // These dispatches do not belong to a frame, so their times are discarded.
        let timer = device.timer
        defer { device.timer = timer }
        device.timer = nil
        let source = try device.textures.texture(width: size.x / 4, height: size.y, format: .rgba32f)
        let result = try device.textures.texture(width: size.x / 4, height: size.y, format: .rgba32f)
        let samples = (0..<size.x * size.y).map { Float($0 * 7919 % 1024) / 1024 }
        try samples.withUnsafeBufferPointer { samples throws(GPUError) in
            guard let base = samples.baseAddress else { return }
            try device.upload(base, pixelsPerRow: size.x / 4, to: source)
        }
        func run(_ variant: RowVariant, rows: Int) throws(GPUError) {
            let pass = probe(variant, rows: rows)
            do {
                try PassRunner(device: device).run(
                    pass, reading: [.init(texture: source, region: pass.region)],
                    into: .init(texture: result, region: pass.region))
            } catch let error as GPUError {
                throw error
            } catch {
                // The measurement is never cancelled.
                return
            }
        }
        // Some drivers only finish compiling during the first run.
        try run(.streamed, rows: 1)
        do throws(GPUError) {
            try run(.chunked, rows: 1)
        } catch .shader {
            return .streamed
        }
        return try faster { variant throws(GPUError) in
            let clock = DispatchTimer(for: device.traits)
            device.timer = clock
            try run(variant, rows: size.y)
            device.timer = nil
            return clock.takeEntries().reduce(0) { $0 + $1.milliseconds }
        }
    }

    /// A pass over rows of noise.
    static func probe(_ variant: RowVariant, rows: Int = size.y) -> Plan.Pass {
        let grid = SIMD2(size.x / 4, rows)
        var filter = FilterPass(name: "row filter, measured", kernel: "engine/row-probe.glsl")
        filter.rowWork = .filters
        filter.footprint = .rows(halo: 0)
        // A low-pass filter at a tenth of the sample rate, and some sharpening.
        filter.uniforms = [
            "rowLength": .int(size.x), "cut": .vec4(SIMD4(0.639, 0.208, 0.0675, 0)),
            "sharpening": .vec2(SIMD2(0.5, -0.5)),
        ]
        var pass = Plan.Pass(
            name: filter.name, work: .file(filter), inputs: [.source],
            picture: WorkingPicture(size: grid, grid: grid), region: PixelRegion(size: grid),
            format: .rgba32f, values: [])
        pass.rowVariant = variant
        return pass
    }
}
