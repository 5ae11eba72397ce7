import Filters
import Foundation
import Imaging
import Rendering
import Synchronization
import TestSupport
import Testing

/// Predicting the size of a file before it is written.
@Suite("Size forecasts") struct SizeForecastTests {
    /// The predicted and the actual number of bytes.
    private func sizes(
        _ picture: Picture, _ recipe: Recipe, as format: PictureFormat, _ options: EncodingOptions
    ) throws -> (forecast: Int, saved: Int) {
        let folder = try TemporaryFolder()
        let path = folder.file("a." + format.rawValue)
        let forecast = Mutex(0)
        try withEngine { engine in
            let measuring = try ExportJob(
                ExportInput(picture), recipe: recipe, as: format,
                to: .nowhere { count in forecast.withLock { $0 = count } }, options: options, on: engine)
            while try measuring.step() {}
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("")).isEmpty)
            let save = try ExportJob(
                picture, recipe: recipe, to: path, options: options, overwrite: false, on: engine)
            while try save.step() {}
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (forecast.withLock { $0 }, try #require(attributes[.size] as? Int))
    }

    private static let settings: [(PictureFormat, EncodingOptions)] = [
        (.png, EncodingOptions(compression: .fast)),
        (.png, EncodingOptions(depth: .sixteen, compression: .smallest)),
        (.jpeg, EncodingOptions(quality: 5)),
        (.jpeg, EncodingOptions(quality: 95)), (.webp, EncodingOptions(quality: 60)),
        (.tiff, EncodingOptions()),
    ]

    @Test("the sample pictures", arguments: ["landscape.jpg", "transparency.png", "gradient-16bit.png"])
    func samples(name: String) throws {
        let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("data")
        let picture = try Picture(contentsOf: data.appendingPathComponent(name).path)
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": 1.4]), Recipe.Stage("resize", ["width": 500]),
        ]
        for (format, options) in Self.settings {
            let (forecast, saved) = try sizes(picture, recipe, as: format, options)
            #expect(abs(forecast - saved) * 10 <= saved, "\(format) \(options): \(forecast) of \(saved)")
        }
    }

    @Test("noise at full size")
    func noise() throws {
        var random = SystemRandomNumberGenerator()
        let pixels = PixelBuffer(width: 640, height: 480, depth: .eight) { bytes in
            for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &random) }
        }
        let picture = Picture(pixels: pixels, channels: .rgb)
        for (format, options) in Self.settings {
            let (forecast, saved) = try sizes(picture, [], as: format, options)
            #expect(abs(forecast - saved) * 10 <= saved, "\(format) \(options): \(forecast) of \(saved)")
        }
    }
}
