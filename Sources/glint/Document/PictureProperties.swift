@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk
import Imaging
import Rendering
import Video

/// Properties under a heading.
struct PropertyGroup {
    struct Property: Equatable {
        let name: String
        let value: String
    }

    let title: String
    var properties: [Property] = []

    /// Adds a property that is known.
    mutating func add(_ name: String, _ value: String?) {
        if let value, !value.isEmpty { properties.append(Property(name: name, value: value)) }
    }
}

extension Document {
    /// What is known of the picture: its file, its pixels, and how it was taken.
    @MainActor
    var properties: [PropertyGroup] { [fileProperties, pixelProperties, takingProperties] }

    @MainActor
    private var fileProperties: PropertyGroup {
        var group = PropertyGroup(title: "File")
        group.add("Name", name)
        guard let path = file?.path else { return group }
        group.add("Folder", PathName.folder(of: path))
        if let status = FileStatus(path) {
            group.add("Size", takeString(g_format_size(guint64(status.byteCount))))
            group.add("Changed", status.changed)
        }
        return group
    }

    private var pixelProperties: PropertyGroup {
        var group = PropertyGroup(title: medium.clip == nil ? "Picture" : "Video")
        let source = sourceFrame.size
        let megapixels = Double(source.x * source.y) / 1e6
        let inMillions = megapixels >= 0.1 ? " (\((megapixels * 10).rounded() / 10) megapixels)" : ""
        group.add("Size", "\(source.x) × \(source.y)\(inMillions)")
        if let result = try? catalog.size(of: recipe, entering: source), result != source {
            group.add("Size When Edited", "\(result.x) × \(result.y)")
        }
        switch medium {
        case .picture(let picture):
            group.add("Format", picture.format?.name)
            if picture.page.count > 1 {
                group.add("Page", "\(picture.page.number) of \(picture.page.count)")
            }
            group.add("Colors", picture.channels.title)
            group.add("Depth", picture.depth.description)
            group.add("Color Space", picture.colorSpace.name)
            group.add("Color Profile", picture.colorSpace.profileName)
            group.add("Dynamic Range", picture.dynamicRange.map { "\($0.rawValue), shown in SDR" })
            if let resolution = picture.metadata.resolution {
                // Stored in pixels per millimeter; people know it per inch.
                group.add("Resolution", "\(Int((resolution.x * 25.4).rounded())) pixels per inch")
            }
        case .clip(let clip):
            group.add("Codec", clip.info.codecTitle)
            group.add("Frame Rate", clip.info.rateTitle)
            group.add("Length", VideoTime.text(clip.duration))
        case .live: break
        }
        return group
    }

    private var takingProperties: PropertyGroup {
        var group = PropertyGroup(title: "Camera")
        guard case .picture(let picture) = medium, let shot = picture.metadata.shot else { return group }
        for fact in shot.facts { group.add(fact.name, fact.text) }
        return group
    }
}

/// A file's size, and when it was changed.
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
    /// What the channels are, for users.
    fileprivate var title: String {
        let colors = isGray ? "Gray" : "RGB"
        return hasAlpha ? "\(colors) with transparency" : colors
    }
}
