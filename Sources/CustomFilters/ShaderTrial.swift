import Filters
import FoundationEssentials
import GPU
import Imaging
import Rendering

/// Compiles a shader that was made for another program, and runs it once.
struct ShaderTrial {
    /// A recipe with the shader's stage.
    let recipe: Recipe
    /// The file that problems are reported for.
    let path: String
    /// Called with the device on which the shader is tried.
    var opened: (DeviceTraits) -> Void = { _ in }
    /// Called after each pass; no pass should take long.
    let runEnded: () -> Void

    /// Networks among the shaders take seconds for a megapixel on a software renderer.
    private static let side = 64

    /// The shader's problems; throws ``GPUError`` if the device fails.
    func problems() throws -> [FilterProblem] {
        let engine = try Engine(context: HeadlessContext())
        opened(engine.device.traits)
        runEnded()
        let noise = FilterCheck.noise(width: Self.side, height: Self.side)
        do {
            let source = SourceFrame(noise)
            let size = try engine.catalog.size(of: recipe, entering: source.size)
            _ = try engine.render(
                recipe, of: source, viewport: Viewport(wholeAt: size), keepsResults: false,
                shouldStop: {
                    runEnded()
                    return false
                })
            engine.device.finish()
        } catch let error as FilterError {
            let text = error.description
            return [FilterProblem(reading: text, paths: [path]) ?? FilterProblem(path: path, text)]
        }
        return []
    }
}
