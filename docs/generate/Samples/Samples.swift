import Imaging

/// The sample pictures of this project; the output is the same every time, and overwrites existing files.
/// --draft renders the landscape at a quarter of its size.
enum Samples {
    private struct Sample {
        let name: String
        var options = EncodingOptions(compression: .smallest)
        let make: () -> Picture
    }

    /// - Parameter arguments: [--draft] FOLDER [NAME…]
    static func run(_ arguments: [String]) throws {
        var arguments = arguments
        let draft = arguments.contains("--draft")
        arguments.removeAll { $0 == "--draft" }

        let samples = [
            Sample(name: "landscape.jpg", options: EncodingOptions(quality: 90)) {
                Picture(pixels: Landscape(scale: draft ? 0.25 : 1).photograph(), channels: .rgb)
            },
            Sample(name: "smpte-bars.png") { TestPatterns.smpteBars() },
            Sample(name: "zone-plate.png") { TestPatterns.zonePlate() },
            Sample(name: "gradient-16bit.png") { TestPatterns.gradient() },
            Sample(name: "transparency.png") { Glass.badge() },
        ]

        guard let folder = arguments.first, !folder.hasPrefix("-") else {
            throw Failure(description: "usage: generate samples [--draft] FOLDER [NAME…]")
        }
        let names = arguments.dropFirst()
        for name in names where !samples.contains(where: { $0.name == name }) {
            let known = samples.map(\.name).joined(separator: ", ")
            throw Failure(description: "no sample is called \(name); there are \(known)")
        }
        for sample in samples where names.isEmpty || names.contains(sample.name) {
            let path = folder.hasSuffix("/") ? folder + sample.name : "\(folder)/\(sample.name)"
            try sample.make().write(to: path, options: sample.options, overwrite: true)
            print(path)
        }
    }
}
