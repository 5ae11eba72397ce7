import Decoding
import Filters
import Imaging
import Video
import Localization

/// `info FILE…`: describes pictures and videos.
struct FileInfo {
    private let path: String
    private let contents: Contents

    private enum Contents {
        case picture(PictureHeader, PictureTrailer, format: String)
        case video(VideoInfo, FrameTable?)
    }

    /// Describes every file that can be read; an unreadable file does not stop the others.
    static func run(_ paths: [String], asJSON: Bool) throws(CommandError) -> ExitStatus {
        var files: [FileInfo] = []
        var status = ExitStatus.done
        for path in paths {
            do {
                files.append(try FileInfo(path))
            } catch {
                Console.complain("\(error)")
                status = .files
            }
        }
        if asJSON {
            try Console.print(JSONValue.array(files.map(\.json)).text)
        } else if !files.isEmpty {
            try Console.print(files.map(\.text).joined(separator: "\n\n"))
        }
        return status
    }

    private init(_ path: String) throws {
        self.path = path
        if let signature = try PictureKind(ofFile: path) {
            let (header, ending) = try Self.properties(path)
            contents = .picture(header, ending, format: signature.rawValue)
        } else {
            let reader = try VideoReader(path: path)
            contents = .video(reader.info, try reader.table())
        }
    }

    /// Describes a picture. Its pixels are only decoded if the information cannot be obtained otherwise.
    private static func properties(_ path: String) throws -> (PictureHeader, PictureTrailer) {
        if let header = try RemotePictureDecoder.shared.header(contentsOf: path), let ending = header.ending {
            return (header, ending)
        }
        let picture = try RemotePictureDecoder.shared.picture(contentsOf: path)
        let header = PictureHeader(
            width: picture.width, height: picture.height, depth: picture.pixels.depth,
            fileDepth: picture.depth,
            channels: picture.channels, colorSpace: picture.colorSpace, format: picture.format)
        let ending = PictureTrailer(
            orientation: .upright, metadata: picture.metadata,
            wholeSize: SIMD2(picture.width, picture.height),
            page: picture.page, dynamicRange: picture.dynamicRange)
        return (header, ending)
    }

    private var rows: [(String, String)] {
        switch contents {
        case .picture(let picture, let more, let format):
            return [
                ("picture", format), ("size", "\(picture.width) × \(picture.height) pixels"),
                ("depth", picture.fileDepth.description),
                ("channels", picture.channels.name),
                ("color space", picture.colorSpace.name ?? "other"),
                (
                    "profile",
                    picture.colorSpace.profile == nil
                        ? "none" : picture.colorSpace.profileName ?? "unnamed"
                ),
            ] + (more.dynamicRange.map { [("dynamic range", "\($0.rawValue), shown in SDR")] } ?? [])
                + (more.metadata.recipe == nil ? [] : [("recipe", "stored in its XMP")])
                + (more.metadata.shot?.facts.map { ($0.name.lowercased(), $0.text) } ?? [])
                + (more.metadata.blocks.isEmpty
                    ? [] : [("metadata", more.metadata.blocks.joined(separator: ", "))])
                + (more.page.count > 1 ? [("pictures", "\(more.page.count)")] : [])
        case .video(let info, let table):
            var rows = [
                ("video", info.container),
                ("size", "\(info.width) × \(info.height) pixels"),
                ("pixel aspect", "\(info.pixelAspect)"),
                ("codec", "\(info.codec), \(info.pixelFormat)"),
                ("frame rate", "\(decimal(info.rate.value, places: 3)) (\(info.rate))"),
            ]
            if let table {
                rows.append(("frames", "\(table.count)"))
                rows.append(("duration", "\(decimal(table.duration, places: 3)) seconds"))
            }
            if let order = info.fieldOrder {
                rows.append(("interlaced", order == .topFirst ? "top field first" : "bottom field first"))
            }
            if let range = info.highDynamicRange {
                rows.append(("dynamic range", "\(range.rawValue), shown in SDR"))
            }
            rows += info.sounds.map { ("sound", "\($0.codec), \($0.channels) channels, \($0.rate) Hz") }
            if info.subtitleCount > 0 { rows.append(("subtitles", "\(info.subtitleCount)")) }
            if info.chapterCount > 0 { rows.append(("chapters", "\(info.chapterCount)")) }
            return rows
        }
    }

    private var text: String { ([path] + Help.columns(rows)).joined(separator: "\n") }

    private var json: JSONValue {
        var keys: [String: JSONValue] = ["file": .string(path)]
        switch contents {
        case .picture(let picture, let more, let format):
            keys["kind"] = .string("picture")
            keys["format"] = .string(format)
            keys["width"] = .number(Double(picture.width))
            keys["height"] = .number(Double(picture.height))
            keys["depth"] = .number(Double(picture.fileDepth.rawValue))
            keys["channels"] = .string(picture.channels.name)
            keys["pages"] = .number(Double(more.page.count))
            keys["shot"] = more.metadata.shot.map(shotObject) ?? .null
            keys["metadata"] = .array(more.metadata.blocks.map(JSONValue.string))
            keys["space"] = picture.colorSpace.name.map(JSONValue.string) ?? .null
            keys["profile"] =
                picture.colorSpace.profile == nil
                ? .null : .string(picture.colorSpace.profileName ?? "")
        case .video(let info, let table):
            keys["kind"] = .string("video")
            keys["format"] = .string(info.container)
            keys["width"] = .number(Double(info.width))
            keys["height"] = .number(Double(info.height))
            keys["depth"] = .number(Double(info.depth.rawValue))
            keys["channels"] = .string(info.channels.name)
            keys["frames"] = .number(Double(table?.count ?? 0))
            keys["duration"] = .number(table?.duration ?? 0)
            keys["fps"] = .number(info.rate.value)
            keys["rate"] = .string("\(info.rate)")
            keys["codec"] = .string(info.codec)
            keys["pixelAspect"] = .string("\(info.pixelAspect)")
            keys["audio"] = .array(
                info.sounds.map {
                    .object([
                        "codec": .string($0.codec), "channels": .number(Double($0.channels)),
                        "rate": .number(Double($0.rate)),
                    ])
                })
        }
        return .object(keys)
    }
}

/// Times are in seconds and lengths in millimeters; null if the file does not contain them.
private func shotObject(_ shot: Shot) -> JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return .object([
        "camera": text(shot.camera), "lens": text(shot.lens), "taken": text(shot.date),
        "exposureTime": number(shot.exposureTime), "aperture": number(shot.aperture),
        "iso": number(shot.sensitivity.map(Double.init)), "focalLength": number(shot.focalLength),
    ])
}

extension Metadata {
    /// The kinds of data that are stored besides the pixels.
    fileprivate var blocks: [String] {
        [("EXIF", exif != nil), ("XMP", xmp != nil), ("IPTC", iptc != nil)].filter(\.1).map(\.0)
    }
}
