// make-samples [--draft] FOLDER [NAME…]
//
// Renders the sample pictures of this project, or only the named ones, and overwrites existing files. The
// output is the same every time. --draft renders the landscape at a quarter of its size.
import Foundation
import Imaging

struct Sample {
    let name: String
    var options = EncodingOptions(compression: .smallest)
    let make: () -> Picture
}

struct Failure: Error, CustomStringConvertible {
    let description: String
}

func makeSamples() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
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
        throw Failure(description: "usage: make-samples [--draft] FOLDER [NAME…]")
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

do {
    try makeSamples()
} catch {
    FileHandle.standardError.write(Data("make-samples: \(error)\n".utf8))
    exit(1)
}
