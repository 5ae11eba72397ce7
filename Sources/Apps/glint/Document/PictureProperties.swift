import System
@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk
import Imaging
import Rendering
import Video
import Localization

/// Properties under a heading.
struct PropertyGroup {
    struct Property: Equatable {
        let name: String
        let value: String
    }

    let title: String
    var properties: [Property] = []

    /// Adds a property, unless its value is unknown.
    mutating func add(_ name: String, _ value: String?) {
        if let value, !value.isEmpty { properties.append(Property(name: name, value: value)) }
    }
}

extension Document {
    /// The known properties of the picture: its file, its pixels, and how it was taken.
    @MainActor
    var properties: [PropertyGroup] { [fileProperties, pixelProperties, takingProperties] }

    @MainActor
    private var fileProperties: PropertyGroup {
        var group = PropertyGroup(title: tr("File"))
        group.add(tr("Name"), name)
        guard let path = file?.path else { return group }
        group.add(tr("Folder"), PathName.folder(of: path))
        if let status = FileStatus(path) {
            group.add(tr("Size"), formattedSize(status.byteCount))
            group.add(tr("Modified", context: "date"), status.changed)
        }
        return group
    }

    private var pixelProperties: PropertyGroup {
        var group = PropertyGroup(title: medium.clip == nil ? tr("Picture") : tr("Video"))
        let source = sourceFrame.size
        let megapixels = Double(source.x * source.y) / 1e6
        let size = tr("\(source.x) × \(source.y)")
        // One decimal, as on cameras: “12.0” for 12.
        group.add(
            tr("Size"),
            megapixels >= 0.1 ? tr("\(size) (\(spelled(megapixels, places: 1)) megapixels)") : size)
        if let result = try? catalog.size(of: recipe, entering: source), result != source {
            group.add(tr("Edited Size"), tr("\(result.x) × \(result.y)"))
        }
        switch medium {
        case .picture(let picture):
            group.add(tr("Format"), picture.format?.name)
            if picture.page.count > 1 {
                group.add(tr("Page"), tr("\(picture.page.number) of \(picture.page.count)"))
            }
            group.add(tr("Colors"), picture.channels.title)
            group.add(tr("Depth"), picture.depth.description)
            group.add(tr("Color Space"), picture.colorSpace.name)
            group.add(tr("Color Profile"), picture.colorSpace.profileName)
            group.add(tr("Dynamic Range"), picture.dynamicRange.map { tr("\($0.rawValue), shown in SDR") })
            if let resolution = picture.metadata.resolution {
                // Stored in pixels per millimeter; users expect pixels per inch.
                group.add(tr("Resolution"), tr("\(Int((resolution.x * 25.4).rounded())) pixels per inch"))
            }
        case .clip(let clip):
            group.add(tr("Codec"), clip.info.codecTitle)
            group.add(tr("Frame Rate"), clip.info.rateTitle)
            group.add(tr("Duration"), VideoTime.text(clip.duration))
        case .live: break
        }
        return group
    }

    private var takingProperties: PropertyGroup {
        var group = PropertyGroup(title: tr("Camera"))
        guard case .picture(let picture) = medium, let shot = picture.metadata.shot else { return group }
        for fact in shot.facts { group.add(fact.name, fact.text) }
        return group
    }
}

/// A file's size and modification time.
private struct FileStatus {
    let byteCount: Int
    let changed: String?

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        byteCount = Int(status.st_size)
        let time = g_date_time_new_from_unix_local(gint64(status.st_mtim.tv_sec))
        defer { if let time { g_date_time_unref(time) } }
        changed = time.flatMap { g_date_time_format($0, "%x %H:%M") }.map { text in
            defer { g_free(text) }
            return String(cString: text)
        }
    }
}

extension Channels {
    /// A description of the channels for users.
    fileprivate var title: String {
        switch (isGray, hasAlpha) {
        case (true, true): tr("Gray with transparency")
        case (true, false): tr("Gray")
        case (false, true): tr("RGB with transparency")
        case (false, false): "RGB"
        }
    }
}
