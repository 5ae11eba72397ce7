// swift-tools-version: 6.0
import PackageDescription

// Programs that use GlintKit as any other package would: `swift run --package-path Examples postcard`.
let names = [
    "custom-filter", "filter-camera", "filter-video", "many-at-once", "pixels-to-pixels", "postcard",
    "saturate-and-blur",
]

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "Glint", path: "..")],
    targets: names.map { name in
        .executableTarget(
            name: name, dependencies: [.product(name: "GlintKit", package: "Glint")], path: name)
    },
    swiftLanguageModes: [.v6]
)
