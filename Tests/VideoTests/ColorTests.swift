import Filters
import Foundation
import GPU
import Imaging
import Rendering
import TestSupport
import Testing
import Video

/// The colors of decoded frames, compared in double precision with the standards' formulas.
struct ColorTests {
    /// A video, and how the reference must interpret its stored planes.
    struct Kind: Sendable, CustomStringConvertible {
        let file: String
        /// The ffmpeg arguments after its input.
        let options: String
        let storage: ColorReference.Storage
        let size: String
        var description: String { "\(file) \(options)" }

        init(_ file: String, _ options: String, _ storage: ColorReference.Storage, size: String = "66x50") {
            self.file = file
            self.options = options
            self.storage = storage
            self.size = size
        }

        /// A video in FFV1, which stores every plane losslessly, with tags set by `setparams`, such as
        /// `colorspace=bt709`.
        static func ffv1(
            tags: String = "", range: String? = nil, filter: String? = nil, siting: String? = nil,
            _ storage: ColorReference.Storage,
            size: String = "66x50"
        ) -> Kind {
            // The chroma location is set by an encoder option before FFmpeg 7.1, and by the frames since.
            var parameters = tags.isEmpty ? [] : [tags]
            if let siting, filterSetsSiting { parameters.append("chroma_location=\(siting)") }
            var filters = [filter, "format=\(storage.pixels)"].compactMap(\.self)
            if !parameters.isEmpty { filters.append("setparams=" + parameters.joined(separator: ":")) }
            var options = range.map { " -color_range \($0)" } ?? ""
            if let siting, !filterSetsSiting { options += " -chroma_sample_location \(siting)" }
            return Kind(
                "ffv1.mkv",
                "-vf \(filters.joined(separator: ",")) -c:v ffv1 -pix_fmt \(storage.pixels)\(options)",
                storage, size: size)
        }

        private static let filterSetsSiting =
            (try? runProgram("/usr/bin/ffmpeg", arguments: ["-hide_banner", "-h", "filter=setparams"]))?
            .output.contains("chroma_location") == true

        /// A video of raw pixels.
        static func raw(_ pixels: String, _ storage: ColorReference.Storage? = nil) -> Kind {
            Kind("raw.nut", "-c:v rawvideo -pix_fmt \(pixels)", storage ?? .init(pixels: pixels))
        }
    }

    /// Videos created by one ffmpeg run, since starting ffmpeg takes longer than creating them.
    struct Group: Sendable, CustomTestStringConvertible {
        let name: String
        let kinds: [Kind]
        var testDescription: String { name }

        /// Creates the videos, whose content is noise so that chroma has steep edges everywhere, and files
        /// with their planes.
        func make(in folder: TemporaryFolder) throws -> [(kind: Kind, video: String, planes: String)] {
            let sizes = Set(kinds.map(\.size)).sorted()
            let files = kinds.enumerated().map { index, kind in
                (kind, folder.file("\(index).\(kind.file)"), folder.file("\(index).raw"))
            }
            let pictures = sizes.map {
                "-f lavfi -i testsrc2=s=\($0):r=25:d=0.08,format=gbrp,noise=alls=90:allf=t"
            }
            let videos = files.map { kind, video, _ in
                "-map \(sizes.firstIndex(of: kind.size) ?? 0) \(kind.options) \(video)"
            }
            try Media.make("videos", in: folder, (pictures + videos).joined(separator: " "))
            let inputs = files.map { _, video, _ in
                // FFmpeg's own VP9 decoder drops alpha.
                (video.hasSuffix("webm") ? "-c:v libvpx-vp9 " : "") + "-i \(video)"
            }
            let planes = files.enumerated().map { index, file in
                "-map \(index):v -vsync passthrough -f rawvideo -pix_fmt \(file.0.storage.pixels) \(file.2)"
            }
            try Media.make("planes", in: folder, (inputs + planes).joined(separator: " "))
            return files
        }
    }

    static let matrices: [Kind] = [
        .ffv1(tags: "colorspace=smpte170m", range: "tv", .init(pixels: "yuv420p")),
        .ffv1(tags: "colorspace=bt470bg", range: "pc", .init(pixels: "yuv420p", isFull: true)),
        .ffv1(tags: "colorspace=bt709", range: "tv", .init(pixels: "yuv420p", matrix: "709")),
        .ffv1(tags: "colorspace=bt709", range: "pc", .init(pixels: "yuv420p", matrix: "709", isFull: true)),
        .ffv1(tags: "colorspace=bt2020nc", .init(pixels: "yuv420p10le", matrix: "2020")),
        .ffv1(
            tags: "colorspace=bt2020nc", range: "pc",
            .init(pixels: "yuv444p12le", matrix: "2020", isFull: true)),
        .ffv1(tags: "colorspace=ycgco", .init(pixels: "yuv444p", matrix: "YCgCo")),
    ]

    static let unspecified: [Kind] = [
        .ffv1(.init(pixels: "yuv420p"), size: "32x576"),
        .ffv1(.init(pixels: "yuv420p", matrix: "709"), size: "32x578"),
        .ffv1(.init(pixels: "gray", isFull: true)),
        Kind(
            "motion.avi", "-c:v mjpeg -q:v 2 -pix_fmt yuvj420p",
            .init(pixels: "yuvj420p", isFull: true, siting: "center")),
        Kind(
            "full.mp4", "-c:v libx264 -pix_fmt yuvj420p -preset ultrafast",
            .init(pixels: "yuvj420p", isFull: true)),
        Kind("b.mpg", "-c:v mpeg2video -q:v 2 -pix_fmt yuv420p", .init(pixels: "yuv420p")),
        Kind("b.mpg", "-c:v mpeg1video -q:v 2", .init(pixels: "yuv420p", siting: "center")),
    ]

    static let sitings: [Kind] = ["left", "center", "topleft"].flatMap { siting -> [Kind] in
        [
            .ffv1(siting: siting, .init(pixels: "yuv420p", siting: siting)),
            .ffv1(siting: siting, .init(pixels: "yuv422p", siting: siting)),
        ]
    }

    static let layouts: [Kind] = [
        .ffv1(.init(pixels: "yuv422p")), .ffv1(.init(pixels: "yuv444p")),
        .ffv1(.init(pixels: "yuv411p")), .ffv1(.init(pixels: "yuv410p")),
        .ffv1(.init(pixels: "yuv440p")),
        .ffv1(.init(pixels: "yuv420p10le")), .ffv1(.init(pixels: "yuv422p10le")),
        .ffv1(.init(pixels: "yuv444p10le")), .ffv1(.init(pixels: "yuv420p12le")),
        .ffv1(.init(pixels: "yuv422p12le")), .ffv1(.init(pixels: "yuv444p16le")),
        .ffv1(.init(pixels: "gray10le", isFull: true)),
        .ffv1(.init(pixels: "gray16le", isFull: true)),
        .ffv1(.init(pixels: "gbrp10le")), .ffv1(.init(pixels: "gbrp12le")),
        .ffv1(.init(pixels: "gbrp16le")), .ffv1(.init(pixels: "bgr0")),
        .raw("nv12"), .raw("nv21"), .raw("uyvy422"), .raw("yuyv422"),
        .raw("rgb24"), .raw("bgr24"), .raw("gbrp"), .raw("0rgb"),
        .raw("gray", .init(pixels: "gray", isFull: true)),
        .raw("monow", .init(pixels: "monow", isFull: true)),
        .raw("monob", .init(pixels: "monob", isFull: true)),
        // Big-endian samples are the same as others once they are read.
        .raw("yuv420p10be", .init(pixels: "yuv420p10le")),
        Kind("flat.avi", "-c:v zmbv -pix_fmt pal8", .init(pixels: "pal8")),
    ]

    static let fields: [Kind] =
        ["tff", "bff"].flatMap { order -> [Kind] in
            [
                .ffv1(filter: "setfield=\(order)", .init(pixels: "yuv420p", isInterlaced: true)),
                .ffv1(filter: "setfield=\(order)", .init(pixels: "yuv420p10le", isInterlaced: true)),
                .ffv1(
                    filter: "setfield=\(order)", siting: "topleft",
                    .init(pixels: "yuv420p", siting: "topleft", isInterlaced: true)),
                .ffv1(filter: "setfield=\(order)", .init(pixels: "yuv422p", isInterlaced: true)),
            ]
        } + [
            Kind(
                "pal.mpg", "-vf setfield=tff -c:v mpeg2video -q:v 2 -pix_fmt yuv420p -flags +ilme+ildct",
                .init(pixels: "yuv420p", isInterlaced: true), size: "64x64"),
            Kind(
                "pal.dv", "-vf setfield=bff -pix_fmt yuv420p -r 25",
                .init(pixels: "yuv420p", siting: "topleft", isInterlaced: true), size: "720x576"),
            Kind(
                "ntsc.dv", "-vf setfield=bff -pix_fmt yuv411p -r 30000/1001",
                .init(pixels: "yuv411p", isInterlaced: true), size: "720x480"),
        ]

    static let odd: [Kind] =
        ["yuv420p", "yuv422p", "yuv411p", "yuv420p10le", "yuva420p"].flatMap {
            pixels in ["67x49", "1x1"].map { .ffv1(.init(pixels: pixels), size: $0) }
        }
        + ["67x49", "3x2", "1x1"].map {
            .ffv1(filter: "setfield=tff", .init(pixels: "yuv420p", isInterlaced: true), size: $0)
        }

    static let highRanges: [Kind] = [("smpte2084", "PQ"), ("arib-std-b67", "HLG")].flatMap {
        (transfer, range) -> [Kind] in
        [
            .ffv1(
                tags: "colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(transfer)",
                .init(pixels: "yuv420p10le", matrix: "2020", range: range)),
            // Primaries and matrix default to BT.2020.
            .ffv1(tags: "color_trc=\(transfer)", .init(pixels: "yuv444p12le", matrix: "2020", range: range)),
        ]
    }

    /// The videos have noise in alpha as well.
    private static let alpha = "format=rgba,noise=c3s=90:c3f=t"

    static let alphas: [Kind] = [
        Kind(
            "alpha.webm",
            "-vf \(alpha) -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuva420p -b:v 4M",
            .init(pixels: "yuva420p")),
        Kind(
            "alpha.mov", "-vf \(alpha) -c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le",
            .init(pixels: "yuva444p12le")),
        Kind("alpha.mov", "-vf \(alpha) -c:v qtrle -pix_fmt argb", .init(pixels: "argb")),
        .ffv1(filter: alpha, .init(pixels: "yuva422p10le")),
        .ffv1(filter: alpha, .init(pixels: "yuva420p")),
        .ffv1(filter: alpha, .init(pixels: "bgra")),
        .ffv1(filter: alpha, .init(pixels: "gbrap12le")),
    ]

    @Test(
        "Frames have the standards' colors to within 0.6 levels, of 65535 where they have more than 8 bits",
        arguments: [
            Group(name: "matrices", kinds: matrices), Group(name: "unspecified", kinds: unspecified),
            Group(name: "sitings", kinds: sitings), Group(name: "layouts", kinds: layouts),
            Group(name: "fields", kinds: fields), Group(name: "odd sizes", kinds: odd),
            Group(name: "alpha", kinds: alphas),
        ])
    func color(_ group: Group) throws {
        try compare(group, tolerance: 0.6)
    }

    @Test("High dynamic range becomes that of BT.1886 as BT.2390 says, to within 0.05 levels of 255")
    func highRange() throws {
        try compare(Group(name: "high dynamic range", kinds: Self.highRanges), tolerance: 13)
    }

    @Test(
        "A device converts the planes of frames to the same colors",
        arguments: [
            Group(name: "matrices", kinds: matrices), Group(name: "unspecified", kinds: unspecified),
            Group(name: "sitings", kinds: sitings), Group(name: "layouts", kinds: layouts),
            Group(name: "fields", kinds: fields), Group(name: "odd sizes", kinds: odd),
            Group(name: "alpha", kinds: alphas),
        ])
    func colorOnDevice(_ group: Group) throws {
        try compare(group, tolerance: 0.6, on: Engine(context: HeadlessContext()))
    }

    @Test("A device maps high dynamic range to within 0.2 levels of 255")
    func highRangeOnDevice() throws {
        try compare(
            Group(name: "high dynamic range", kinds: Self.highRanges), tolerance: 52,
            on: Engine(context: HeadlessContext()))
    }

    /// The layouts that devices do not read: palettes, single bits, and samples in the other byte order.
    private static let convertedByDecoder = ["pal8", "monow", "monob", "yuv420p10be"]

    /// - Parameter engine: converts the planes of the frames; nil for the decoder's own conversion.
    private func compare(_ group: Group, tolerance: Double, on engine: Engine? = nil) throws {
        let folder = try temporaryFolder()
        for (kind, video, planes) in try group.make(in: folder) {
            let reader = try VideoReader(path: video, readsPlanes: engine != nil)
            #expect(reader.info.highDynamicRange?.rawValue == kind.storage.range, "\(kind)")
            var frames: [VideoFrame] = []
            while let frame = try reader.next() {
                if let engine, case .planes(let planes) = frame.content {
                    frames.append(VideoFrame(frame, pixels: try pixels(of: planes, on: engine)))
                } else {
                    let isUnreadable = Self.convertedByDecoder.contains { kind.options.contains($0) }
                    #expect(engine == nil || isUnreadable, "\(kind)")
                    frames.append(frame)
                }
            }
            #expect(frames.count >= 2, "\(kind)")
            #expect(frames.allSatisfy { ($0.fieldOrder != nil) == kind.storage.isInterlaced }, "\(kind)")
            let isDeep = frames.first?.pixels.depth == .sixteen
            #expect(isDeep == kind.storage.pixels.hasSuffix("le"), "\(kind)")
            let difference = try ColorReference.difference(of: frames, from: planes, kind.storage)
            #expect(difference <= tolerance, "\(kind)")
        }
    }

    /// The result of a recipe without filters.
    private func pixels(of planes: FramePlanes, on engine: Engine) throws -> PixelBuffer {
        try PixelBuffer(width: planes.size.x, height: planes.size.y, depth: planes.depth, name: "") { bytes in
            let texture = try engine.render(
                Recipe(),
                of: SourceFrame(.planes(planes), isOpaque: planes.isOpaque, of: SourceID(), at: .zero),
                viewport: Viewport(wholeAt: planes.size), precision: .rgba32f,
                outputFormat: planes.depth == .eight ? .rgba8ui : .rgba16ui, keepsResults: false)
            let readback = Readback(on: engine.device)
            try readback.start(texture) { bytes.copyMemory(from: .init(rebasing: $0[..<bytes.count])) }
            try readback.finish()
        }
    }
}

extension VideoFrame {
    fileprivate init(_ frame: VideoFrame, pixels: PixelBuffer) {
        self.init(
            number: frame.number, time: frame.time, seconds: frame.seconds, duration: frame.duration,
            content: .pixels(pixels), fieldOrder: frame.fieldOrder)
    }
}
