// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Glint",
    products: [
        .library(name: "GlintKit", targets: ["GlintKit"]),
        .executable(name: "glint", targets: ["glint"]),
        .executable(name: "glint-cli", targets: ["glint-cli"]),
    ],
    targets: [
        // Libraries from Debian, and the C code needed for longjmp, macros and varargs.
        .systemLibrary(
            name: "CEpoxy", path: "Sources/SystemLibraries/CEpoxy", pkgConfig: "epoxy",
            providers: [.apt(["libepoxy-dev"])]),
        .systemLibrary(
            name: "CImageLibraries", path: "Sources/SystemLibraries/CImageLibraries", pkgConfig: "libpng",
            providers: [
                .apt([
                    "libjpeg62-turbo-dev", "liblcms2-dev", "libpng-dev", "libtiff-dev", "libwebp-dev",
                    "zlib1g-dev",
                ])
            ]),
        .systemLibrary(
            name: "CGLib", path: "Sources/SystemLibraries/CGLib", pkgConfig: "glib-2.0",
            providers: [.apt(["libglib2.0-dev", "libvips-dev"])]),
        .systemLibrary(
            name: "CAdwaita", path: "Sources/SystemLibraries/CAdwaita", pkgConfig: "libadwaita-1",
            providers: [.apt(["libgtk-4-dev", "libadwaita-1-dev"])]),
        .systemLibrary(
            name: "CLibSeccomp", path: "Sources/SystemLibraries/CLibSeccomp", pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(
            name: "CLibOpenEXR", path: "Sources/SystemLibraries/CLibOpenEXR", pkgConfig: "OpenEXR",
            providers: [.apt(["libopenexr-dev"])]),
        .target(name: "COpenEXR", dependencies: ["CLibOpenEXR"], path: "Sources/C/COpenEXR"),
        .systemLibrary(
            name: "CLibRaw", path: "Sources/SystemLibraries/CLibRaw", pkgConfig: "libraw_r",
            providers: [.apt(["libraw-dev"])]),
        .target(name: "CSystem", path: "Sources/C/CSystem"),
        // libvips, libjxl, libheif and FFmpeg's libraries are loaded when they are first needed to read or
        // write a file, liblensfun when a lens is first corrected, and Pango when text is first drawn. As
        // systemLibrary targets they would be linked to every program, which would triple the startup time.
        .target(name: "CLazyLibrary", path: "Sources/C/CLazyLibrary"),
        .target(
            name: "CImageFormats", dependencies: ["CGLib", "CImageLibraries", "CLazyLibrary"],
            path: "Sources/C/CImageFormats"),
        .target(name: "CVideo", dependencies: ["CLazyLibrary"], path: "Sources/C/CVideo"),
        .target(name: "CLensfun", dependencies: ["CLazyLibrary"], path: "Sources/C/CLensfun"),
        // `headers` contains links to Debian's headers, as in CLive.
        .target(
            name: "CPango", dependencies: ["CGLib", "CLazyLibrary"], path: "Sources/C/CPango",
            exclude: ["headers"],
            cSettings: [
                .headerSearchPath("headers"), .headerSearchPath("headers/cairo"),
                .headerSearchPath("headers/harfbuzz"),
            ]),
        // PipeWire's plugins are header-only.
        .systemLibrary(
            name: "CSPA", path: "Sources/SystemLibraries/CSPA", pkgConfig: "libspa-0.2",
            providers: [.apt(["libspa-0.2-dev"])]),
        // Likewise, GStreamer and PipeWire are loaded when sound or a camera is first used. The package
        // manager would link any library whose headers it finds through pkg-config, so `headers` contains
        // links to Debian's headers.
        .target(
            name: "CLive", dependencies: ["CGLib", "CLazyLibrary", "CSPA"], path: "Sources/C/CLive",
            exclude: ["headers"],
            cSettings: [.headerSearchPath("headers")]),

        // Files embedded in the programs.
        .executableTarget(name: "embed-files", path: "Sources/Apps/embed-files"),
        .plugin(
            name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"]),
        .target(name: "Shaders", path: "Shaders", plugins: ["EmbedFiles"]),
        .target(name: "Resources", path: "Resources", exclude: ["presets"], plugins: ["EmbedFiles"]),
        .target(name: "Presets", path: "Resources/presets", plugins: ["EmbedFiles"]),

        // The modules; each depends only on modules above it.
        .target(name: "Localization"),
        .target(name: "System", dependencies: ["CSystem", "Localization"]),
        .target(name: "GPU", dependencies: ["CEpoxy", "Localization"]),
        .target(
            name: "Imaging",
            dependencies: [
                "CGLib", "CImageFormats", "CImageLibraries", "CLibRaw", "COpenEXR", "CVideo", "Localization",
                "System",
            ]),
        .target(
            name: "Video", dependencies: ["CVideo", "CImageLibraries", "Imaging", "System", "Localization"]),
        .target(
            name: "Decoding",
            dependencies: ["CLibSeccomp", "CSystem", "CVideo", "Imaging", "System", "Video", "Localization"]),
        .target(
            name: "Live", dependencies: ["CLive", "CVideo", "Imaging", "System", "Video", "Localization"]),
        .target(name: "Filters", dependencies: ["CGLib", "CLensfun", "CPango", "Shaders", "Localization"]),
        .target(name: "TapeSound", dependencies: ["Filters", "Video"]),
        .target(
            name: "Rendering",
            dependencies: ["CVideo", "GPU", "Imaging", "System", "Filters", "Shaders", "Localization"]),
        .target(
            name: "CustomFilters",
            dependencies: ["CSystem", "GPU", "Imaging", "System", "Filters", "Rendering", "Localization"]),
        .target(
            name: "Editing",
            dependencies: ["Imaging", "System", "Filters", "Presets", "Video", "Localization"]),
        .target(
            name: "Exporting",
            dependencies: [
                "CSystem", "Filters", "GPU", "Imaging", "System", "Rendering", "TapeSound", "Video",
                "Localization",
            ]),
        .target(
            name: "GlintKit",
            dependencies: [
                "CustomFilters", "Exporting", "Filters", "GPU", "Imaging", "Live", "Rendering", "System",
                "Video",
            ]),
        .target(name: "Gtk", dependencies: ["CAdwaita", "Localization"]),
        .executableTarget(
            name: "glint",
            dependencies: [
                "CSystem", "GPU", "Imaging", "System", "Decoding", "Filters", "Rendering", "CustomFilters",
                "Exporting",
                "Editing", "Gtk", "Live", "Resources", "TapeSound", "Video", "Localization",
            ],
            path: "Sources/Apps/glint"),
        .executableTarget(
            name: "glint-cli",
            dependencies: [
                "CSystem", "GPU", "Imaging", "System", "Decoding", "Filters", "Rendering", "CustomFilters",
                "Exporting",
                "Editing", "Live", "TapeSound", "Video", "Localization",
            ],
            path: "Sources/Apps/glint-cli"),
        .executableTarget(
            name: "glint-bench",
            dependencies: [
                "CSystem", "Decoding", "Filters", "GPU", "Imaging", "Localization", "Rendering", "System",
            ],
            path: "Sources/Apps/glint-bench"),

        // Tests, and code that they share.
        .target(
            name: "TestSupport", path: "Tests/Support",
            exclude: [
                "dng.py", "floats.py", "heif_items.py", "lensfun.py", "pango.py", "raf.py", "tone_map.py",
            ]),
        .executableTarget(
            name: "probe",
            dependencies: [
                "CVideo", "Decoding", "Editing", "Filters", "GPU", "Imaging", "Live", "Rendering", "System",
                "Video",
            ],
            path: "Tests/Probe"),
        .executableTarget(
            name: "launch-peer", dependencies: ["Gtk", "Imaging"], path: "Tests/Bench/LaunchPeer"),
        // Replaces libFuzzer in builds without fuzzing: see `make fuzz`.
        .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CFuzzer", "CSystem", "CImageLibraries", "Decoding", "Editing", "Exporting", "Filters",
                "Imaging", "System", "Video",
            ],
            path: "Tests/Fuzzing", exclude: ["run", "seeds.py"]),
        .testTarget(name: "GPUTests", dependencies: ["GPU"]),
        .testTarget(name: "FiltersTests", dependencies: ["Filters", "Shaders"]),
        .testTarget(
            name: "RenderingTests",
            dependencies: [
                "CVideo", "GPU", "Imaging", "System", "Filters", "Rendering", "Shaders", "TestSupport",
            ],
            exclude: ["NTSC/Fixtures", "NTSC/model.py"]),
        .testTarget(
            name: "EditingTests",
            dependencies: ["Editing", "Filters", "Imaging", "System", "TestSupport", "probe"]),
        .testTarget(
            name: "WindowTests",
            dependencies: [
                "glint", "Exporting", "Editing", "Filters", "GPU", "Gtk", "Imaging", "System", "Live",
                "Rendering",
                "TestSupport",
            ],
            exclude: ["portal.py"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["TestSupport", "glint-bench", "glint-cli", "generate"]),
        .testTarget(name: "GlintKitTests", dependencies: ["GlintKit", "TestSupport", "glint-cli"]),
        .testTarget(
            name: "DecodingTests",
            dependencies: [
                "CVideo", "Decoding", "Imaging", "TestSupport", "Video", "fuzz", "probe",
            ]),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["Imaging", "System", "TestSupport", "probe"]),
        .testTarget(
            name: "VideoTests",
            dependencies: [
                "CVideo", "Exporting", "Filters", "GPU", "Imaging", "Rendering", "System", "TestSupport",
                "Video", "probe",
            ]),
        .testTarget(
            name: "TapeSoundTests", dependencies: ["Filters", "TapeSound", "TestSupport", "Video"]),
        .testTarget(
            name: "LiveTests",
            dependencies: ["Imaging", "Live", "TestSupport", "Video", "probe"]),

        // Generates pages in docs/, pictures in data/ and the translation template.
        .executableTarget(
            name: "generate", dependencies: ["Editing", "Filters", "GPU", "Imaging", "Rendering"],
            path: "docs/generate"),
    ],
    swiftLanguageModes: [.v6]
)
