import Foundation
import TestSupport
import Testing

/// Metadata of a file is kept in every other format that supports it.
@Suite("Metadata between all formats") struct MetadataPairTests {
    private enum Kind: String, CaseIterable {
        case jpeg = "jpg"
        case png
        case tiff = "tif"
        case webp
        case jpegXL = "jxl"
        case avif

        var name: String {
            switch self {
            case .jpeg: "a JPEG"
            case .png: "a PNG"
            case .tiff: "a TIFF"
            case .webp: "a WebP"
            case .jpegXL: "a JPEG XL"
            case .avif: "an AVIF"
            }
        }

        /// All of these formats support EXIF and XMP; in a PNG, IPTC is exiftool's “Raw profile type iptc”.
        var holdsIPTC: Bool { self == .jpeg || self == .png || self == .tiff }
        /// The group under which exiftool lists a comment: a segment of a JPEG, a text chunk of a PNG.
        var groupOfComments: String? {
            switch self {
            case .jpeg: "File"
            case .png: "PNG"
            case .tiff, .webp, .jpegXL, .avif: nil
            }
        }
    }

    private static let groups: Set = ["IFD0", "ExifIFD", "GPS", "InteropIFD", "IPTC"]
    /// Tags that describe how pixels are stored, which differ in the new file.
    private static let storage: Set = [
        "ImageWidth", "ImageHeight", "BitsPerSample", "Compression", "PhotometricInterpretation",
        "StripOffsets",
        "SamplesPerPixel", "RowsPerStrip", "StripByteCounts", "PlanarConfiguration", "SampleFormat",
        "FillOrder", "YCbCrPositioning", "ColorSpace",
        // Each format stores the resolution in different fields.
        "XResolution", "YResolution", "ResolutionUnit",
    ]

    private static let fields = [
        "-EXIF:Make=A maker", "-EXIF:Model=A camera", "-EXIF:Copyright=© Nobody", "-EXIF:Artist=An author",
        "-EXIF:ImageDescription=A lake", "-EXIF:Software=A program", "-EXIF:ModifyDate=2024:05:01 12:30:00",
        "-EXIF:ProcessingSoftware=Another", "-EXIF:XPKeywords=one;two", "-EXIF:Rating=4",
        "-EXIF:XResolution=300", "-EXIF:YResolution=300", "-EXIF:ResolutionUnit=inches",
        "-EXIF:ExposureTime=1/250", "-EXIF:FNumber=1.4", "-EXIF:ISO=200", "-EXIF:ShutterSpeedValue=1/250",
        "-EXIF:ExposureCompensation=-0.33", "-EXIF:DateTimeOriginal=2024:05:01 12:30:00",
        "-EXIF:OffsetTimeOriginal=+02:00", "-EXIF:LensMake=A maker", "-EXIF:LensModel=A lens of 50 mm",
        "-EXIF:LensInfo=50 50 1.4 1.4", "-EXIF:LensSerialNumber=12", "-EXIF:UserComment=Grüße vom See",
        "-EXIF:SubjectArea=5 6 7 8", "-EXIF:InteropIndex=R98",
        "-EXIF:GPSLatitude=52.5", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=13.4",
        "-EXIF:GPSLongitudeRef=W", "-EXIF:GPSAltitude=34.5", "-EXIF:GPSAltitudeRef=0",
        "-EXIF:GPSTimeStamp=12:30:01.5", "-EXIF:GPSDateStamp=2024:05:01", "-EXIF:GPSProcessingMethod=GPS",
        "-XMP-dc:Title=A title", "-XMP-dc:Title-de=Ein Titel", "-XMP-dc:Creator=An author",
        "-XMP-dc:Subject=lake", "-XMP-dc:Subject=Grün", "-XMP-dc:Rights=© Nobody", "-XMP-xmp:Rating=4",
        "-XMP-photoshop:Headline=A headline", "-XMP-lr:HierarchicalSubject=water|lake",
        "-XMP-exif:GPSLatitude=52.5", "-XMP-iptcExt:LocationCreatedCity=Berlin",
        "-IPTC:CodedCharacterSet=UTF8", "-IPTC:Keywords=lake", "-IPTC:Keywords=Grün",
        "-IPTC:Caption-Abstract=Grüße vom See", "-IPTC:City=Berlin", "-IPTC:By-line=An author",
        "-Comment=Grüße vom See",
    ]

    private func exiftool(_ arguments: [String]) throws -> String {
        let result = try runProgram("/usr/bin/exiftool", arguments: arguments)
        guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
        return result.output
    }

    /// Exiftool's output for a file, by group and name.
    private func tags(_ path: String) throws -> [String: String] {
        let output = try exiftool(["-j", "-G1", "-a", path])
        let files = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
        return try #require(files?.first).mapValues { "\($0)" }
    }

    private static func isKept(_ tag: String, in target: Kind) -> Bool {
        let parts = tag.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, !storage.contains(parts[1]) else { return false }
        if parts[0] == "IPTC" { return target.holdsIPTC }
        return groups.contains(parts[0]) || parts[0].hasPrefix("XMP-")
    }

    @Test(arguments: Kind.allCases, Kind.allCases)
    private func survives(source: Kind, target: Kind) throws {
        let folder = try temporaryFolder()
        let (old, new) = ("a." + source.rawValue, "b." + target.rawValue)
        if source == .jpegXL || source == .avif {
            try python(in: folder, "save('plain.png', noise(24, 32), dpi=(300, 300))")
            #expect(try glint(in: folder, "render", "plain.png", "-o", old).status == 0)
        } else {
            try python(in: folder, "save('\(old)', noise(24, 32), dpi=(300, 300))")
        }
        _ = try exiftool(["-q", "-m", "-overwrite_original"] + Self.fields + [folder.file(old)])
        let before = try tags(folder.file(old))
        #expect(before["IPTC:Keywords"] != nil || !source.holdsIPTC)
        #expect(before.count > 60)

        let run = try glint(in: folder, "render", old, "-o", new)
        #expect(run.status == 0)
        let after = try tags(folder.file(new))
        for (tag, value) in before where Self.isKept(tag, in: target) {
            #expect(after[tag] == value, "\(tag)")
        }
        if target == .tiff, source != .png {
            #expect(after["IFD0:XResolution"] == "300" && after["IFD0:ResolutionUnit"] == "inches")
        }
        var losses: [String] = []
        if source.holdsIPTC, !target.holdsIPTC {
            losses.append("\(new): its IPTC block cannot be stored in \(target.name) and was left out")
        }
        if let group = source.groupOfComments {
            let comment = try #require(before[group + ":Comment"])
            if let group = target.groupOfComments {
                #expect(after[group + ":Comment"] == comment)
            } else {
                losses.append(
                    "\(new): \(target.name) cannot contain the text entries “Comment”, which were left out")
            }
        }
        #expect(run.errorLines == losses)
    }
}
