import Filters
import GPU
import Glibc
import Synchronization

/// Finds the fastest kernel variant for a device by running a few filters in each. The result is stored for
/// later runs of the program, because a GPU driver takes a second to compile all variants.
enum KernelVariantChoice {
    /// Devices already measured, so that other contexts on them need not measure again.
    private static let known = Mutex<[DeviceTraits: KernelVariant]>([:])

    /// The variant for a device.
    ///
    /// - Parameter memory: where results of earlier runs of the program are stored; nil to store nothing.
    static func variant(on device: Device, memory: KernelVariantCache? = .ofUser) throws(GPUError)
        -> KernelVariant
    {
        let traits = device.traits
        if let requested { return requested }
        // On llvmpipe, reading floats through samplers takes up to a fifth longer, and square workgroups
        // leave SIMD lanes idle.
        if traits.isSoftware { return .plain }
        if let variant = known.withLock({ $0[traits] }) { return variant }
        let variant: KernelVariant
        if let kept = memory?.variant(of: traits) {
            variant = kept
        } else {
            variant = try measured(on: device)
            memory?.keep(variant, of: traits)
        }
        return known.withLock { known in
            let first = known[traits] ?? variant
            known[traits] = first
            return first
        }
    }

    /// The variant that the user forces with `GLINT_KERNELS`, such as `texture-16x16-one`.
    private static let requested = getenv("GLINT_KERNELS").map { String(cString: $0) }.flatMap(
        KernelVariant.init)

    /// The fastest variant according to `milliseconds`, which returns nil for a variant that does not run.
    /// Each variant's time is the minimum of a few alternating runs, since other work may slow down any of
    /// them.
    static func fastest(_ milliseconds: (KernelVariant) throws(GPUError) -> Double?) throws(GPUError)
        -> KernelVariant
    {
        var times: [KernelVariant: Double] = [:]
        for run in 0..<runs {
            for variant in KernelVariant.all where run == 0 || times[variant] != nil {
                guard let time = try milliseconds(variant) else { continue }
                times[variant] = min(time, times[variant] ?? .infinity)
            }
        }
        let best = times.min { $0.value < $1.value }
        guard let best, let plain = times[.plain], best.value >= worthRatio * plain else {
            return best?.key ?? .plain
        }
        return .plain
    }

    /// If several variants are about equally fast, the plain one is used, so that the choice does not vary
    /// between runs.
    private static let worthRatio = 0.95
    private static let runs = 4

    /// Enough pixels to keep a GPU busy.
    private static let size = SIMD2(1024, 1024)

    /// Covers neighbors along rows, along columns and in a square, on a grid of the picture's size and on a
    /// reduced one, and a point filter fused into a blur.
    static let recipe: Recipe = [
        Recipe.Stage("exposure", ["stops": 0.5]),
        Recipe.Stage("gaussian-blur", ["radius": 3]), Recipe.Stage("gaussian-blur", ["radius": 12]),
        Recipe.Stage("median"),
    ]

    private static func measured(on device: Device) throws(GPUError) -> KernelVariant {
        let viewport = Viewport(wholeAt: size)
        let plan = try? Plan(
            recipe: recipe, catalog: .builtIn, sourceSize: size, viewport: viewport, precision: .rgba16f)
        guard let plan else { return .plain }
        // These dispatches do not belong to a frame, so their times are discarded.
        let timer = device.timer
        defer { device.timer = timer }
        let source = try device.textures.texture(width: size.x, height: size.y, format: .rgba8)
        let noise = (0..<size.x * size.y).map {
            UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) | 0xFF00_0000
        }
        try noise.withUnsafeBufferPointer { noise throws(GPUError) in
            guard let base = noise.baseAddress else { return }
            try device.upload(base, pixelsPerRow: size.x, to: source)
        }
        var isCompiled: Set<KernelVariant> = []
        return try fastest { variant throws(GPUError) in
            do throws(GPUError) {
                // Some drivers only finish compiling during the first run.
                if isCompiled.insert(variant).inserted { try run(plan, on: source, in: variant, of: device) }
                let clock = DispatchTimer(for: device.traits)
                device.timer = clock
                try run(plan, on: source, in: variant, of: device)
                device.timer = nil
                return clock.takeEntries().reduce(0) { $0 + $1.milliseconds }
            } catch .shader {
                return nil
            }
        }
    }

    /// Runs the passes of a plan in order.
    private static func run(
        _ plan: Plan, on source: Texture, in variant: KernelVariant, of device: Device
    ) throws(GPUError) {
        var made: [PassRunner.Placed] = []
        for pass in plan.passes {
            let inputs = pass.inputs.map { input in
                if case .pass(let index) = input { return made[index] }
                return PassRunner.Placed(texture: source, region: PixelRegion(size: size))
            }
            let result = PassRunner.Placed(
                texture: try device.textures.texture(
                    width: pass.region.size.x, height: pass.region.size.y, format: pass.format),
                region: pass.region)
            do {
                try PassRunner(device: device, variant: variant).run(pass, reading: inputs, into: result)
            } catch let error as GPUError {
                throw error
            } catch {
                // The measurement is never cancelled, and reads no pictures.
                return
            }
            made.append(result)
        }
    }
}
