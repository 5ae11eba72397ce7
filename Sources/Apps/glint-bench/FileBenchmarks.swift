import Decoding
import Filters
import Imaging
import Rendering

extension Benchmark {
    static let decode = Benchmark(name: "decode", title: "reading 12 megapixels from a file") {
        let folder = try ScratchFolder()
        let picture = TestPicture.photograph.make()
        return try ["png", "jpg", "tif", "webp"].map { suffix in
            let path = folder.file("photograph." + suffix)
            try picture.write(to: path, options: EncodingOptions(compression: .fast))
            let samples = try Samples(5) { _ = try RemotePictureDecoder.shared.picture(contentsOf: path) }
            return Figure(name: suffix, value: samples.median, unit: "ms")
        }
    }

    static let export = Benchmark(
        name: "export", title: "file to file, 12 megapixels with saturation and blur (radius 10)"
    ) {
        let folder = try ScratchFolder()
        let picture = TestPicture.photograph.make()
        let recipe = Recipe([
            .init("saturation", ["amount": 0.3]), .init("gaussian-blur", ["radius": 10]),
        ])
        let renderer = try Renderer()
        return try ["png", "jpg"].map { suffix in
            let input = folder.file("photograph." + suffix)
            let output = folder.file("result." + suffix)
            try picture.write(to: input, options: EncodingOptions(compression: .fast))
            let samples = try Samples(3) {
                try renderer.render(
                    RemotePictureDecoder.shared.picture(contentsOf: input), recipe, to: output,
                    overwrite: true)
            }
            return Figure(name: "\(suffix) to \(suffix)", value: samples.median, unit: "ms")
        }
    }
}
