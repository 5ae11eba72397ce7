import System
import Imaging
import Video

/// The pictures in a folder, in natural order: `shot 9` before `shot 10`.
package struct PictureFolder: Sendable {
    /// The paths of the pictures.
    package let pictures: [String]

    /// - Parameter withVideos: whether to include videos.
    ///
    /// Throws ``FileError`` if the folder cannot be read.
    package init(_ folder: String, withVideos: Bool = false) throws(FileError) {
        let names = try FolderListing(folder).names.filter {
            Self.isPicture($0) || withVideos && Self.isVideo($0)
        }
        pictures = names.sorted(by: NaturalOrder.isBefore).map {
            folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)"
        }
    }

    /// True if a file with this name is probably a picture; hidden files do not count.
    package static func isPicture(_ name: String) -> Bool {
        !name.hasPrefix(".") && PictureKind.isNamed(byExtensionOf: name)
    }

    /// True if a file with this name is probably a video; hidden files do not count.
    package static func isVideo(_ name: String) -> Bool {
        !name.hasPrefix(".") && VideoContainer.isNamed(byExtensionOf: name)
    }

    /// The picture `count` positions further in the folder; nil past either end.
    ///
    /// - Parameter passed: a picture that was tried before and cannot be shown; counting continues from it.
    package func picture(_ count: Int, from path: String, past passed: String?) -> String? {
        guard let passed else { return picture(count, from: path) }
        guard let next = picture(count, from: passed) else { return nil }
        // If this leads back to the start, continue beyond it.
        return PathName.last(of: next) == PathName.last(of: path) ? picture(count, from: path) : next
    }

    /// The picture `count` positions further in the folder; nil past either end.
    ///
    /// If the name is no longer in the folder, or is not a picture's, counting starts from the position it
    /// would have.
    package func picture(_ count: Int, from path: String) -> String? {
        let name = PathName.last(of: path)
        let target: Int
        if let index = pictures.firstIndex(where: { PathName.last(of: $0) == name }) {
            target = index + count
        } else {
            let after = pictures.firstIndex { NaturalOrder.isBefore(name, PathName.last(of: $0)) }
            target = (after ?? pictures.count) + (count > 0 ? count - 1 : count)
        }
        return pictures.indices.contains(target) ? pictures[target] : nil
    }
}
