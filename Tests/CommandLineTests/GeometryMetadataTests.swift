import Foundation
import TestSupport
import Testing

@Suite("Metadata that describes the picture's shape") struct GeometryMetadataTests {
    /// The tags printed by exiftool, by group and name.
    private func tags(_ name: String, in folder: TemporaryFolder) throws -> [String: String] {
        let lines = try runProgram(
            "/usr/bin/exiftool", arguments: ["-G1", "-s", "-n", "-a", "-u", folder.file(name)]
        ).output.split(separator: "\n")
        var tags: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), let bracket = line.firstIndex(of: "]") else {
                continue
            }
            let group = line[line.index(after: line.startIndex)..<bracket]
            let tag = line[line.index(after: bracket)..<colon].trimmingCharacters(in: .whitespaces)
            tags["\(group):\(tag)"] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return tags
    }

    /// A JPEG of 48 × 32 pixels with every tag about its size and about positions in it.
    private func makePicture(in folder: TemporaryFolder, _ more: [String] = []) throws {
        try python(in: folder, "save('a.jpg', noise(32, 48), dpi=(204, 98))")
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-q", "-overwrite_original", "-IFD0:ImageWidth=48", "-IFD0:ImageHeight=32",
                "-ExifIFD:ExifImageWidth=48", "-ExifIFD:ExifImageHeight=32",
                "-InteropIFD:RelatedImageWidth=48", "-InteropIFD:RelatedImageHeight=32",
                "-ExifIFD:SubjectArea=10 4 8 6", "-ExifIFD:SubjectLocation=10 4", "-IFD0:XResolution=204",
                "-IFD0:YResolution=98", "-IFD0:ResolutionUnit=inches", "-XMP-tiff:ImageWidth=48",
                "-XMP-tiff:ImageHeight=32", "-XMP-exif:ExifImageWidth=48", "-XMP-exif:ExifImageHeight=32",
                "-XMP-tiff:XResolution=204", "-XMP-tiff:YResolution=98", "-XMP-dc:Title=A title",
                "-XMP-mwg-rs:RegionInfo={AppliedToDimensions={W=48,H=32,Unit=pixel},RegionList=[{Area={X=0.5,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Ann,Type=Face}]}",
                "-XMP-GPano:CroppedAreaImageWidthPixels=48", "-XMP-GPano:ProjectionType=equirectangular",
                "-XMP-exif:SubjectArea=10, 4", "-IFD0:Model=A camera",
            ] + more + [folder.file("a.jpg")])
        #expect(written.status == 0, "\(written.errors)")
    }

    private func expectSize(_ tags: [String: String], _ width: Int, _ height: Int, _ note: String) {
        for (name, value) in [
            ("IFD0:ImageWidth", width), ("IFD0:ImageHeight", height), ("ExifIFD:ExifImageWidth", width),
            ("ExifIFD:ExifImageHeight", height), ("InteropIFD:RelatedImageWidth", width),
            ("InteropIFD:RelatedImageHeight", height), ("XMP-tiff:ImageWidth", width),
            ("XMP-tiff:ImageHeight", height), ("XMP-exif:ExifImageWidth", width),
            ("XMP-exif:ExifImageHeight", height),
        ] { #expect(tags[name] == "\(value)", "\(note) \(name)") }
    }

    @Test(
        "sizes are those of the result, and positions follow the pixels",
        arguments: [
            (["crop", "width=20", "height=12"], 20, 12), (["rotate", "turns=1"], 32, 48),
            (["resize", "width=24", "height=16"], 24, 16), (["flip"], 48, 32),
        ], ["b.jpg", "b.png", "b.webp"])
    func moved(filter: ([String], width: Int, height: Int), name: String) throws {
        let folder = try temporaryFolder()
        try makePicture(in: folder)
        let run = try glint(in: folder, arguments: ["render", "a.jpg", "-o", name, "--"] + filter.0)
        #expect(run.status == 0)
        let errors = run.errors
        for part in ["the subject's position", "the regions", "the position in a panorama"] {
            #expect(errors.contains(part), "\(part) in \(errors)")
        }
        let tags = try tags(name, in: folder)
        expectSize(tags, filter.width, filter.height, "\(filter.0) \(name)")
        for gone in ["Subject", "Region", "GPano"] {
            #expect(!tags.keys.contains { $0.contains(gone) }, "\(gone) in \(tags.keys.sorted())")
        }
        #expect(tags["XMP-dc:Title"] == "A title")
        #expect(tags["IFD0:Model"] == "A camera")
        let isTurned = filter.0[0] == "rotate"
        for group in ["IFD0", "XMP-tiff"] {
            #expect(tags["\(group):XResolution"] == (isTurned ? "98" : "204"), "\(group) \(name)")
            #expect(tags["\(group):YResolution"] == (isTurned ? "204" : "98"), "\(group) \(name)")
        }
    }

    @Test("a picture whose pixels do not move keeps all of it", arguments: ["b.jpg", "b.png"])
    func kept(name: String) throws {
        let folder = try temporaryFolder()
        try makePicture(in: folder)
        let run = try glint(in: folder, "render", "a.jpg", "-o", name, "--", "sepia")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let tags = try tags(name, in: folder)
        expectSize(tags, 48, 32, name)
        #expect(tags["ExifIFD:SubjectArea"] == "10 4 8 6")
        #expect(tags.keys.contains { $0.hasPrefix("XMP-mwg-rs:") })
        #expect(tags.keys.contains { $0.hasPrefix("XMP-GPano:") })
    }

    @Test(
        "the subject area is rotated with the picture's orientation",
        arguments: [
            (1, "10 4 8 6"), (2, "37 4 8 6"), (3, "37 27 8 6"), (4, "10 27 8 6"), (5, "4 10 6 8"),
            (6, "27 10 6 8"), (7, "27 37 6 8"), (8, "4 37 6 8"),
        ])
    func oriented(orientation: Int, area: String) throws {
        let folder = try temporaryFolder()
        try makePicture(in: folder, ["-IFD0:Orientation#=\(orientation)"])
        let run = try glint(in: folder, "render", "a.jpg", "-o", "b.jpg", "--", "sepia")
        #expect(run.status == 0)
        let tags = try tags("b.jpg", in: folder)
        let isTurned = orientation >= 5
        expectSize(tags, isTurned ? 32 : 48, isTurned ? 48 : 32, "orientation \(orientation)")
        #expect(tags["ExifIFD:SubjectArea"] == area)
        #expect(
            tags["ExifIFD:SubjectLocation"] == area.split(separator: " ").prefix(2).joined(separator: " "))
        for group in ["IFD0", "JFIF"] {
            #expect(tags["\(group):XResolution"] == (isTurned ? "98" : "204"), "\(group)")
            #expect(tags["\(group):YResolution"] == (isTurned ? "204" : "98"), "\(group)")
        }
    }

    @Test(
        "if pHYs and EXIF disagree, every output file agrees",
        arguments: ["jpg", "png", "tif", "webp", "avif"])
    func disagreement(suffix: String) throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            exif = Image.Exif()
            exif[0x010F] = "A maker"
            exif[0x011A], exif[0x011B], exif[0x0128] = 72.0, 72.0, 2
            Image.new("RGB", (8, 6)).save("a.png", exif=exif.tobytes(), dpi=(300, 200))
            """)
        let run = try glint(in: folder, "render", "a.png", "-o", "b." + suffix)
        #expect(run.status == 0, "\(run.errors)")
        let tags = try tags("b." + suffix, in: folder)
        let stated = tags.filter { $0.key.hasSuffix(":XResolution") || $0.key.hasSuffix(":YResolution") }
        #expect(!stated.isEmpty)
        for (name, value) in stated {
            let wanted = name.hasSuffix("XResolution") ? 300.0 : 200.0
            let number = try #require(Double(value))
            #expect(abs(number - wanted) < 0.1, "\(name) is \(value)")
        }
        #expect(tags["IFD0:Make"] == "A maker")
    }
}
